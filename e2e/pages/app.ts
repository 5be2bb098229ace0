// The receiving app as a person sees it.
import type { FrameLocator, Locator, Page } from '@playwright/test'

export class AppPage {
  readonly heading: Locator
  readonly alert: Locator
  readonly main: Locator
  readonly patientBanner: Locator
  readonly narrative: Locator
  readonly next: Locator
  readonly previous: Locator
  readonly rows: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.main = page.getByRole('main')
    this.alert = this.main.getByRole('alert')
    this.patientBanner = page.getByRole('region', { name: 'Patient' })
    this.narrative = page.getByRole('region', { name: 'Narrative' })
    this.next = page.getByRole('button', { name: 'Next page' })
    this.previous = page.getByRole('button', { name: 'Previous page' })
    this.rows = page.getByRole('tabpanel').getByRole('row')
  }

  async opened(): Promise<void> {
    await this.page.waitForURL('**/launch/app')
  }

  async showList(type: string): Promise<void> {
    await this.page.getByRole('tab', { name: type, exact: true }).click()
  }

  /** The ids in the list that is shown, in order. */
  async ids(): Promise<readonly string[]> {
    return this.page
      .getByRole('tabpanel')
      .locator('[data-resource-id]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-resource-id') ?? ''))
  }

  frame(): FrameLocator {
    return this.narrative.frameLocator('iframe')
  }
}
