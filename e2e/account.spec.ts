// The account menu in the header of every page: the person, sign-in and sign-out, and the console for those with access.
import { seriousFindings } from './axe.ts'
import { slipway } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { AccountMenu } from './pages/account.ts'
import { AdminPage } from './pages/admin.ts'
import { ComposePage } from './pages/compose.ts'

const PASSWORD = 'a long password'

const PAGES = [
  '/',
  '/portal',
  '/portal/compose',
  '/browse',
  '/traces',
  '/connect',
  '/tools',
  '/tools/jwt',
  '/docs',
  '/admin',
]

test('whoever logs in for a launch is known on every page from then on, until the sign-out, which ends all', async ({
  page,
  idp,
  app,
}) => {
  const account = new AccountMenu(page)
  const composer = new ComposePage(page)
  await composer.open()
  await composer.here.click()
  await idp.logIn('marijke@demo.test')
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
  const opened = page.url()
  await page.goto('/traces?app=demo-app')
  await expect(page, 'the page that was asked for').toHaveURL('/traces?app=demo-app')
  for (const path of PAGES) {
    await page.goto(path)
    await expect(account.button, path).toHaveAccessibleName('Account: Marijke Jansen')
  }
  await account.signOut()
  await expect(page.getByText('You are signed out')).toBeVisible()
  await page.goto('/portal')
  await expect(account.button).toHaveAccessibleName('Account')
  await expect(page).toHaveURL('/portal')
  await page.goto(opened)
  await expect(page.getByText('Your session has ended')).toBeVisible()
})

test('every page says who is signed in and with which role, and offers signing out and signing in as somebody else', async ({
  page,
  idp,
}) => {
  const account = new AccountMenu(page)
  await page.goto('/tools')
  await account.signIn()
  await expect(page.getByText('to continue to the Slipway tools')).toBeVisible()
  await idp.logIn('beheer@demo.test')
  await page.waitForURL('**/tools')
  for (const path of PAGES) {
    await page.goto(path)
    await account.open()
    await expect(account.panel, path).toContainText('Signed in as')
    await expect(account.panel, path).toContainText('Femke Smit')
    await expect(account.panel, path).toContainText('administrator')
    await expect(account.panel.getByRole('button')).toHaveText(['Sign in as somebody else', 'Sign out'])
    expect(await page.getByRole('main').getByRole('button', { name: 'Sign out' }).count(), path).toBe(0)
  }
  await account.button.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Console' }).click()
  await expect(new AdminPage(page).heading).toHaveText('Overview')
  await account.signOut()
  await page.waitForURL('**/admin')
  await expect(account.button).toHaveText('Account')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('to continue to the Slipway console')).toBeVisible()
})

test('one click on a person signs in on every page, and a click on another takes their place', async ({
  page,
  portal,
}) => {
  const account = new AccountMenu(page)
  await portal.signInAs('Daan Visser')
  for (const path of PAGES) {
    await page.goto(path)
    await expect(account.button, path).toHaveText('Daan Visser')
  }
  await page.goto('/browse')
  await expect(page.getByRole('list', { name: 'Types of resources' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in as Femke Smit' }).click()
  await expect(new AdminPage(page).heading).toHaveText('Overview')
  await expect(account.button).toHaveText('Femke Smit')
})

test('signing out ends the session of the app in another tab, which then has nothing of the record', async ({
  page,
  portal,
  app,
  idp,
  context,
  tolerated,
}) => {
  tolerated.pattern = /status of 401/
  await portal.signInAs('Bram de Boer')
  await portal.openTask('Sleep diary: week 1')
  await app.opened()
  await expect(app.patientBanner).toContainText('Bram de Boer')
  const other = await context.newPage()
  await other.goto('/portal')
  await new AccountMenu(other).signOut()
  const note = other.getByRole('status').filter({ hasText: 'You are signed out' })
  await expect(note).toContainText('at the identity provider, and in the demo app')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))) // The person comes back to the tab.
  await expect(app.alert).toContainText('Your session has ended')
  await expect(app.main).not.toContainText('Bram')
  await page.reload()
  await expect(app.alert).toContainText('Your session has ended')
  await portal.signIn()
  await expect(idp.submit).toBeVisible()
})

