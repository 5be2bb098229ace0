// The launching portal as a person sees it.
import type { Locator, Page } from '@playwright/test'

export class PortalPage {
  readonly signInButton: Locator
  readonly main: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.signInButton = page.getByRole('button', { name: 'Sign in', exact: true })
  }

  /** The start page's one obvious button: the portal as the demo patient. */
  async launchDemo(): Promise<void> {
    await this.page.goto('/')
    await this.page.getByRole('button', { name: 'Start the demo' }).click()
  }

  async open(): Promise<void> {
    await this.page.goto('/portal')
  }

  /** Goes to the identity provider to sign in to the portal. */
  async signIn(): Promise<void> {
    await this.open()
    await this.signInButton.click()
  }

  async actAs(name: string): Promise<void> {
    await this.open()
    await this.page.getByRole('button', { name: `Act as ${name}` }).click()
  }

  openButton(task: string): Locator {
    return this.page.getByRole('button', { name: `Open ${task}` })
  }

  async openTask(task: string): Promise<void> {
    await this.openButton(task).click()
  }

  /** As a practitioner: to the tasks of a patient who may be some pages away. */
  async findPatient(name: string): Promise<void> {
    const patient = this.page.getByRole('button', { name: `Tasks of ${name}` })
    const next = this.page.getByRole('button', { name: 'Next' })
    await this.page.getByRole('table', { name: 'Patients' }).waitFor()
    for (let number = 1; (await patient.count()) === 0; number += 1) {
      await next.click()
      await this.page.getByText(`Page ${number + 1}`).waitFor()
      await this.page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    }
    await patient.click()
  }

  /** As a practitioner: from the list of patients to one's tasks. */
  async choosePatient(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Tasks of ${name}` }).click()
  }
}
