// The launch as a person sees it.
import { importResources, patientWithTask, strangePlatform } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { AccountMenu } from './pages/account.ts'
import { AppPage } from './pages/app.ts'
import { PortalPage } from './pages/portal.ts'

const WEEK_1 = 'Sleep diary: week 1'

test('a patient who is signed in to the portal launches with that one login', {
  tag: '@dev',
}, async ({ portal, idp, app, page }) => {
  await portal.signIn()
  await idp.logIn('marijke@demo.test')
  await portal.openTask(WEEK_1)
  await app.opened()
  await expect(app.main).toContainText('Marijke Jansen')
  await expect(app.main).toContainText(WEEK_1)
  await expect(app.main.getByText('patient', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/launch\/app\?session=[\w-]{12}$/)
})

test('a visitor launches the demo from the start page, and is asked nothing on the way', async ({ portal, app }) => {
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
  await app.showHow()
  await expect(app.narrative).toBeVisible()
  // A token says in whole seconds when the person signed in.
  await expect(async () => {
    await portal.open()
    await portal.openTask(WEEK_1)
    await app.opened()
    await expect(app.developers).toContainText('Nobody had to sign in: this person was signed in', { timeout: 3000 })
  }).toPass()
})

test('a demo person logs in at the login page with one click', async ({ portal, idp, app, page }) => {
  await portal.launchDemo()
  await idp.forget()
  await portal.openTask(WEEK_1)
  await page.getByRole('button', { name: /Marijke Jansen/ }).click()
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
  await app.showHow()
  await expect(app.developers).toContainText('Code exchanged for tokens')
  await expect(app.developers).not.toContainText('Nobody had to sign in')
})

test('how a task was opened lies over the page, which does not move, also on a phone; Escape closes it', async ({
  portal,
  app,
  page,
}) => {
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await app.opened()
  const title = app.main.getByRole('heading', { level: 1 })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const before = await title.boundingBox()
    await app.how.click()
    await expect(app.developers.getByRole('heading', { level: 2 }).first()).toBeInViewport()
    expect(await title.boundingBox(), `${width} px`).toEqual(before)
    await expect(title).toBeInViewport()
    await expect(app.developers.getByRole('heading', { name: 'How this task was opened' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(app.developers).toHaveCount(0)
    await expect(app.how).toBeFocused()
  }
})

test('a person whose launch is refused reads what to do and a reference, and finds the steps only by asking', async ({
  launchAs,
  signedInAs,
  app,
  page,
}) => {
  await launchAs('bram@demo.test')
  await expect(app.alert.getByRole('heading')).toBeVisible()
  await expect(app.main).not.toContainText(/Code received|authorize|token/, { useInnerText: true })
  const reference = await app.main.getByText('name this reference').locator('code').innerText()
  expect(reference).toMatch(/^[\w-]{8}$/)
  await app.showHow()
  await expect(app.main.getByRole('listitem').filter({ hasText: 'failed here' })).toBeVisible()
  await signedInAs('beheer@demo.test')
  await page.goto(`/traces?text=${reference}`)
  await expect(
    page.getByRole('table', { name: 'Traces' }).getByRole('rowheader'),
    'whoever helps finds it',
  ).toHaveCount(1)
})

test('the page of an open task comes with its data, only for the person who opened it and only when it is opened', async ({
  portal,
  app,
  page,
  playwright,
  baseURL,
}) => {
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
  const opened = await page.request.get('/launch/app')
  const text = await opened.text()
  expect(opened.headers()['cache-control']).toContain('no-store')
  expect(text).toContain('1986-04-12')
  expect(text, 'no token comes with it').not.toMatch(/eyJ[\w-]+\.eyJ|client_assertion|access_token/)
  const loaded = await page.request.get('/launch/app', { headers: { 'sec-fetch-dest': 'empty' } })
  expect(await loaded.text()).not.toContain('1986-04-12')
  const stranger = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  expect(await (await stranger.get('/launch/app')).text()).not.toContain('1986-04-12')
  await stranger.dispose()
})

test('a practitioner picks a patient first and opens a task on her behalf', async ({ portal, signedInAs, app }) => {
  await signedInAs('daan@demo.test')
  await portal.open()
  await portal.findPatient('Marijke Jansen')
  await portal.openTask('Review the sleep diary with your patient')
  await app.opened()
  await expect(app.main).toContainText('Daan Visser')
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})

test('a related person opens a task for her daughter', async ({ portal, app }) => {
  await portal.signInAs('Els Jansen')
  await expect(portal.main.getByRole('heading', { name: 'My tasks for Marijke Jansen' })).toBeVisible()
  await portal.openTask('Help with the sleep diary')
  await app.opened()
  await expect(app.main).toContainText('Els Jansen')
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})

test('a launch from a platform where nobody is signed in asks for the login', async ({
  idp,
  app,
  launchFromElsewhere,
}) => {
  const platform = await strangePlatform()
  await launchFromElsewhere(
    await platform.launchToken({ sub: 'Patient/bram-de-boer', resource: 'Task/sleep-diary-bram' }),
  )
  await expect(idp.submit).toBeVisible()
  await idp.logIn('bram@demo.test')
  await app.opened()
  await expect(app.patientBanner).toContainText('Bram de Boer')
})

test('a person other than the one of the launch is turned away and told so', async ({ portal, idp, app }) => {
  await portal.launchDemo()
  await idp.forget()
  await portal.openTask(WEEK_1)
  await idp.logIn('bram@demo.test')
  await expect(app.alert).toContainText('not opened for you')
  await expect(app.main).toContainText('access_denied')
  await expect(app.main).not.toContainText('Marijke')
  await app.main.getByRole('link', { name: 'Sign in as somebody else' }).click()
  await portal.openTask(WEEK_1)
  await idp.logIn('marijke@demo.test')
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})

test('a newcomer signs up from the login of the portal and opens the first task as a patient', async ({
  portal,
  idp,
  app,
}) => {
  await portal.signIn()
  await idp.createAccount({
    name: 'Noor van Dijk',
    email: `noor-${Date.now()}@example.org`,
    password: 'a few words in a row',
  })
  await portal.openTask('Sleep diary: your first week')
  await app.opened()
  await expect(app.main).toContainText('Noor van Dijk')
  await expect(app.main.getByText('patient', { exact: true }).first()).toBeVisible()
  await app.main.getByRole('button', { name: 'Start', exact: true }).click()
  await app.main.getByRole('radio').first().check()
  await expect(app.main.getByText('Saved', { exact: true })).toBeVisible()
})

test('a patient without an account signs up inside a running launch', async ({ idp, app, launchFromElsewhere }) => {
  const email = `vera-${Date.now()}@example.org`
  const { patient, task } = patientWithTask('vera-mulder', { email, family: 'Mulder' })
  importResources(patient, task)
  const platform = await strangePlatform()
  await launchFromElsewhere(
    await platform.launchToken({ sub: 'Patient/vera-mulder', resource: 'Task/task-vera-mulder' }),
  )
  await idp.createAccount({ name: 'Noor Mulder', email, password: 'a few words in a row' })
  await app.opened()
  await expect(app.patientBanner).toContainText('Mulder')
  await expect(app.main).toContainText('Diary of Mulder')
})

test('who cancels the login comes back to the app, which says so', async ({ portal, idp, app, page }) => {
  await portal.launchDemo()
  await idp.forget()
  await portal.openTask(WEEK_1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(app.alert).toContainText('You cancelled the sign-in')
  await expect(app.main).toContainText('access_denied')
  await page.goto('/traces?outcome=cancelled')
  await expect(page.getByRole('main')).toContainText('and what was opened as you or in this browser')
  const row = page.getByRole('row', { name: `Marijke Jansen cancelled the sign-in for “${WEEK_1}”` }).first()
  await expect(row.getByText('cancelled', { exact: true })).toBeVisible()
})

test('the login page says for whom and for what, with her button first', async ({ portal, idp, page }) => {
  await portal.launchDemo()
  await idp.forget()
  await portal.openTask(WEEK_1)
  await expect(page.getByRole('main')).toContainText(`to open ${WEEK_1} in`)
  await expect(page.getByRole('main')).toContainText('as Marijke Jansen')
  await expect(idp.email).toHaveValue('marijke@demo.test')
  const people = page.getByRole('region', { name: 'Demo people' })
  await expect(people.getByRole('button').first()).toContainText('Marijke Jansen')
})

test('each click on another person opens that person’s task, without another login', async ({ portal, app }) => {
  for (const [name, task] of [
    ['Marijke Jansen', WEEK_1],
    ['Els Jansen', 'Help with the sleep diary'],
    ['Marijke Jansen', WEEK_1],
  ] as const) {
    await portal.signInAs(name)
    await portal.openTask(task)
    await app.opened()
    await app.showHow()
    await expect(app.developers).toContainText(`Opened by${name}`)
  }
})

test('two tabs show two patients, and closing one leaves the other open', async ({
  portal,
  signedInAs,
  app,
  page,
  context,
}) => {
  await signedInAs('daan@demo.test')
  await portal.open()
  await portal.findPatient('Marijke Jansen')
  await portal.openTask('Review the sleep diary with your patient')
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
  const second = await context.newPage()
  const [otherPortal, otherApp] = [new PortalPage(second), new AppPage(second)]
  await otherPortal.open()
  await otherPortal.findPatient('Bram de Boer')
  await otherPortal.openTask('Sleep diary: week 1')
  await otherApp.opened()
  await expect(otherApp.patientBanner).toContainText('Bram de Boer')
  await page.reload()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
  await page.getByRole('button', { name: 'Close the task' }).click()
  await second.reload()
  await expect(otherApp.patientBanner).toContainText('Bram de Boer')
})

test('a patient sees her own tasks, and the lists of the domain only on request', async ({ portal, app, page }) => {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(decodeURIComponent(request.url())))
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await app.opened()
  await app.showHow()
  await expect(app.developers.getByRole('region', { name: 'Your tasks' })).toContainText(WEEK_1)
  await expect(page.locator('body')).not.toContainText('Bram de Boer')
  await expect(page.locator('body')).not.toContainText('Review the sleep diary with your patient')
  expect(asked.filter((url) => /Patient\?|metadata/.test(url))).toEqual([])
  await app.openLists()
  await expect(page.getByRole('table', { name: 'List of Patient' }).getByRole('row').nth(1)).toBeVisible()
})

test('a session that has ended leaves no data on the screen, and a link to the portal', async ({
  portal,
  app,
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of 401/
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await app.opened()
  await page.context().clearCookies({ name: /slipway-app-/ })
  await app.how.click() // What unfolds is read.
  await expect(app.alert).toContainText('Your session has ended')
  await expect(app.main).not.toContainText('Marijke')
  await expect(app.main.getByRole('link', { name: 'Go to the portal' })).toBeVisible()
  await page.reload()
  await expect(app.alert).toContainText('Your session has ended')
})

test('a task that is opened after the portal session has ended opens after the login', async ({
  portal,
  idp,
  app,
  page,
  tolerated,
}) => {
  tolerated.pattern = /401.*tasks\/stream/ // The page may ask for news when the session has ended.
  await portal.signIn()
  await idp.logIn('marijke@demo.test')
  await expect(portal.openButton(WEEK_1)).toBeVisible()
  await page.context().clearCookies()
  await portal.openTask(WEEK_1)
  await expect(portal.main.getByRole('alert')).toContainText('Your session has ended')
  await portal.signInButton.click()
  await idp.logIn('marijke@demo.test')
  await page.waitForURL(/\/launch\/app\?session=/)
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})

test('who signs out is logged out, and the cookies from before open nothing', async ({
  portal,
  idp,
  page,
  context,
}) => {
  await portal.signIn()
  await idp.logIn('marijke@demo.test')
  await expect(portal.openButton(WEEK_1)).toBeVisible()
  const before = await context.cookies()
  await new AccountMenu(page).signOut()
  await expect(portal.signInButton).toBeVisible()
  await portal.signInButton.click()
  await expect(idp.submit).toBeVisible()
  await context.addCookies(before)
  await portal.open()
  await expect(portal.signInButton).toBeVisible()
})

test('another person signs in at the portal without signing out first', async ({ portal, idp, page }) => {
  await portal.signIn()
  await idp.logIn('marijke@demo.test')
  await new AccountMenu(page).signInAsOther()
  await idp.logIn('bram@demo.test')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bram de Boer')
})

test('a newcomer begins at the start page, and opens the first task', async ({ page, idp, portal, app }) => {
  const email = `saar-${Date.now()}@example.org`
  await page.goto('/')
  await page.getByRole('button', { name: 'Create an account of your own' }).click()
  await idp.fillIn({ name: 'Saar Bos', email, password: 'a few words in a row' })
  await portal.openTask('Sleep diary: your first week')
  await app.opened()
  await expect(app.main).toContainText('Saar Bos')
})

test('a newcomer who signs up inside the launch of somebody else opens a first task of her own', async ({
  page,
  idp,
  portal,
  app,
}) => {
  const email = `tess-${Date.now()}@example.org`
  await portal.launchDemo()
  await idp.forget()
  await portal.openTask(WEEK_1)
  await idp.createAccount({ name: 'Tess Bos', email, password: 'a few words in a row' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is ready, Tess Bos')
  await expect(page.getByRole('main')).toContainText('The task you were opening is for Marijke Jansen')
  await page.getByRole('link', { name: 'Nederlands' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je account is klaar, Tess Bos')
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('link', { name: 'Open a task of your own' }).click() // No password is asked for again.
  await portal.openTask('Sleep diary: your first week')
  await app.opened()
  await expect(app.main).toContainText('Tess Bos')
})

test('/launch opened without parameters explains itself and offers a demo launch', async ({ page, portal }) => {
  await page.goto('/launch')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: /demo/i }).click()
  await expect(portal.openButton(WEEK_1)).toBeVisible()
})

test('a redirect_uri that is not registered ends at a page of the authorization server', {
  tag: '@dev',
}, async ({ page, tolerated }) => {
  tolerated.pattern = /status of 400/
  const answer = await page.goto(
    '/oauth2/authorize?client_id=demo-app&redirect_uri=https%3A%2F%2Fevil.example%2F&response_type=code',
  )
  expect(answer?.status()).toBe(400)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/oauth2\/authorize/)
})
