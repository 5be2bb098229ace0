// The record editor as an administrator sees it.
import type { Locator, Page } from '@playwright/test'

export class EditPage {
  readonly json: Locator
  readonly problems: Locator
  readonly changes: Locator
  /** The choices between two changes of one version. */
  readonly choices: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.json = page.getByLabel('JSON of the record')
    this.problems = page.getByRole('region', { name: 'What the server would refuse' })
    this.changes = page.getByRole('list', { name: 'What will change' }).getByRole('listitem')
    this.choices = page.getByRole('main').locator('fieldset')
  }

  /** Opens the editor from the page of a record. */
  async begin(): Promise<void> {
    await this.page.getByRole('link', { name: 'Edit', exact: true }).click()
    // The page of the record has a tab for JSON, too.
    await this.page.waitForURL('**/edit')
  }

  async showJson(): Promise<void> {
    await this.page.getByRole('tab', { name: 'JSON' }).click()
  }

  async showForm(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Form' }).click()
  }

  /** Replaces a part of the JSON. */
  async replace(was: string, now: string): Promise<void> {
    const text = await this.json.inputValue()
    if (!text.includes(was)) throw new Error(`${was} is not in the JSON`)
    await this.json.fill(text.replace(was, now))
  }

  async review(): Promise<void> {
    await this.page.getByRole('button', { name: 'Review changes' }).click()
  }

  async save(version: number): Promise<void> {
    await this.page.getByRole('button', { name: `Save as version ${version}` }).click()
  }

  choice(path: string): Locator {
    return this.page.getByRole('group', { name: path })
  }
}
