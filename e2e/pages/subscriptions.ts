// Subscriptions as an administrator or a developer sees them.
import type { Locator, Page } from '@playwright/test'

export class SubscriptionsPage {
  readonly heading: Locator
  readonly signInButton: Locator
  /** Of one Subscription: the events and the handshake, newest first. */
  readonly events: Locator
  /** Of one Subscription: how far it is. */
  readonly headline: Locator
  readonly receiver: Locator
  readonly arrived: Locator
  /** What came of a test of the receiver. */
  readonly test: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.signInButton = page.getByRole('button', { name: 'Sign in', exact: true })
    this.events = page
      .getByRole('region', { name: 'Last events' })
      .locator('details')
      .filter({ has: page.locator('ol') })
    this.headline = page.getByRole('main').getByRole('region').first()
    this.test = page.getByRole('region', { name: 'The test' })
    this.receiver = page.getByRole('region', { name: 'The receiver of the demo app' })
    this.arrived = this.receiver.getByRole('table', { name: 'What arrived' }).getByRole('row')
  }

  /** Goes to the identity provider to sign in. */
  async signIn(): Promise<void> {
    await this.page.goto('/subscriptions')
    await this.signInButton.click()
  }

  async open(name: string): Promise<void> {
    await this.page.getByRole('main').getByRole('link', { name }).click()
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  }

  /** Stops the Subscription that is open, and answers the question whether that is meant. */
  async stop(name: string): Promise<void> {
    await this.pressSurely('Stop', name)
  }

  /** Deletes the Subscription that is open, and answers the question whether that is meant. */
  async delete(name: string): Promise<void> {
    await this.pressSurely('Delete', name)
    await this.page.waitForURL('**/subscriptions')
  }

  private async pressSurely(button: 'Stop' | 'Delete', name: string): Promise<void> {
    await this.press(button)
    const question = this.page.getByRole('dialog', { name: `${button} “${name}”?` })
    await question.getByRole('button', { name: `${button} the Subscription` }).click()
  }
}
