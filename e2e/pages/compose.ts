// The composer of launches as a person sees it.
import type { Locator, Page } from '@playwright/test'

export class ComposePage {
  readonly app: Locator
  readonly sub: Locator
  readonly task: Locator
  readonly failure: Locator
  readonly claims: Locator
  readonly newTab: Locator
  readonly here: Locator
  readonly inFrame: Locator
  readonly onPhone: Locator
  readonly code: Locator
  readonly copyLink: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.app = page.getByLabel('App', { exact: true })
    this.sub = page.getByLabel('User (sub)')
    this.task = page.getByLabel('Task (resource)')
    this.failure = page.getByLabel('Failure on demand', { exact: true }).and(page.getByRole('combobox'))
    this.claims = page.getByRole('region', { name: 'Claims' })
    this.newTab = page.getByRole('button', { name: 'Launch in a new tab' })
    this.here = page.getByRole('button', { name: 'Here' })
    this.inFrame = page.getByRole('button', { name: 'In a frame' })
    this.onPhone = page.getByRole('button', { name: 'On a phone' })
    this.code = page.getByRole('img', { name: 'QR code of the launch' })
    this.copyLink = page.getByRole('button', { name: 'Copy the link' })
  }

  async open(): Promise<void> {
    await this.page.goto('/portal/compose')
    await this.sub.waitFor()
  }

  async editClaims(): Promise<void> {
    await this.page.getByText('All claims').click()
  }

  claim(name: string): Locator {
    return this.page.getByLabel(`Value of ${name}`, { exact: true })
  }
}