test('a cancelled login leads back to the page where it began, and nothing is said of a failure', async ({
  page,
  portal,
}) => {
  const account = new AccountMenu(page)
  const failed = page.getByRole('main').getByText('Signing in failed. Try again.')
  for (const path of ['/connect?app=mine', '/admin/users', '/browse/Patient/marijke-jansen?tab=history']) {
    await page.goto(path)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page).toHaveURL(new URL(path, page.url()).href)
    await expect(failed, path).toHaveCount(0)
  }
  await portal.signInAs('Marijke Jansen')
  await account.signInAsOther()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/portal$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Marijke Jansen')
  await expect(failed).toHaveCount(0)
})

test('a name of ordinary length is not cut off in the header, next to the longest menu of an auditor in Dutch', async ({
  browser,
}) => {
  const email = `otto-${crypto.randomUUID()}@demo.test`
  slipway('user', 'add', '--email', email, '--password', PASSWORD, '--role', 'auditor', '--name', 'Otto Auditor')
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto('/admin/audit')
  await page.getByRole('main').getByRole('button', { name: 'Inloggen', exact: true }).click()
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Hoofdmenu' })).toContainText('Auditlogboek')
  const name = page
    .getByRole('banner')
    .getByRole('button', { name: /Otto Auditor/ })
    .getByText('Otto Auditor')
  expect(await name.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0)
  await context.close()
})

test('a person who is neither administrator nor auditor sees no link to the console', async ({ page, idp }) => {
  const account = new AccountMenu(page)
  await page.goto('/docs')
  await account.signIn()
  await idp.logIn('marijke@demo.test')
  await page.waitForURL('**/docs')
  await expect(account.button).toHaveText('Marijke Jansen')
  await account.open()
  await expect(page.getByRole('link', { name: /Console|Audit log/ })).toHaveCount(0)
})

test('a page that needs a login lets people of the demo with access in with one click', async ({ page, tolerated }) => {
  tolerated.pattern = /403.*\/traces/
  for (const path of ['/browse', '/subscriptions', '/traces', '/admin', '/admin/apps']) {
    await page.goto(path)
    const people = page.getByRole('region', { name: 'Demo people with access' })
    await expect(people.getByRole('button', { name: 'Sign in as Femke Smit' }), path).toBeVisible()
  }
  await page.goto('/admin/audit')
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Femke Smit') // Administrators do not read the log.
  await page.getByRole('button', { name: 'Sign in as Tessa van Loon' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link')).toHaveText(['Audit log'])
})

test('a page that shows a name is not cached', async ({ page, portal }) => {
  await portal.signInAs('Marijke Jansen')
  for (const path of ['/', '/docs', '/tools', '/no-such-page']) {
    const mine = await page.request.get(path)
    expect(await mine.text(), path).toContain('Marijke Jansen')
    expect(mine.headers()['cache-control'], path).toMatch(/\bno-store\b/)
    const context = await page.context().browser()?.newContext()
    const other = await context?.request.get(new URL(path, page.url()).href)
    expect(await other?.text(), path).not.toContain('"name":"Marijke Jansen","role"')
    await context?.close()
  }
})

test('on a phone the header is one line, with the links behind a button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/docs')
  const account = new AccountMenu(page)
  const header = await page.getByRole('banner').boundingBox()
  expect(header?.height).toBeLessThan(70)
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveCount(0)
  await account.openNavigation()
  await expect(links).toHaveCount(7)
  await account.open()
  await expect(links).toHaveCount(0)
  await expect(account.panel.getByRole('link', { name: 'Choose a demo person' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('on a phone the account menu says who is signed in, and lets them out', async ({ page, signedInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signedInAs('beheer@demo.test')
  const account = new AccountMenu(page)
  for (const path of PAGES) {
    await page.goto(path)
    const header = await page.getByRole('banner').boundingBox()
    expect(header?.height, path).toBeLessThan(70)
    await account.open()
    await expect(account.panel, path).toContainText('Femke Smit')
    await expect(account.panel, path).toContainText('administrator')
    await expect(account.panel.getByRole('button', { name: 'Sign out' }), path).toBeInViewport()
  }
})

test('APP-14 the menus work by keyboard, and have no serious finding', async ({ page, portal }) => {
  await portal.signInAs('Daan Visser')
  await page.goto('/docs')
  const account = new AccountMenu(page)
  await account.button.focus()
  await page.keyboard.press('Enter')
  await expect(account.button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(account.panel.getByRole('link', { name: 'Your account' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(account.panel.getByRole('button', { name: 'Sign in as somebody else' })).toBeFocused()
  expect(await seriousFindings(page), 'account').toEqual([])
  await page.keyboard.press('Escape')
  await expect(account.panel).toBeHidden()
  await expect(account.button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(account.panel).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await account.openNavigation()
  expect(await seriousFindings(page), 'menu').toEqual([])
})
