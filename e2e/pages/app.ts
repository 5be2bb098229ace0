// The receiving app as a person sees it.
import type { Locator, Page } from '@playwright/test'

export class AppPage {
  readonly main: Locator
  readonly alert: Locator
  readonly patientBanner: Locator
  /** What the thin line above the app unfolds. */
  readonly developers: Locator
  readonly how: Locator
  /** What unfolds the steps of a launch that failed. */
  readonly failedSteps: Locator
  readonly narrative: Locator
  readonly next: Locator
  readonly previous: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.alert = this.main.getByRole('alert')
    this.patientBanner = page.getByRole('region', { name: 'Patient', exact: true })
    this.developers = page.getByRole('complementary', { name: 'How this task was opened' })
    this.how = page.getByRole('button', { name: 'How did this happen?' })
    this.failedSteps = this.main.getByText('For developers: how this launch went')
    this.narrative = page.getByRole('figure', { name: 'Record of the patient' })
    this.next = page.getByRole('button', { name: 'Next', exact: true })
    this.previous = page.getByRole('button', { name: 'Previous', exact: true })
  }

  async opened(): Promise<void> {
    await this.page.waitForURL('**/launch/app?*')
  }

  /** Unfolds how the task was opened, unless this browser left it open. A launch that failed has it on its page. */
  async showHow(): Promise<void> {
    await this.how.or(this.failedSteps).first().waitFor()
    if (await this.failedSteps.isVisible()) return this.failedSteps.click()
    if ((await this.how.getAttribute('aria-expanded')) !== 'true') await this.how.click()
    await this.developers.waitFor()
  }

  async openLists(): Promise<void> {
    await this.showHow()
    await this.page.getByText('For developers: what this app may read').click()
  }

  async showList(type: string): Promise<void> {
    await this.page.getByRole('tab', { name: type, exact: true }).click()
  }

  /** The position in the list, such as "1 to 10 of 125". */
  range(type: string): Locator {
    return this.page.getByRole('navigation', { name: `Pages of ${type}` }).getByText(/ to /)
  }

  /** The ids in the list that is shown, in order: a row is headed by what it is about, and its first cell is the id. */
  async ids(type: string): Promise<readonly string[]> {
    const rows = await this.page
      .getByRole('table', { name: `List of ${type}` })
      .getByRole('row')
      .all()
    return Promise.all(
      rows.slice(1).map(async (row) => (await row.getByRole('cell').first().textContent())?.trim() ?? ''),
    )
  }
}
