// The page for developers, as one who connects an app sees it.
import type { Download, Locator, Page } from '@playwright/test'
import { newAccount } from '../domain.ts'
import { IdpPage } from './idp.ts'

export class ConnectPage {
  readonly heading: Locator
  readonly watch: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.watch = page.getByRole('region', { name: 'What arrives here' })
  }

  async openAs(person: string): Promise<void> {
    await this.page.goto('/connect')
    await this.page.getByRole('button', { name: `Sign in as ${person}` }).click()
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: `Account: ${person}` })
      .waitFor()
  }

  /** With an account of one's own, which has no app yet. */
  async openWithOwnAccount({ email, password } = newAccount()): Promise<void> {
    await this.page.goto('/connect')
    await this.page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await new IdpPage(this.page).logIn(email, password)
    await this.page.getByRole('heading', { name: 'Your apps' }).waitFor()
  }

  /** Opens the form for another app, where there are apps already. */
  async startAnother(): Promise<void> {
    const another = this.page.getByRole('button', { name: 'Register another app' })
    await this.page.getByRole('heading', { name: 'Your apps' }).waitFor()
    if (await another.isVisible()) await another.click()
  }

  async register(name: string, origin: string): Promise<void> {
    await this.page.getByLabel('Name').fill(name)
    await this.page.getByLabel('Launch URL').fill(`${origin}/launch`)
    await this.page.getByLabel('Redirect URIs').fill(`${origin}/callback`)
    await this.page.getByRole('button', { name: 'Register', exact: true }).click()
  }

  async download(button: string): Promise<Download> {
    const downloading = this.page.waitForEvent('download')
    await this.page.getByRole('button', { name: `Download ${button}` }).click()
    return downloading
  }

  /** The lines for the app.env of the app. */
  env(): Promise<string> {
    return this.page.getByRole('region', { name: 'app.env' }).locator('pre').innerText()
  }

  /** Launches the app; the tab that it opens in. */
  async launch(task: string): Promise<Page> {
    await this.page.getByLabel('Task').selectOption({ label: task })
    const opening = this.page.waitForEvent('popup')
    await this.page.getByRole('button', { name: 'Launch my app' }).click()
    return opening
  }

  step(name: string): Locator {
    return this.watch.getByRole('listitem').filter({ hasText: name })
  }

  async remove(): Promise<void> {
    await this.page.getByRole('button', { name: 'Remove' }).click()
    await this.page.getByRole('dialog').getByRole('button', { name: 'Remove the app' }).click()
  }
}
