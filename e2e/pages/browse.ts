// The record browser as a person sees it.
import type { Locator, Page } from '@playwright/test'

export class BrowsePage {
  readonly main: Locator
  readonly alert: Locator
  /** The signed-in person in the header. */
  readonly account: Locator
  readonly signInButton: Locator
  /** Steps from version to version. */
  readonly versions: Locator
  /** The versions in the tab of the history, newest first. */
  readonly history: Locator
  readonly types: Locator
  /** The address of the page that follows, as it is shown. */
  readonly nextUrl: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.alert = this.main.getByRole('alert')
    this.account = page.getByRole('banner').getByRole('button', { name: /^Account/ })
    this.signInButton = page.getByRole('button', { name: 'Sign in', exact: true })
    this.versions = page.getByRole('navigation', { name: 'Versions' })
    this.history = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    this.types = page.getByRole('list', { name: 'Types of resources' })
    this.nextUrl = this.main.locator('p').filter({ hasText: 'next link' }).locator('code')
  }

  async open(path = ''): Promise<void> {
    await this.page.goto(`/browse${path}`)
  }

  /** Goes to the identity provider to sign in. */
  async signIn(): Promise<void> {
    await this.open()
    await this.signInButton.click()
  }

  async openType(type: string): Promise<void> {
    await this.types.getByRole('link', { name: type }).click()
  }

  list(type: string): Locator {
    return this.page.getByRole('table', { name: `List of ${type}` })
  }

  pages(type: string): Locator {
    return this.page.getByRole('navigation', { name: `Pages of ${type}` })
  }

  /** The shown part of a list, and its total. */
  range(type: string): Locator {
    return this.pages(type).locator('[aria-live]')
  }

  async openById(id: string): Promise<void> {
    await this.page.getByLabel('Open by id').fill(id)
    await this.page.getByRole('button', { name: 'Open', exact: true }).click()
  }

  async searchByIdentifier(value: string): Promise<void> {
    await this.page.getByLabel('Identifier').fill(value)
    await this.page.getByLabel('Identifier').press('Enter')
  }

  async showTab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name }).click()
  }

  async older(): Promise<void> {
    await this.versions.getByRole('button', { name: 'Older' }).click()
  }

  async newer(): Promise<void> {
    await this.versions.getByRole('button', { name: 'Newer' }).click()
  }

  /** The differences between two versions, an item for each element. */
  differences(from: number, to: number): Locator {
    return this.page.getByRole('list', { name: `From version ${from} to version ${to}` }).getByRole('listitem')
  }

  /** Both versions of a comparison, whole. */
  async showSideBySide(): Promise<Locator> {
    await this.main.getByText('Both versions side by side').click()
    return this.page.getByRole('table', { name: 'Both versions side by side' })
  }

  async compare(from: number, to: number): Promise<void> {
    await this.page.getByLabel('From version', { exact: true }).fill(String(from))
    await this.page.getByLabel('to version', { exact: true }).fill(String(to))
    await this.page.getByRole('button', { name: 'Compare', exact: true }).click()
  }
}
