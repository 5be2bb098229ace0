// What a practitioner sees first: own tasks, patients with tasks, and a search that answers while one types.
import { seriousFindings } from './axe.ts'
import { importResources, patientWithTask } from './domain.ts'
import { expect, test } from './fixtures.ts'

const PRACTITIONER = 'daan@demo.test'

/** A patient of one's own with a task, and the family name by which to find them. */
function ward(status = 'ready') {
  const own = crypto.randomUUID()
  const family = `Typer ${own.slice(0, 8)}`
  const { patient, task } = patientWithTask(`first-${own}`, { email: `${own}@example.org`, family })
  importResources(patient, { ...task, status })
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
  await page.getByRole('button', { name: 'Back to patients' }).click()
  await expect(page).toHaveTitle('My tasks · Portal · Slipway')
  const id = `begun-${crypto.randomUUID()}`
  const { patient, task } = patientWithTask(id, { email: `${id}@example.org`, family: 'Begun' })
  const begun = { ...task, owner: { reference: 'Practitioner/daan-visser' }, description: `Talk ${id}` }
  importResources(patient, { ...begun, status: 'in-progress' })
  await portal.open()
  await expect(page.getByRole('button', { name: `Continue ${begun.description}` })).toHaveText('Continue')
  importResources({ ...begun, status: 'completed' })
})

test('the first page of a practitioner that stays open shows a task that somebody else began', async ({
  portal,
  signedInAs,
  page,
}) => {
  const own = `live-${crypto.randomUUID()}`
  const { patient, task } = patientWithTask(own, { email: `${own}@example.org`, family: `Live ${own.slice(5, 13)}` })
  importResources(patient, { ...task, status: 'ready', description: `Live ${own}` })
  await signedInAs(PRACTITIONER)
  await portal.open()
  const row = page.getByRole('row').filter({ hasText: `Live ${own}` })
  await expect(row).toContainText('ready')
  importResources({ ...task, status: 'in-progress', description: `Live ${own}` })
  await expect(row).toContainText('in progress')
})

test('a completed task of a patient leads a practitioner to what happened', async ({ portal, signedInAs, page }) => {
  const own = `over-${crypto.randomUUID()}`
  const family = `Over ${own.slice(5, 13)}`
  const { patient, task } = patientWithTask(own, { email: `${own}@example.org`, family })
  importResources(patient, { ...task, status: 'completed', description: `Over ${own}` })
  await signedInAs(PRACTITIONER)
  await portal.open()
  await portal.findPatient(`Noor ${family}`)
  await page.getByText('Done (1)').click()
  await page.getByRole('link', { name: `What happened to Over ${own}` }).click()
  await expect(page).toHaveURL(`/browse/Task/${task.id}?tab=history`)
  await expect(page.getByRole('main')).toContainText('Version 1')
})

