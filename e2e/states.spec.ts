// States that a page seldom has: what was asked for is not there, names are as long as they may be, nobody answered.
import { seriousFindings } from './axe.ts'
import { importResources, patientWithTask, registerWriter } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { ConnectPage } from './pages/connect.ts'
import { SubscriptionsPage } from './pages/subscriptions.ts'

/** One word that fills a line of any screen several times. */
const LONG = 'x'.repeat(200)

test('the page of an unknown app says so in its heading, and leads back to the apps', async ({
  asAdmin,
  page,
  tolerated,
}) => {
  tolerated.pattern = /404/
  const admin = await asAdmin()
  await expect(admin.heading).toHaveText('Apps')
  await page.goto('/admin/apps/nobody')
  await expect(admin.heading).toHaveText('There is no such app here')
  await expect(page.getByText('No app has the client_id nobody.')).toBeVisible()
  await admin.toApps()
  await expect(admin.heading).toHaveText('Apps')
})

/** Addresses without a page: of each page that takes a name, and beside them. */
const NOWHERE = [
  '/docs/how-to/nothing',
  '/docs/errors/nothing',
  '/docs/api/nothing',
  '/docs/nothing/docker',
  '/nothing',
]

test('the title of a page that does not exist says so', async ({ page, tolerated }) => {
  tolerated.pattern = /404/
  for (const path of NOWHERE) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('This page does not exist')
    await expect(page, path).toHaveTitle('This page does not exist · Slipway')
  }
})

test('a page that does not exist says so without scripts, and has links', { tag: '@dev' }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const path of NOWHERE) {
    const answer = await page.goto(`${baseURL}${path}`)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('This page does not exist')
    await expect(page.getByRole('link', { name: 'To the start page' }), path).toBeVisible()
  }
  await context.close()
})

test('the guide of a newly registered app is focused and visible on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  const connect = new ConnectPage(page)
  const guide = page.getByRole('heading', { name: 'Your key' })
  await connect.openWithOwnAccount()
  for (const name of ['Above', LONG.slice(0, 150), 'Below']) {
    await connect.startAnother()
    await connect.register(name, 'http://localhost:1')
    await expect(guide).toBeFocused()
    await expect(guide).toBeInViewport()
  }
  await page.getByRole('button', { name: 'Show Above' }).click()
  await expect(guide).toBeFocused()
  await expect(guide).toBeInViewport()
  expect(await overflowOf(page), 'a long name').toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Python', exact: true }).click()
  expect(await seriousFindings(page), 'the button under the pointer').toEqual([])
  for (const name of ['Above', LONG.slice(0, 150), 'Below']) {
    await page
      .getByRole('button', { name: `Show ${name}` })
      .first()
      .click()
    await connect.remove()
    await expect(page.getByRole('button', { name: `Show ${name}` })).toHaveCount(0)
  }
})

