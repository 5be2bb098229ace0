// The pages of the shared identity provider as a person sees them.
import type { Locator, Page } from '@playwright/test'

export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

export class IdpPage {
  readonly email: Locator
  readonly password: Locator
  readonly submit: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.email = page.getByLabel('E-mail address')
    this.password = page.getByLabel('Password', { exact: true })
    // Beside the password: the pages that lead here have a button of the same name.
    this.submit = page
      .locator('form')
      .filter({ has: this.password })
      .getByRole('button', { name: 'Sign in', exact: true })
  }

  /** Lets the session at the identity provider end, as it does after a working day: the next launch asks. */
  async forget(): Promise<void> {
    await this.page.context().clearCookies({ name: /slipway-idp-session$/ })
  }

  async logIn(email: string, password = 'demo'): Promise<void> {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.submit.click()
  }

  /** Makes an account from the login page, which in the demo logs in. */
  async createAccount(account: NewAccount): Promise<void> {
    await this.page.getByRole('link', { name: 'Create account' }).click()
    await this.fillIn(account)
  }

  /** On the sign-up page. */
  async fillIn({ name, email, password }: NewAccount): Promise<void> {
    await this.page.getByLabel('Name', { exact: true }).fill(name)
    await this.page.getByLabel('Date of birth').fill('1990-05-17')
    await this.page.getByLabel('Gender').selectOption('female')
    await this.email.fill(email)
    await this.password.fill(password)
    await this.page.getByRole('button', { name: 'Create account' }).click()
  }
}
