// The demo app has a face of its own, small and calm on a phone; how it was opened is for whoever asks.
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { importResources, patientWithTask, strangePlatform } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { AppPage } from './pages/app.ts'
import { DiaryPage } from './pages/diary.ts'
import { PortalPage } from './pages/portal.ts'

const PHONE = { width: 390, height: 844 }

test('the app looks like an app of its own: no header, tabs or banner of the site, and no addresses beside a question', async ({
  page,
  launchAs,
  app,
}) => {
  await page.setViewportSize(PHONE)
  await launchAs('marijke@demo.test')
  await expect(page).toHaveTitle('Sleep diary')
  await expect(page.getByRole('banner')).toContainText('Sleep diary')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByText('Demo domain')).toHaveCount(0)
  await expect(app.main).not.toContainText(/https?:|\d ms/)
  await expect(app.developers).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  expect(await seriousFindings(page), 'on a phone').toEqual([])
})

test('what is to be pressed has the colour of the app, also where no task is open', async ({ page }) => {
  for (const path of ['/launch', '/energy']) {
    await page.goto(path)
    const grounds = await page.getByRole('button', { name: 'Start a demo launch' }).evaluate((button) => {
      const swatch = button.parentElement?.appendChild(document.createElement('i'))
      swatch?.style.setProperty('background', 'var(--mantine-primary-color-filled)')
      return [button, swatch].map((element) => element && getComputedStyle(element).backgroundColor)
    })
    expect(grounds[0], path).toBe(grounds[1])
  }
})

test('how it was opened is folded, opens beside the app, and stays as the browser left it', async ({
  page,
  launchAs,
  app,
}) => {
  await launchAs('marijke@demo.test')
  await expect(app.how).toHaveAttribute('aria-expanded', 'false')
  await app.how.click()
  await expect(app.developers).toContainText('Code exchanged for tokens')
  await page.reload()
  await expect(app.developers).toContainText('Code exchanged for tokens')
  await app.developers.getByRole('button', { name: 'Hide' }).click()
  await expect(app.developers).toHaveCount(0)
  await expect(app.how).toBeFocused()
  await page.reload()
  await expect(app.how).toHaveAttribute('aria-expanded', 'false')
})

test('the addresses of the app without a task have its face, in both languages', async ({ page, app }) => {
  await page.setViewportSize(PHONE)
  for (const path of ['/launch', '/launch/app', '/launch/app?session=none-at-all1']) {
    await page.goto(path)
    await expect(app.main.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('navigation'), path).toHaveCount(0)
    expect(await seriousFindings(page), path).toEqual([])
  }
  await page.goto('/launch')
  await page.getByRole('button', { name: 'Nederlands' }).click()
  await expect(app.main.getByRole('heading', { level: 1 })).toHaveText('Er is geen taak geopend')
  await expect(page).toHaveTitle('Slaapdagboek')
  await expect(page.getByRole('banner')).toContainText('Slaapdagboek')
})

test('every entry of the navigation leads to a page that has it, too', async ({ page }) => {
  const links = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link')
  await page.goto('/')
  const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(places.length).toBeGreaterThan(5)
  for (const place of places) {
    await page.goto(place)
    await expect(links, place).toHaveCount(places.length)
  }
})

