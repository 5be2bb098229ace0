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

  /** The start page's one obvious button: signed in to the portal as the demo patient. */
  async launchDemo(): Promise<void> {
    await this.page.goto('/')
    await this.page.getByRole('button', { name: 'Start the demo' }).click()
    await this.greeting('Marijke Jansen').waitFor()
  }

  async open(): Promise<void> {
    await this.page.goto('/portal')
  }

  /** Goes to the identity provider to sign in to the portal. */
  async signIn(): Promise<void> {
    await this.open()
    await this.signInButton.click()
  }

  /** One click on a person of the demo at the start page, whoever is signed in. */
  async signInAs(name: string): Promise<void> {
    await this.page.goto('/')
    await this.page.getByRole('button', { name: `Sign in as ${name}` }).click()
    await this.greeting(name).waitFor()
  }

  greeting(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: `Hello, ${name}` })
  }

  /** Opens, continues or views a task. */
  openButton(task: string): Locator {
    const named = (verb: string) => this.page.getByRole('button', { name: `${verb} ${task}` })
    return named('Open').or(named('Continue')).or(named('View'))
  }

  async openTask(task: string): Promise<void> {
    await this.openButton(task).click()
  }

  /** As a practitioner: to the tasks of a patient who may be some pages away. */
  async findPatient(name: string): Promise<void> {
    await this.searchPatient(name)
    await this.choosePatient(name)
  }

  async searchPatient(name: string): Promise<void> {
    await this.page.getByLabel('Find by name').fill(name)
    await this.page.getByRole('button', { name: 'Find', exact: true }).click()
    await this.page.getByRole('link', { name: 'Patients with tasks' }).waitFor()
  }

  /** As a practitioner: from the list of patients to one's tasks. */
  async choosePatient(name: string): Promise<void> {
    await this.page
      .getByRole('link', { name: `Tasks of ${name}` })
      .first()
      .click()
  }
}
