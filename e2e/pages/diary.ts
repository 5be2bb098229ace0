// The sleep diary in the receiving app, as a person fills it in.
import type { Locator, Page } from '@playwright/test'

export class DiaryPage {
  readonly start: Locator
  readonly next: Locator
  readonly back: Locator
  readonly done: Locator
  readonly question: Locator
  readonly task: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.task = page.getByRole('region').filter({ has: page.getByRole('heading', { level: 1 }) })
    this.start = page.getByRole('button', { name: 'Start', exact: true })
    this.next = page.getByRole('button', { name: 'Next', exact: true })
    this.back = page.getByRole('button', { name: 'Back', exact: true })
    this.done = page.getByRole('button', { name: 'Done', exact: true })
    this.question = this.task.getByRole('heading', { level: 2 })
  }

  answer(name: string): Locator {
    return this.page.getByRole('radio', { name, exact: true })
  }

  /** Answers the three questions, up to the button Done. */
  async fillIn(): Promise<void> {
    await this.answer('Well').check()
    await this.next.click()
    await this.answer('6 to 8 hours').check()
    await this.next.click()
    await this.answer('Once or twice').check()
  }
}
