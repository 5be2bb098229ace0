// The first hour of a newcomer, a practitioner and an administrator: where one is stays where one is, and every page leads on.
import { readFile } from 'node:fs/promises'
import { seriousFindings } from './axe.ts'
import { importResources, patientWithTask } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { AppPage } from './pages/app.ts'
import { ComposePage } from './pages/compose.ts'
import { IdpPage } from './pages/idp.ts'

const WEEK_1 = 'Sleep diary: week 1'
const PRACTITIONER = 'daan@demo.test'

test('a tour of all roles begins with a click on the start page, and ends in an open task for each', async ({
  portal,
  app,
}) => {
  for (const [name, task] of [
    ['Marijke Jansen', WEEK_1],
    ['Bram de Boer', WEEK_1],
    ['Els Jansen', 'Help with the sleep diary'],
    ['Daan Visser', 'Review the sleep diary with your patient'],
  ] as const) {
    await portal.signInAs(name)
    if (name === 'Daan Visser') await portal.findPatient('Marijke Jansen')
    await portal.openTask(task)
    await app.opened()
    await app.showHow()
    await expect(app.developers).toContainText(`Opened by${name}`)
  }
})

test('the first launch takes two clicks from the start page: the demo and the task', async ({ portal, app, page }) => {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    addEventListener('click', ({ isTrusted }) => isTrusted && Reflect.get(globalThis, 'countClick')(), true)
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Start the demo' }).click()
  await portal.openTask(WEEK_1)
  await app.opened()
  await expect(app.main.getByRole('heading', { level: 1 })).toHaveText(WEEK_1)
  expect(clicks).toBe(2)
})

test('Back after the login and a repeated callback lead to a page with a way on', async ({
  portal,
  idp,
  app,
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of 400/
  let callback = ''
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/launch/callback') callback = request.url()
  })
  await portal.launchDemo()
  await idp.forget()
  await portal.openTask(WEEK_1)
  await idp.logIn('marijke@demo.test')
  await app.opened()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nobody is signing in here')
  await expect(page.getByRole('link', { name: 'Go to the portal' })).toBeVisible()
  await page.goto(callback)
  await page.getByRole('link', { name: 'Go on with the task that is open' }).click()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})

test('an open task offers what to do next: see how it happened, break a launch, connect an app', async ({
  portal,
  app,
  page,
}) => {
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await app.opened()
  await app.showHow()
  const next = app.developers.getByRole('region', { name: 'What next?' })
  await expect(next.getByRole('link')).toHaveText([
    'See every request and every check',
    'Break one',
    'Connect your own app',
  ])
  await next.getByRole('link', { name: 'Break one' }).click()
  const composer = new ComposePage(page)
  await expect(composer.failure).toHaveValue('expired')
  await composer.here.click()
  await expect(app.main).toContainText('launch.time')
})

