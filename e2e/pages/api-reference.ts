// The API reference as a reader tries its operations.
import type { Locator, Page } from '@playwright/test'

export class ApiReferencePage {
  /** The operation that was opened. */
  operation: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.operation = page.getByRole('main')
  }

  /** Opens the page of a tag, and unfolds the form of one of its operations. */
  async open(tag: string, operationId: string): Promise<void> {
    await this.page.goto(`/docs/api/${tag}`)
    const section = this.page.locator(`section[aria-labelledby="${operationId}"]`)
    await section.getByText('Try it', { exact: true }).click()
    this.operation = section
  }

  async send(): Promise<void> {
    await this.operation.getByRole('button', { name: 'Send' }).click()
  }

  field(name: string): Locator {
    return this.operation.getByRole('textbox', { name, exact: true })
  }

  get sender(): Locator {
    return this.operation.getByLabel('Who asks')
  }

  get token(): Locator {
    return this.operation.getByLabel('Token', { exact: true })
  }

  get answer(): Locator {
    return this.operation.getByRole('region', { name: 'Answer' })
  }

  /** The answer, when it has that status. */
  status(status: number): Locator {
    return this.answer.getByText(String(status), { exact: true }).first()
  }
}
