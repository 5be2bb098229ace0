// Two tabs of one browser: the session is the browser's, and each tab was opened by somebody.
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { AccountMenu } from './pages/account.ts'
import { AppPage } from './pages/app.ts'
import { ComposePage } from './pages/compose.ts'
import { PortalPage } from './pages/portal.ts'

/** What the browser says when a person comes back to a tab. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

const WEEK_1 = 'Sleep diary: week 1'

test('a tab of one person opens nothing as another, who has signed in elsewhere since', async ({
  page,
  portal,
  context,
  tolerated,
}) => {
  tolerated.pattern = /status of (401|409)/
  await portal.signInAs('Marijke Jansen')
  await expect(portal.openButton(WEEK_1)).toBeVisible()
  await new PortalPage(await context.newPage()).signInAs('Bram de Boer')
  await portal.openTask(WEEK_1) // Before the tab looks who is there.
  await expect(page.getByRole('alert')).toContainText('Bram de Boer is signed in here now')
  await portal.open()
  await expect(portal.greeting('Bram de Boer')).toBeVisible()
})

test('a tab of one person closes when somebody comes back to it and another is signed in', async ({
  page,
  portal,
  context,
  tolerated,
}) => {
  tolerated.pattern = /status of 401/ // Of the stream of tasks, once its session has ended.
  await portal.signInAs('Marijke Jansen')
  await expect(portal.openButton(WEEK_1)).toBeVisible()
  await new PortalPage(await context.newPage()).signInAs('Bram de Boer')
  await comeBack(page)
  const closed = page.getByRole('main').getByRole('alert')
  await expect(closed).toContainText('Bram de Boer is signed in now')
  await expect(closed).toContainText('This page is of Marijke Jansen')
  await expect(portal.openButton(WEEK_1)).toBeHidden()
  expect(await seriousFindings(page)).toEqual([])
  await closed.getByRole('button', { name: 'Continue as Bram de Boer' }).click()
  await expect(portal.greeting('Bram de Boer')).toBeVisible()
})

test('a tab closes when its person signs out elsewhere, and has what was filled in when the same person is back', async ({
  page,
  portal,
  context,
  tolerated,
}) => {
  tolerated.pattern = /status of 401/
  await portal.signInAs('Daan Visser')
  await portal.findPatient('Marijke Jansen')
  await page.getByRole('button', { name: 'Give a task' }).click()
  await page.getByLabel('Message').fill('Take your time')
  const other = await context.newPage()
  await other.goto('/portal')
  await new AccountMenu(other).signOut()
  await comeBack(page)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nobody is signed in now')
  await expect(page.getByRole('main')).not.toContainText('Marijke', { useInnerText: true })
  await new PortalPage(other).signInAs('Daan Visser')
  await comeBack(page)
  await expect(page.getByLabel('Message')).toHaveValue('Take your time')
})

test('an open task closes at once when its tab gets the focus and its person has signed out elsewhere', async ({
  page,
  portal,
  app,
  context,
}) => {
  await page.addInitScript(() => Object.assign(window, { setInterval: () => 0 })) // It does not look by itself meanwhile.
  await portal.launchDemo()
  await portal.openTask(WEEK_1)
  await expect(app.patientBanner).toContainText('Marijke Jansen')
  const other = await context.newPage()
  await other.goto('/portal')
  await new AccountMenu(other).signOut()
  await expect(new PortalPage(other).signInButton).toBeVisible()
  await expect(app.patientBanner).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(app.alert).toContainText('Your session has ended')
  await expect(page.locator('body')).not.toContainText(/Marijke|week 1/)
})

test('the reason of a refused launch stays when the next launch, in another tab, succeeds', async ({
  page,
  portal,
  app,
  context,
}) => {
  await portal.launchDemo()
  const composer = new ComposePage(page)
  await composer.open()
  await composer.failure.selectOption('Expired')
  await composer.here.click()
  await expect(app.alert).toContainText('The launch was refused')
  const other = await context.newPage()
  const second = new PortalPage(other)
  await second.open()
  await second.openTask(WEEK_1)
  await new AppPage(other).opened()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await comeBack(page)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(app.alert).toContainText('The launch was refused')
  expect(asked).toEqual([])
})

test('a page about nobody names whoever signed in elsewhere', async ({ page, context }) => {
  await page.goto('/docs')
  const account = new AccountMenu(page)
  await expect(account.button).toHaveText('Account')
  const other = await context.newPage()
  await new PortalPage(other).signInAs('Bram de Boer')
  await comeBack(page)
  await expect(account.button).toHaveText('Bram de Boer')
})
