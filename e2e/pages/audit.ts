// The audit log as an auditor sees it.
import type { Locator, Page } from '@playwright/test'

export class AuditPage {
  readonly heading: Locator
  readonly rows: Locator
  readonly filters: Locator
  readonly older: Locator
  readonly none: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
    this.filters = page.getByRole('search', { name: 'Find events' })
    this.older = page.getByRole('button', { name: 'Older events' })
    this.none = page.getByRole('heading', { name: 'No events match' })
  }

  /** Goes to the log, and to the identity provider to sign in. */
  async signIn(): Promise<void> {
    await this.page.goto('/admin/audit')
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async choose(name: string, option: string): Promise<void> {
    await this.filters.getByRole('combobox', { name, exact: true }).selectOption(option)
  }

  /** A field, also one that is folded. */
  async fill(name: string, text: string): Promise<void> {
    const field = this.filters.getByLabel(name, { exact: true })
    if (!(await field.isVisible())) await this.filters.getByText('More filters').click()
    await field.fill(text)
  }

  async show(): Promise<void> {
    await this.filters.getByRole('button', { name: 'Show', exact: true }).click()
  }

  async showAll(): Promise<void> {
    await this.page.getByRole('button', { name: 'Show all' }).click()
  }

  /** The events in the log, in their recorded words; newest first. */
  async recorded(query: string): Promise<readonly string[]> {
    const answer = await this.page.request.get(`/admin/api/audit?${query}`)
    const { items } = (await answer.json()) as { readonly items: readonly { readonly description: string }[] }
    return items.map(({ description }) => description)
  }
}
