// The traces as a person sees them.
import type { Locator, Page } from '@playwright/test'
import { AppPage } from './app.ts'

export class TracesPage {
  readonly title: Locator
  readonly rows: Locator
  readonly timeline: Locator
  /** The check that stopped the launch, with its remedy. */
  readonly stopped: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.title = page.getByRole('heading', { level: 1 })
    this.rows = page.getByRole('table', { name: 'Traces' }).getByRole('rowheader')
    this.timeline = page.getByRole('region', { name: 'What happened, in order' })
    this.stopped = page.getByRole('region', { name: /^[a-z_]+\.[a-z_]+: / })
  }

  async openList(): Promise<void> {
    await this.page.goto('/traces')
  }

  /** From the receiving app to the trace of its launch. */
  async openFromApp(): Promise<void> {
    await new AppPage(this.page).showHow()
    await this.page.getByRole('link', { name: /^(See every request and every check|How did this happen\?)$/ }).click()
    await this.page.waitForURL('**/traces/**')
  }

  /** A request of the timeline. */
  step(name: string): Locator {
    return this.timeline.getByRole('listitem').filter({ hasText: name }).first()
  }
}