test('a row leads to the patient and to the task, and what is overdue says so in words', async ({
  portal,
  signedInAs,
  page,
}) => {
  const own = crypto.randomUUID()
  const { patient, task } = patientWithTask(`late-${own}`, {
    email: `${own}@example.org`,
    family: `Late ${own.slice(0, 8)}`,
  })
  const late = { ...task, status: 'ready', description: `Late ${own}`, executionPeriod: { end: '2020-02-03' } }
  const done = { ...late, id: `done-${own}`, status: 'completed', description: `Done ${own}` }
  importResources(patient, late, done)
  await signedInAs(PRACTITIONER)
  await portal.open()
  const rows = page.getByRole('table', { name: 'Patients with tasks' }).getByRole('row')
  const row = rows.filter({ hasText: late.description })
  await expect(row).toContainText(/3 Feb 2020\s*overdue/)
  await expect(row).toContainText(/born \d/)
  await row.getByRole('link', { name: late.description }).click()
  await expect(page.getByRole('heading', { name: late.description }), 'is read first').toBeFocused()
  await expect(page.getByRole('heading', { name: late.description })).toBeInViewport()
  const cards = portal.main.getByRole('listitem')
  await expect(cards.filter({ hasText: late.description })).toContainText('overdue')
  await expect(cards.filter({ hasText: late.description }).getByRole('button', { name: /^View/ })).toBeVisible()
  await portal.main.getByText(/^Done \(/).click()
  await expect(cards.filter({ hasText: done.description }), 'it has ended').not.toContainText('overdue')
  await page.getByRole('button', { name: 'Nederlands' }).click()
  await expect(cards.filter({ hasText: late.description })).toContainText('te laat')
  expect(await seriousFindings(page), 'with what is overdue').toEqual([])
})

test('own tasks are not listed again below their patients', async ({ portal, signedInAs, page }) => {
  await signedInAs(PRACTITIONER)
  await portal.open()
  const tasksIn = (table: string) =>
    page
      .getByRole('table', { name: table })
      .locator('a[href*="task="]')
      .evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).searchParams.get('task')))
  const own = await tasksIn('My tasks')
  expect(own.length).toBeGreaterThan(0)
  const others = await tasksIn('Patients with tasks')
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter((task) => own.includes(task))).toEqual([])
})

test('the form of a task begins with a week, and tells whom it is for from others of the same name', async ({
  portal,
  page,
}) => {
  const { name } = ward()
  await portal.signInAs('Daan Visser')
  await portal.findPatient(name)
  await page.getByRole('button', { name: 'Give a task' }).click()
  const inAWeek = await page.evaluate(() => {
    const day = new Date()
    day.setDate(day.getDate() + 7)
    return day.toLocaleDateString('sv')
  })
  await expect(page.getByLabel('Due date')).toHaveValue(inAWeek)
  await expect(page.getByLabel('Who the task is for').getByRole('option').first()).toHaveText(
    new RegExp(`^${name} \\(patient, born \\d+ \\w+ \\d{4}\\)$`),
  )
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

test('the tasks of a patient lead back to the search by which the patient was found, and giving one is the first thing to do there', async ({
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
  await page.reload()
  await page.getByRole('button', { name: 'Back to patients' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue(name)
  await expect(page.getByRole('table', { name: 'Patients', exact: true })).toContainText(name)
  await page.getByRole('link', { name: 'Patients with tasks' }).click()
  await expect(page.getByRole('table', { name: 'Patients with tasks' })).toBeVisible()
})

test('View shows of a task of somebody else whose it is, how far it is and what it asks, and leads back to the patient', async ({
  portal,
  page,
  app,
}) => {
  const { name } = ward()
  await portal.signInAs('Daan Visser')
  await portal.findPatient(name)
  const patient = new URL(page.url()).searchParams.get('patient')
  await portal.main
    .getByRole('button', { name: /^View / })
    .first()
    .click()
  await app.opened()
  await expect(app.main).toContainText(`Owner${name}`)
  await expect(app.main).toContainText('Answerednothing yet')
  await expect(app.main.getByRole('heading', { name: 'What it asks' })).toBeVisible()
  await expect(app.main.getByRole('listitem')).toHaveCount(3)
  await expect(app.main.getByRole('listitem').first(), 'as its owner is asked').toHaveText(
    'How did you sleep last night?',
  )
  expect(await seriousFindings(page), 'a task of somebody else').toEqual([])
  await app.main.getByRole('link', { name: 'Go to the portal' }).click()
  await expect(page.getByRole('heading', { name: `Tasks of ${name}` })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('patient')).toBe(patient)
})

test('a completed task says when it was completed, and by whom', async ({ portal }) => {
  const { name } = ward('completed')
  await portal.signInAs('Daan Visser')
  await portal.findPatient(name)
  await portal.main.getByText(/^Done \(/).click()
  await expect(portal.main.getByText(/^Completed.*, by /).first()).toBeVisible()
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
