// The account menu in the header of every page.
import type { Locator, Page } from '@playwright/test'

export class AccountMenu {
  readonly button: Locator
  readonly panel: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.button = page.getByRole('banner').getByRole('button', { name: /^Account/ })
    this.panel = page.getByRole('region', { name: 'Account', exact: true })
  }

  async open(): Promise<void> {
    await this.button.click()
  }

  async signOut(): Promise<void> {
    await this.open()
    await this.panel.getByRole('button', { name: 'Sign out' }).click()
    await this.button.getByText('Account', { exact: true }).waitFor()
  }

  async signIn(): Promise<void> {
    await this.open()
    await this.panel.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** Goes to the identity provider to log in as another person. */
  async signInAsOther(): Promise<void> {
    await this.open()
    await this.panel.getByRole('button', { name: 'Sign in as somebody else' }).click()
  }

  /** The links to the places, opened where they lie behind a button. */
  async openNavigation(): Promise<void> {
    await this.page.getByRole('button', { name: 'Menu', exact: true }).click()
  }
}
