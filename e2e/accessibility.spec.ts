// Accessibility: by keyboard alone, and without serious findings of axe in light and dark.
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('APP-14 no page of the launch has a serious finding', async ({ page, portal, idp, app }) => {
  test.slow() // axe looks at seven pages, in two themes.
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await seriousFindings(page), 'start').toEqual([])
  await page.goto('/launch')
  expect(await seriousFindings(page), 'launch').toEqual([])
  await portal.open()
  await expect(portal.signInButton).toBeVisible()
  expect(await seriousFindings(page), 'portal, signed out').toEqual([])
  await portal.signInAs('Marijke Jansen')
  await expect(portal.openButton('Sleep diary: week 1')).toBeVisible()
  expect(await seriousFindings(page), 'portal').toEqual([])
  await idp.forget()
  await portal.openTask('Sleep diary: week 1')
  await expect(idp.submit).toBeVisible()
  expect(await seriousFindings(page), 'login').toEqual([])
  await page.getByRole('link', { name: 'Create account' }).click()
  expect(await seriousFindings(page), 'signup').toEqual([])
  await page.goBack()
  await idp.logIn('marijke@demo.test')
  await app.opened()
  await expect(app.patientBanner).toBeVisible()
  expect(await seriousFindings(page), 'app').toEqual([])
  await app.showHow()
  await expect(app.developers.getByRole('heading', { name: 'How this launch went' })).toBeVisible()
  expect(await seriousFindings(page), 'app, for developers').toEqual([])
})

test('APP-14 the page of a refused launch has no serious finding', async ({ page, portal, idp, app }) => {
  await portal.launchDemo()
  await idp.forget()
  await portal.openTask('Sleep diary: week 1')
  await idp.logIn('bram@demo.test')
  await expect(app.alert).toBeVisible()
  expect(await seriousFindings(page), 'refused').toEqual([])
})

test('APP-14 the launch works with the keyboard alone', async ({ page, idp, app }) => {
  await page.goto('/')
  await tabTo(page, 'Start the demo')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/portal')
  await expect(page.getByRole('button', { name: 'Open Sleep diary: week 1' })).toBeVisible()
  await idp.forget()
  await tabTo(page, 'Open Sleep diary: week 1')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/idp/login**')
  await tabTo(page, 'E-mail address')
  await page.keyboard.type('marijke@demo.test')
  await tabTo(page, 'Password')
  await page.keyboard.type('demo')
  await page.keyboard.press('Enter')
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})

/** Presses Tab until the control with that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const MOST_TABS = 60
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    const focused = page.locator(':focus')
    if ((await focused.count()) > 0 && (await accessibleName(page)) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} cannot be reached by Tab`)
}

const accessibleName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return ''
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim()
  })
