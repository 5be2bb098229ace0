// The launch as a person lives it.
import { importResources, patientWithTask, registerPlatform } from './domain.ts'
import { expect, test } from './fixtures.ts'

const WEEK_1 = 'Sleep diary: week 1'

test('a patient who is signed in to the portal launches with that one login', {
  tag: ['@every-mount', '@dev'],
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

test('a visitor launches the demo from the start page and logs in on the way', { tag: '@every-mount' }, async ({
  portal,
  idp,
  app,
}) => {
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await idp.logIn('marijke@demo.test')
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
  await expect(app.narrative).toBeVisible()
})

test('a demo person logs in with one click', async ({ portal, app, page }) => {
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await page.getByRole('button', { name: /Marijke Jansen/ }).click()
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})

test('what an open task shows comes with the page, to whoever opened it and to nobody else', async ({
  portal,
  idp,
  app,
  page,
  playwright,
  baseURL,
}) => {
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await idp.logIn('marijke@demo.test')
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

test('a practitioner picks a patient first and opens a task on her behalf', async ({ portal, idp, app }) => {
  await portal.signIn()
  await idp.logIn('daan@demo.test')
  await portal.choosePatient('Marijke Jansen')
  await portal.openTask('Review the sleep diary with your patient')
  await app.opened()
  await expect(app.main).toContainText('Daan Visser')
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})

test('a related person opens a task for her daughter', async ({ portal, idp, app }) => {
  await portal.actAs('Els Jansen')
  await portal.openTask('Help with the sleep diary')
  await idp.logIn('els@demo.test')
  await app.opened()
  await expect(app.main).toContainText('Els Jansen')
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})

test('a launch from a platform where nobody is signed in asks for the login', async ({
  idp,
  app,
  launchFromElsewhere,
}) => {
  const platform = await registerPlatform('platform-of-ours')
  await launchFromElsewhere(
    await platform.launchToken({ sub: 'Patient/bram-de-boer', resource: 'Task/sleep-diary-bram' }),
  )
  await expect(idp.submit).toBeVisible()
  await idp.logIn('bram@demo.test')
  await app.opened()
  await expect(app.patientBanner).toContainText('Bram de Boer')
})

test('another person than the one of the launch is turned away and told so', async ({ portal, idp, app }) => {
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await idp.logIn('bram@demo.test')
  await expect(app.alert).toContainText('not opened for you')
  await expect(app.main).toContainText('access_denied')
  await expect(app.main).not.toContainText('Marijke')
  await app.main.getByRole('link', { name: 'Log in as somebody else' }).click()
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
  await idp.signUp({ name: 'Noor van Dijk', email: `noor-${Date.now()}@example.org`, password: 'a few words in a row' })
  await portal.openTask('Sleep diary: your first week')
  await app.opened()
  await expect(app.main).toContainText('Noor van Dijk')
  await expect(app.main.getByText('patient', { exact: true }).first()).toBeVisible()
})

test('a patient without an account signs up inside a running launch', async ({ idp, app, launchFromElsewhere }) => {
  const email = `vera-${Date.now()}@example.org`
  const { patient, task } = patientWithTask('vera-mulder', { email, family: 'Mulder' })
  importResources(patient, task)
  const platform = await registerPlatform('platform-with-newcomers')
  await launchFromElsewhere(
    await platform.launchToken({ sub: 'Patient/vera-mulder', resource: 'Task/task-vera-mulder' }),
  )
  await idp.signUp({ name: 'Noor Mulder', email, password: 'a few words in a row' })
  await app.opened()
  await expect(app.patientBanner).toContainText('Mulder')
  await expect(app.main).toContainText('Diary of Mulder')
})

test('who cancels the login comes back to the app, which says what happened', async ({ portal, app, page }) => {
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(app.alert).toBeVisible()
  await expect(app.main).toContainText('access_denied')
})

test('/launch opened bare explains itself and offers a demo launch', { tag: '@every-mount' }, async ({
  page,
  portal,
}) => {
  await page.goto('/launch')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: /demo/i }).click()
  await expect(portal.openButton(WEEK_1)).toBeVisible()
})

test('a redirect_uri that is not registered stays on a page of the authorization server', {
  tag: ['@every-mount', '@dev'],
}, async ({ page, tolerated }) => {
  tolerated.pattern = /status of 400/
  const answer = await page.goto(
    '/oauth2/authorize?client_id=demo-app&redirect_uri=https%3A%2F%2Fevil.example%2F&response_type=code',
  )
  expect(answer?.status()).toBe(400)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/oauth2\/authorize/)
})