test('a practitioner finds a patient by name; patient, search and page stay after a reload and come back', async ({
  portal,
  signedInAs,
  page,
}) => {
  const id = `found-${crypto.randomUUID()}`
  importResources(patientWithTask(id, { email: `${id}@example.org`, family: 'Zandbergen' }).patient)
  await signedInAs(PRACTITIONER)
  await portal.open()
  await page.getByRole('link', { name: 'All patients' }).click()
  await expect(portal.main).toContainText(/\d+ patients/)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(pages).toContainText(/Page 2 of \d/)
  const second = await page.getByRole('table', { name: 'Patients' }).getByRole('row').nth(1).textContent()
  await page.reload()
  await expect(pages).toContainText(/Page 2 of \d/)
  await expect(page.getByRole('table', { name: 'Patients' }).getByRole('row').nth(1)).toHaveText(second ?? '')
  await portal.searchPatient('zandb noo')
  await expect(portal.main).toContainText('1 patient')
  await portal.choosePatient('Noor Zandbergen')
  await expect(page.getByRole('heading', { name: 'Tasks of Noor Zandbergen' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Tasks of Noor Zandbergen' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Find by name')).toHaveValue('zandb noo')
  await expect(portal.main).toContainText('1 patient')
  await portal.searchPatient('nobody-of-this-name')
  await expect(portal.main).toContainText('Nobody is called “nobody-of-this-name”')
  expect(await seriousFindings(page), 'nobody found').toEqual([])
})

test('a list of records searches by each parameter of its type, and is in the address with its page', async ({
  browse,
  signedInAs,
  page,
}) => {
  await signedInAs(PRACTITIONER)
  await browse.open()
  await browse.openType('Patient')
  const fields = page.getByRole('region', { name: 'Find' })
  await fields.getByLabel('birthdate', { exact: true }).fill('1986-04-12')
  await fields.getByLabel('gender', { exact: true }).selectOption('female')
  await fields.getByRole('button', { name: 'Search' }).click()
  await expect(browse.list('Patient').getByRole('link', { name: 'Marijke Jansen' })).toBeVisible()
  await expect(page).toHaveURL(/\/browse\/Patient\?birthdate=1986-04-12&gender=female$/)
  await expect(fields.getByLabel('Query')).toHaveValue('birthdate=1986-04-12&gender=female')
  await page.reload()
  await expect(fields.getByLabel('gender', { exact: true })).toHaveValue('female')
  await browse.list('Patient').getByRole('link', { name: 'Marijke Jansen' }).click()
  await expect(browse.versions).toBeVisible()
  await page.goBack()
  await expect(fields.getByLabel('birthdate', { exact: true })).toHaveValue('1986-04-12')
  await fields.getByLabel('Query').fill('_sort=_id&_count=10')
  await fields.getByLabel('Query').press('Enter')
  await expect(browse.range('Patient')).toHaveText(/^1 to 10 of/)
  await browse.pages('Patient').getByRole('button', { name: 'Next' }).click()
  await expect(browse.range('Patient')).toHaveText(/^11 to 20 of/)
  await page.reload()
  await expect(browse.range('Patient')).toHaveText(/^11 to 20 of/)
  await page.goBack()
  await expect(browse.range('Patient')).toHaveText(/^1 to 10 of/)
})

test('a record opens on its fields, with days in words and links for its references', async ({
  browse,
  signedInAs,
  page,
}) => {
  await signedInAs(PRACTITIONER)
  await browse.open()
  await expect(browse.account).toHaveText('Daan Visser')
  await browse.open('/Task/sleep-diary-bram')
  await expect(page.getByRole('tab').first()).toHaveText('Fields')
  await page
    .getByRole('tabpanel', { name: 'Fields' })
    .getByRole('link', { name: 'Patient/bram-de-boer' })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bram de Boer')
  await expect(page.getByRole('tabpanel', { name: 'Fields' })).toContainText('1972-11-30 (30 November 1972)')
  await browse.showTab('References')
  const tasks = page.getByRole('region', { name: 'What points to this record' }).getByRole('listitem')
  await expect(tasks.filter({ hasText: /^Task/ })).toHaveText([/by patient$/, /by owner$/])
})

test('a field of the composer suggests what exists, and accepts any text', async ({ page }) => {
  const composer = new ComposePage(page)
  await composer.open()
  await composer.sub.click()
  const people = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(people.filter({ hasText: 'Daan Visser' })).toBeVisible()
  expect(await people.count()).toBeGreaterThan(5)
  await composer.sub.fill('els')
  await expect(people).toHaveText([/Els Jansen/])
  expect(await seriousFindings(page), 'list open').toEqual([])
  await composer.sub.press('ArrowDown')
  await composer.sub.press('Enter')
  await expect(composer.sub).toHaveAccessibleDescription('RelatedPerson/els-jansen')
  await expect(composer.claims).toContainText('"sub": "RelatedPerson/els-jansen"')
  await composer.sub.fill('Patient/somebody-else')
  await composer.sub.press('Escape')
  await expect(people).toHaveCount(0)
  await expect(composer.claims).toContainText('"sub": "Patient/somebody-else"')
})

test('the console opens with an overview: health, what there is, and the latest refusals', async ({
  page,
  asAdmin,
}) => {
  const composer = new ComposePage(page)
  await composer.open()
  await composer.failure.selectOption('expired')
  await composer.here.click()
  await expect(new AppPage(page).main).toContainText('launch.time')
  const admin = await asAdmin()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Overview' }).click()
  await expect(admin.heading).toHaveText('Overview')
  await expect(page.getByRole('region', { name: 'Health' })).toContainText(/The server is running well\. Slipway \d/)
  await expect(page.getByRole('list', { name: 'At a glance' }).getByRole('link', { name: /^\d+ apps$/ })).toBeVisible()
  await page
    .getByRole('region', { name: 'Latest refusals' })
    .getByRole('listitem')
    .filter({ hasText: 'launch.time' })
    .first()
    .getByRole('link', { name: /was refused$/ })
    .click()
  await expect(page).toHaveURL(/\/traces\//)
})

test('an auditor saves the list as CSV, and sees in it what changed', async ({ page, browser, asAdmin }) => {
  await asAdmin()
  await page.waitForURL('**/admin/apps')
  const username = `csv-${crypto.randomUUID()}@example.org`
  const added = await page.request.post('/admin/api/users', {
    data: { username, name: 'Lot Bos', role: 'auditor', password: 'a-long-password' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(added.ok()).toBe(true)
  const auditors = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await auditors.goto('/admin/audit?name=change')
  await auditors.getByRole('button', { name: 'Sign in', exact: true }).click()
  await new IdpPage(auditors).logIn(username, 'a-long-password')
  await auditors.goto('/admin/audit?name=change')
  const row = auditors.getByRole('table').getByRole('row').filter({ hasText: username })
  await expect(row).toContainText(/role:.*auditor/)
  const downloading = auditors.waitForEvent('download')
  await auditors.getByRole('button', { name: 'Save as CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  const saved = csv.split('\r\n').find((line) => line.includes(`"${username}"`))
  expect(saved).toContain('"role:  -> auditor"')
  await expect(auditors.getByRole('status').filter({ hasText: /in the file/ })).toBeVisible()
  expect(await seriousFindings(auditors), 'audit list').toEqual([])
  await auditors.context().close()
})

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

  test('a launch goes as on a desk, and no page on the way is wider than the screen', async ({
    portal,
    idp,
    app,
    page,
  }) => {
    const fits = async (where: string) =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(0)
    await page.goto('/')
    await fits('start')
    await page.getByRole('button', { name: 'Start the demo' }).click()
    await expect(portal.openButton(WEEK_1)).toBeVisible()
    await fits('portal')
    await idp.forget()
    await portal.openTask(WEEK_1)
    await expect(idp.submit).toBeVisible()
    await fits('login')
    await idp.logIn('marijke@demo.test')
    await app.opened()
    await fits('app')
    expect(await seriousFindings(page), 'app').toEqual([])
  })
})
