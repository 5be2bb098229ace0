// The FHIR console as a person uses it.
import type { Locator, Page } from '@playwright/test'

export class FhirConsolePage {
  readonly answer: Locator
  readonly path: Locator
  readonly method: Locator
  readonly client: Locator
  readonly whyNot: Locator
  /** The requests sent before, newest first. */
  readonly sent: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.answer = page.getByRole('region', { name: /^Answer/ })
    this.path = page.getByLabel('Address')
    this.method = page.getByLabel('Method')
    this.client = page.getByLabel('Whose token', { exact: true })
    this.sent = page.getByRole('region', { name: 'Sent before' }).getByRole('listitem')
    this.whyNot = page.getByRole('region', { name: 'Why it was refused' })
  }

  /** Opens it, as a person of the demo. */
  async openAs(person: string, query = ''): Promise<void> {
    await this.page.goto('/tools/fhir')
    await this.page.getByRole('button', { name: `Sign in as ${person}` }).click()
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: `Account: ${person}` })
      .waitFor()
    await this.open(query)
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/tools/fhir${query}`)
    await this.client.waitFor()
  }

  async pick(ready: string): Promise<void> {
    await this.page.getByRole('button', { name: ready, exact: true }).click()
  }

  async send(): Promise<void> {
    await this.page.getByRole('button', { name: 'Send', exact: true }).click()
  }

  /** Sends a DELETE and says yes to the question. */
  async sendDeletion(path: string): Promise<void> {
    await this.send()
    const dialog = this.page.getByRole('dialog', { name: `Send DELETE ${path}?` })
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  }

  /** The answer with that status. */
  status(status: number): Locator {
    return this.answer.getByRole('heading', { name: new RegExp(`Answer ${status} `) })
  }
}