test('the page of a demo app without a task leads to the other app, and by one press to the portal', async ({
  page,
  app,
}) => {
  await page.goto('/launch/app')
  for (const [name, path] of [
    ['Energy check', '/energy/app'],
    ['Sleep diary', '/launch/app'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(page).toHaveURL((url) => url.pathname === path)
    await expect(page.getByRole('banner')).toContainText(name)
    await expect(app.main.getByRole('heading', { level: 1 })).toHaveText('No task is open')
    await expect(app.main.getByRole('link')).toHaveText(['Go to the portal'])
  }
})

test('a practitioner sees at the review what the patient answered, and nothing of it at another patient’s', async ({
  idp,
  launchFromElsewhere,
  signedInAs,
  portal,
  app,
  page,
}) => {
  test.slow() // Three launches.
  const { patient, task, sub, email, name } = somebody('van Nacht')
  const other = somebody('van Dag')
  importResources(patient, { ...task, extension: [GIVEN_BY_PORTAL, ...task.extension] }, other.patient)
  const platform = await strangePlatform()
  await launchFromElsewhere(await platform.launchToken({ sub, resource: `Task/${task.id}` }))
  await idp.createAccount({ name: 'Noor', email, password: 'a few words in a row' })
  await app.opened()
  const diary = new DiaryPage(page)
  await diary.start.click()
  await diary.fillIn()
  await diary.done.click()
  await expect(app.main).toContainText('This app keeps these answers')
  await expect(page.getByRole('region', { name: 'Who opened this app' })).toContainText('Opened from platform-')
  await portal.open() // The log-in for the launch counts here, too.
  await portal.main.getByText('Done (1)').click()
  await page.getByRole('button', { name: /^See the answers of/ }).click()
  await app.opened()
  await expect(app.main, 'an ended task leads to its answers').toContainText('6 to 8 hours')

  await page.context().clearCookies()
  await signedInAs('daan@demo.test')
  await openReview(portal, page, other.name)
  await expect(app.main).toContainText('Nobody has completed a diary for this patient yet.')
  await expect(app.main).not.toContainText('6 to 8 hours')
  await expect(app.main.getByRole('button', { name: 'The review is done' })).toHaveCount(0)
  const end = app.main.getByRole('button', { name: 'End without answers' })
  await end.click()
  const question = page.getByRole('dialog', { name: 'End the review without answers?' })
  await expect(question).toContainText('Nobody has answered yet')
  await question.getByRole('button', { name: 'Keep it open' }).click()
  await end.click()
  await question.getByRole('button', { name: 'End the review' }).click()
  await expect(app.main.getByRole('status')).toHaveText(/^This review was completed at /)
  await portal.open()
  await openReview(portal, page, name)
  const day = app.main.getByRole('region', { name: 'Answers' })
  await expect(day.getByRole('heading')).toHaveText(/diary/i)
  await expect(day, 'as the patient was asked').toContainText('How long did you sleep?6 to 8 hours')
  await expect(app.patientBanner).toContainText(name)
  await expect(app.patientBanner).not.toContainText(patient.id)
  expect(await seriousFindings(page), 'the review').toEqual([])
  await app.main.getByRole('button', { name: 'The review is done' }).click()
  await expect(app.main.getByRole('status')).toHaveText(/^This review was completed at /)
  await expect(day).toContainText('6 to 8 hours')
})

test('a review that is open shows by itself what the patient answers meanwhile', async ({
  browser,
  idp,
  launchFromElsewhere,
  app,
  page,
}) => {
  test.slow() // Two people.
  const { patient, task, sub, email, name } = somebody('van Straks')
  importResources(patient, { ...task, extension: [GIVEN_BY_PORTAL, ...task.extension] })
  const context = await browser.newContext({ locale: 'en-GB' })
  const practitioner = await context.newPage()
  const portal = new PortalPage(practitioner)
  await portal.signInAs('Daan Visser')
  await openReview(portal, practitioner, name)
  const review = new AppPage(practitioner).main
  await expect(review).toContainText('The answers appear here by themselves.')
  const platform = await strangePlatform()
  await launchFromElsewhere(await platform.launchToken({ sub, resource: `Task/${task.id}` }))
  await idp.createAccount({ name: 'Noor', email, password: 'a few words in a row' })
  await app.opened()
  const diary = new DiaryPage(page)
  await diary.start.click()
  await diary.fillIn()
  await diary.done.click()
  await expect(app.main).toContainText('This app keeps these answers')
  await expect(review).toContainText('6 to 8 hours', { timeout: 15_000 })
  await expect(review.getByRole('button', { name: 'The review is done' })).toBeVisible()
  await context.close()
})

/** The app may change what the portal gave. */
const GIVEN_BY_PORTAL = {
  url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
  valueReference: { reference: 'Device/demo-portal' },
}

/** A patient of the test's own, with a task. */
function somebody(prefix: string) {
  const own = crypto.randomUUID()
  const [id, family] = [`face-${own}`, `${prefix} ${own.slice(0, 8)}`]
  const { patient, task } = patientWithTask(id, { email: `${id}@example.org`, family })
  return { patient, task, email: `${id}@example.org`, name: `Noor ${family}`, sub: `Patient/${id}` }
}

/** As Daan: gives himself a task about a patient, and opens it. */
async function openReview(portal: PortalPage, page: Page, patient: string): Promise<void> {
  if (!page.url().includes('/portal')) await portal.open()
  await portal.findPatient(patient)
  await page.getByRole('button', { name: 'Give a task' }).click()
  await page.getByLabel('Who the task is for').selectOption('Daan Visser (you)')
  const given = page.waitForResponse('**/portal/api/tasks/give')
  await page.getByRole('button', { name: 'Give the task' }).click()
  const { reference } = (await (await given).json()) as { readonly reference: string }
  await page
    .locator(`form:has(input[value="${reference.replace('Task/', '')}"])`)
    .getByRole('button')
    .click()
  await new AppPage(page).opened()
}
