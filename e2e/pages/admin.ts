// The console as an administrator sees it.
import type { Download, Locator, Page } from '@playwright/test'

export class AdminPage {
  readonly signInButton: Locator
  readonly heading: Locator
  readonly dialog: Locator
  /** The result of the latest operation. */
  readonly outcome: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.signInButton = page.getByRole('button', { name: 'Sign in', exact: true })
    this.heading = page.getByRole('heading', { level: 1 })
    this.dialog = page.getByRole('dialog')
    this.outcome = page.getByRole('status').getByRole('alert').first()
  }

  /** Goes to the identity provider to sign in to the console. */
  async signIn(): Promise<void> {
    await this.page.goto('/admin/apps')
    await this.signInButton.click()
  }

  /** Registers a module with a key made in this browser; the private half, as it was downloaded. */
  async registerApp(name: string, clientId: string): Promise<Download> {
    await this.page.getByRole('link', { name: 'Register an app' }).click()
    await this.page.getByLabel('Name').fill(name)
    await this.page.getByLabel('client_id').fill(clientId)
    await this.page.getByLabel('Redirect URIs').fill('http://localhost:8080/callback')
    await this.page.getByLabel('Launch URL').fill('http://localhost:8080/launch')
    await this.page.getByLabel('Role').selectOption('reader')
    await this.page.getByRole('button', { name: 'Make a key pair' }).click()
    const downloading = this.page.waitForEvent('download')
    await this.page.getByRole('button', { name: 'Download the private key' }).click()
    const download = await downloading
    await this.page.getByRole('button', { name: 'Register' }).click()
    return download
  }

  async addUser(name: string, email: string, password: string): Promise<void> {
    const form = this.page.getByRole('form', { name: 'Add a user' })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('E-mail address').fill(email)
    await form.getByLabel('Password').fill(password)
    const withRecord = form.getByRole('checkbox', { name: 'Make the record of this person' })
    if ((await withRecord.count()) > 0) await withRecord.uncheck() // An auditor has none.
    await form.getByRole('button', { name: 'Add' }).click()
    await this.page
      .getByRole('status')
      .filter({ hasText: `The account ${email} is created` })
      .waitFor()
  }

  async find(text: string): Promise<void> {
    await this.page.getByLabel('Find by name or e-mail address').fill(text)
  }

  deleteButton(email: string): Locator {
    return this.page.getByRole('button', { name: `Delete the account ${email}` })
  }

  async deleteUser(email: string): Promise<void> {
    await this.deleteButton(email).click()
    await this.confirm('Delete the account')
  }

  /** Answers the question of a dialog. */
  async confirm(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button }).click()
  }

  async toApps(): Promise<void> {
    await this.page.getByRole('link', { name: 'Back to apps' }).click()
  }

  row(name: string): Locator {
    return this.page.getByRole('row', { name: new RegExp(name) })
  }

  async disable(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Disable ${name}` }).click()
    await this.confirm('Disable the app')
  }
}
