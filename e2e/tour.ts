// The two-minute tour of docs/tutorial/tour.md, by two people in two browsers. `look` is called where the tour has a picture.
import type { Browser, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { BrowsePage } from './pages/browse.ts'
import { DiaryPage } from './pages/diary.ts'
import { PortalPage } from './pages/portal.ts'
import { TracesPage } from './pages/traces.ts'

/** The page tells the latest change: another test may give Marijke a task a moment later. The tour begins anew then, at most so often. */
const MOST_STARTS = 4

export async function walkTour(browser: Browser, look: (page: Page, step: number) => Promise<unknown>): Promise<void> {
  const { practitioner, patient, reference } = await walkUntilTold(browser, look)
  const note = practitioner.page.getByRole('status')
  await expect(note).toContainText('Marijke Jansen completed Sleep diary, just now')
  await look(practitioner.page, 4)

  await practitioner.page.getByRole('link', { name: 'see how' }).click()
  await expect(practitioner.traces.timeline).toBeVisible()
  await look(practitioner.page, 5)

  await practitioner.browse.open(`/${reference}?tab=history`)
  await expect(practitioner.browse.history).toHaveCount(3)
  await look(practitioner.page, 6)
  await leave(practitioner, patient)
}

/** From the task that is given to the page that tells of its end; the last time whatever it tells. */
async function walkUntilTold(browser: Browser, look: (page: Page, step: number) => Promise<unknown>, starts = 1) {
  const [practitioner, patient] = await Promise.all([personIn(browser), personIn(browser)])
  await practitioner.portal.signInAs('Daan Visser')
  await practitioner.portal.findPatient('Marijke Jansen')
  await practitioner.page.getByRole('button', { name: 'Give a task' }).click()
  const given = practitioner.page.waitForResponse('**/portal/api/tasks/give')
  await practitioner.page.getByRole('button', { name: 'Give the task' }).click()
  const { reference } = (await (await given).json()) as { readonly reference: string }
  await expect(practitioner.page.getByRole('button', { name: 'View Sleep diary', exact: true }).first()).toBeVisible()
  await look(practitioner.page, 1)

  await patient.portal.signInAs('Marijke Jansen')
  const open = { name: 'Open Sleep diary', exact: true }
  await expect(patient.page.getByRole('button', open).first()).toBeVisible()
  await look(patient.page, 2)
  await patient.page.getByRole('button', open).first().click()

  await patient.diary.start.click()
  await patient.diary.fillIn()
  await patient.diary.done.click()
  await expect(patient.diary.task).toContainText('This task is completed')
  await look(patient.page, 3)

  const note = practitioner.page.getByRole('status')
  await expect(note).toContainText('Marijke Jansen completed Sleep diary')
  const text = await note.innerText()
  const isTold = /completed Sleep diary, just now.*see how/.test(text)
  if (isTold || starts === MOST_STARTS) return { practitioner, patient, reference }
  await leave(practitioner, patient)
  return walkUntilTold(browser, look, starts + 1)
}

const leave = (...people: readonly { readonly page: Page }[]) =>
  Promise.all(people.map(({ page }) => page.context().close()))

/** A person with a browser of their own. */
async function personIn(browser: Browser) {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  return {
    page,
    portal: new PortalPage(page),
    diary: new DiaryPage(page),
    browse: new BrowsePage(page),
    traces: new TracesPage(page),
  }
}
