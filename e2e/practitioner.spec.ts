// What a practitioner sees first: own tasks, patients with tasks, and a search that answers while one types.
import { seriousFindings } from './axe.ts'
import { importResources, patientWithTask } from './domain.ts'
import { expect, test } from './fixtures.ts'

const PRACTITIONER = 'daan@demo.test'

/** A patient of one's own with a task, and the family name by which to find them. */
function ward() {
  const own = crypto.randomUUID()
  const family = `Typer ${own.slice(0, 8)}`
  const { patient, task } = patientWithTask(`first-${own}`, { email: `${own}@example.org`, family })
  importResources(patient, task)
  return { family, name: `Noor ${family}` }
}

test('a practitioner sees own tasks and the patients whose tasks changed last, without scrolling, and continues what is begun', async ({
  portal,
  signedInAs,
  page,
}) => {
  const { name } = ward()
  await page.setViewportSize({ width: 1280, height: 800 })
  await signedInAs(PRACTITIONER)
  await portal.open()
  const patients = page.getByRole('table', { name: 'Patients with tasks' })
  await expect(patients.getByRole('row').filter({ hasText: name })).toBeAttached()
  await expect(patients.getByRole('row').nth(1), 'of whoever got a task last').toBeInViewport() // Other tests give tasks meanwhile.
  await expect(page.getByRole('heading', { name: 'My tasks' })).toBeInViewport()
  expect(await seriousFindings(page), 'first page').toEqual([])
  await portal.choosePatient(name)
  await expect(page.getByRole('heading', { name: `Tasks of ${name}` })).toBeVisible()
  await expect(page, 'no name of a person').toHaveTitle('Tasks of a patient · Portal · Slipway')
  await page.reload()
  await expect(page).toHaveTitle('Tasks of a patient · Portal · Slipway')
  await page.getByRole('button', { name: 'To the patients' }).click()
  await expect(page).toHaveTitle('My tasks · Portal · Slipway')
  const id = `begun-${crypto.randomUUID()}`
  const { patient, task } = patientWithTask(id, { email: `${id}@example.org`, family: 'Begun' })
  const begun = { ...task, owner: { reference: 'Practitioner/daan-visser' }, description: `Talk ${id}` }
  importResources(patient, { ...begun, status: 'in-progress' })
  await portal.open()
  await expect(page.getByRole('button', { name: `Continue ${begun.description}` })).toHaveText('Continue')
  importResources({ ...begun, status: 'completed' })
})

test('patients are found while one types, by one request at a time, and the field keeps the focus', async ({
  portal,
  signedInAs,
  page,
}) => {
  const { family, name } = ward()
  await signedInAs(PRACTITIONER)
  await portal.open()
  const open = new Set<object>()
  let most = 0
  page.on('request', (request) => {
    if (request.url().includes('/portal/api/patients')) open.add(request)
    most = Math.max(most, open.size)
  })
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => open.delete(request))
  const field = page.getByLabel('Find by name')
  await field.pressSequentially(family, { delay: 60 })
  await expect(page.getByRole('link', { name: `Tasks of ${name}` })).toBeVisible()
  await expect(portal.main).toContainText('1 patient')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(family)
  expect(most).toBe(1)
  await field.fill('')
  await expect(page.getByRole('table', { name: 'Patients with tasks' })).toBeVisible()
})

test('without script the search is a form, and patients and pages are links', async ({
  browser,
  signedInAs,
  context,
  baseURL,
}) => {
  const { family, name } = ward()
  await signedInAs(PRACTITIONER)
  const quiet = await browser.newContext({ javaScriptEnabled: false, baseURL: String(baseURL) })
  await quiet.addCookies(await context.cookies())
  const page = await quiet.newPage()
  await page.goto('/portal')
  await expect(page.getByRole('table', { name: 'Patients with tasks' })).toContainText(name)
  await page.getByLabel('Find by name').fill(family)
  await page.getByLabel('Find by name').press('Enter')
  await page.getByRole('link', { name: `Tasks of ${name}` }).click()
  await expect(page.getByRole('heading', { name: `Tasks of ${name}` })).toBeVisible()
  await quiet.close()
})

test('what is said with a task is on its card, for the practitioner and the patient', async ({ portal, page }) => {
  const { name } = ward()
  await portal.signInAs('Daan Visser')
  await portal.findPatient(name)
  await page.getByRole('button', { name: 'Give a task' }).click()
  await page.getByLabel('Message').fill('Shall we look at it on Friday?')
  expect(await seriousFindings(page), 'form').toEqual([])
  await page.getByRole('button', { name: 'Give the task' }).click()
  await expect(page.getByRole('figure', { name: 'Message' })).toContainText('Shall we look at it on Friday?')
})

test('the tasks of a patient lead back to all patients, and giving one is the first thing to do there', async ({
  portal,
  signedInAs,
  page,
}) => {
  const { name } = ward()
  await signedInAs(PRACTITIONER)
  await portal.open()
  await portal.findPatient(name)
  const give = page.getByRole('button', { name: 'Give a task' })
  const view = portal.main.getByRole('button', { name: /^View / }).first()
  const colour = (one: typeof give) => one.evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(await colour(give), 'stronger than looking at one').not.toBe(await colour(view))
  await page.getByRole('button', { name: 'To the patients' }).click()
  await expect(page.getByRole('table', { name: 'Patients with tasks' })).toBeVisible()
})

test('an administrator finds the console and the composer in the portal, and that tasks are for others is no fault', async ({
  portal,
  signedInAs,
  page,
}) => {
  await signedInAs('beheer@demo.test')
  await portal.open()
  await expect(portal.greeting('Femke Smit')).toBeVisible()
  await expect(portal.main.getByRole('link', { name: 'Console' })).toHaveAttribute('href', '/admin')
  await expect(portal.main.getByRole('link', { name: 'Compose a launch' })).toBeVisible()
  await expect(portal.main).toContainText('Tasks belong to patients and practitioners.')
  await expect(portal.main).not.toContainText('No patient or practitioner is linked')
  expect(await seriousFindings(page), 'an administrator at the portal').toEqual([])
})

test('two statuses that look the same are told apart in words, and the banner of a patient has the colour of the portal', async ({
  portal,
  signedInAs,
}) => {
  await signedInAs(PRACTITIONER)
  await portal.open()
  await portal.findPatient('Marijke Jansen')
  await expect(portal.main).toContainText('Requested: whoever is to do it has not accepted it yet.')
  const banner = portal.main.getByText('Marijke Jansen', { exact: true }).first().locator('..')
  const [border, ink] = await banner.evaluate((element) => {
    const mark = document.createElement('span')
    mark.style.color = 'var(--portal-ink)'
    element.append(mark)
    return [getComputedStyle(element).borderLeftColor, getComputedStyle(mark).color]
  })
  expect(border).toBe(ink)
})