test('a task and a patient whose names are one long word fit a narrow screen', async ({
  page,
  portal,
  signedInAs,
  browse,
}) => {
  await page.setViewportSize({ width: 320, height: 780 })
  const id = `long-${crypto.randomUUID()}`
  const { patient, task } = patientWithTask(id, { email: `${id}@demo.test`, family: LONG })
  importResources(patient, { ...task, description: LONG })
  await signedInAs('daan@demo.test')
  await portal.open()
  await expect(page.getByRole('heading', { name: 'Patients' })).toBeVisible()
  await page.goto(`/portal?patient=${id}`)
  await expect(portal.openButton(LONG)).toBeVisible()
  expect(await overflowOf(page), 'tasks').toBeLessThanOrEqual(0)
  await browse.open(`/Patient/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(LONG)
  expect(await overflowOf(page), 'record').toBeLessThanOrEqual(0)
  await browse.open('/Patient')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patient')
  expect(await overflowOf(page), 'list').toBeLessThanOrEqual(0)
})

test('offline, a page keeps what it shows and reports what could not be loaded or sent', async ({
  page,
  portal,
  signedInAs,
  tolerated,
}) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED|ChunkLoadError|Failed to load chunk/
  await signedInAs('daan@demo.test')
  await portal.open()
  await expect(page.getByRole('heading', { name: 'Patients' })).toBeVisible()
  await page.goto('/portal?patient=marijke-jansen')
  await expect(portal.openButton('Sleep diary: week 1')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Give a task' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toContainText('no connection')
  await expect(portal.openButton('Sleep diary: week 1')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Give a task' }).click()
  await expect(page.getByLabel('Activity')).toBeVisible()

  await page.goto('/connect?app=new')
  await page.getByLabel('Name').fill('Typed and kept')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No response arrived' })).toContainText(
    'Check whether it was done',
  )
  await expect(page.getByLabel('Name')).toHaveValue('Typed and kept')
  await page.context().setOffline(false)
})

test('SUB-33 an attempt without an answer is shown as "No answer"', async ({ page, signedInAs }) => {
  const subscriptions = new SubscriptionsPage(page)
  const reason = `Unanswered ${crypto.randomUUID()}`
  const nobody = 'http://localhost:9'
  const write = await registerWriter(`unanswered-${crypto.randomUUID()}`, nobody)
  const channel = { type: 'rest-hook', endpoint: `${nobody}/hook` }
  const resource = { resourceType: 'Subscription', status: 'requested', reason, criteria: 'Task?', channel }
  expect((await write(resource)).status).toBe(201)
  await signedInAs('beheer@demo.test')
  await page.goto('/subscriptions')
  await subscriptions.open(reason)
  await expect(subscriptions.events).toContainText(['No answer'])
  await expect(subscriptions.events).not.toContainText(['Answered'])
  await expect(page.getByText('nothing that meets the criteria was written while it was active')).toBeVisible()
})

/** Pages of the console, each with a text that its first answer brings. */
const CONSOLE: readonly (readonly [string, string])[] = [
  ['apps', 'Sleep diary'],
  ['apps/demo-app', 'http://localhost'],
  ['roles', 'reader'],
  ['users', 'marijke@demo.test'],
  ['keys', 'Authorization server'],
  ['data', 'Reset the demo'],
]

test('a page of the console keeps what it shows when reloading its data fails, and says so', async ({
  page,
  asAdmin,
  tolerated,
}) => {
  tolerated.pattern = /ERR_INTERNET_DISCONNECTED|403/
  await asAdmin()
  for (const [path, text] of CONSOLE) {
    await page.goto(`/admin/${path}`)
    const shown = page.getByRole('main').getByText(text).first()
    await expect(shown, path).toBeVisible()
    await page.context().setOffline(true)
    await page.route('**/admin/api/**', (route) => route.fulfill({ status: 403, json: {} }))
    await page.context().setOffline(false) // All is asked for again.
    await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' }), path).toBeVisible()
    await expect(shown, path).toBeVisible()
    await page.unroute('**/admin/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Try again' }), path).toHaveCount(0)
  }
})

test('the composer says that the portal is not in use, and links to connecting a portal', async ({
  page,
  tolerated,
}) => {
  tolerated.pattern = /409/
  const answer = { error: 'not_in_use', error_description: 'The portal is not an approved app of this domain.' }
  await page.route('**/portal/api/**', (route) => route.fulfill({ status: 409, json: answer }))
  await page.goto('/portal/compose')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The portal is not in use here')
  await expect(page.getByRole('main').getByRole('link', { name: 'Connect your portal' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('the focus moves to the heading after a retry by keyboard', async ({ page, asAdmin, tolerated }) => {
  tolerated.pattern = /429/
  const admin = await asAdmin()
  await expect(admin.heading).toHaveText('Apps')
  for (const [path, api, title] of [
    ['/traces', '**/traces/api**', 'Traces'],
    ['/admin/users', '**/admin/api/users**', 'Users'],
  ] as const) {
    let isBusy = true
    await page.route(api, (route) => (isBusy ? route.fulfill({ status: 429, json: {} }) : route.continue()))
    await page.goto(path)
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    const refused = page.waitForResponse((answer) => answer.status() === 429)
    await again.press('Enter')
    await refused
    await expect(again, 'refused once more').toHaveAttribute('aria-disabled', 'false')
    await again.focus()
    isBusy = false // What is asked for from here on is answered, by whomever it is asked: so the key does not wait for the button.
    await page.keyboard.press('Enter')
    await expect(again).toHaveCount(0)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeFocused()
  }
})

test('a printed page is dark on white, without navigation and buttons', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/docs/how-to/connect-your-app')
  const heading = page.getByRole('heading', { level: 1 })
  const colour = () => heading.evaluate((it) => getComputedStyle(it).color)
  await expect(page.getByRole('button', { name: /^Colours: / })).toBeVisible()
  const onScreen = await colour()
  // Chromium tells a page that is made into a file what it tells one that is printed.
  const printed = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const look = () => resolve(getComputedStyle(document.querySelector('h1') as Element).color)
        window.addEventListener('beforeprint', look)
      }),
  )
  await page.pdf()
  expect(await printed).toBe('rgb(23, 33, 31)')
  expect(await colour()).toBe(onScreen)
  await page.emulateMedia({ media: 'print' })
  await expect(heading).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeHidden()
})

/** Pixels by which the page is wider than its window. */
const overflowOf = (page: { readonly evaluate: (read: () => number) => Promise<number> }) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
