// Finding things: as somebody types, by keyboard, on every page of the site, and without scripts.
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { expect, test, untilHeard } from './fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Find on this site' })
const fieldOf = (page: Page) => dialogOf(page).getByRole('combobox')

/** Opens a page, and waits for its script: before that, keys do nothing, and the link leads to the search page. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHeard(page)
}

for (const keys of ['Control+k', 'Meta+k'])
  test(`${keys} finds a setting in spite of a typo, and Enter opens what is chosen`, async ({ page }) => {
    await open(page, '/tools')
    await page.getByRole('link', { name: 'JWT' }).focus()
    await page.keyboard.press(keys)
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type('serach timeout')
    const first = dialogOf(page).getByRole('option').first()
    await expect(first).toContainText('SEARCH_TIMEOUT')
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await expect(fieldOf(page)).toHaveAttribute('aria-activedescendant', `${await first.getAttribute('id')}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/docs\/reference\/settings/)
  })

test('before anything is typed it lists the pages that one may go to', async ({ page, signedInAs }) => {
  const listed = async () => {
    await open(page, '/tools')
    await page.keyboard.press('Control+k')
    const pages = dialogOf(page).getByRole('group', { name: 'Pages' }).getByRole('option')
    await expect(pages.first()).toContainText('Start')
    return pages.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  }
  const forAll = await listed()
  expect(forAll).toContain('/portal')
  expect(forAll).not.toContain('/admin/keys')
  await signedInAs('beheer@demo.test')
  expect(await listed()).toContain('/admin/keys')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/portal$/)
})

test('the pages are gone with the first letter, and a word with a typo finds the page of that name', async ({
  page,
  signedInAs,
}) => {
  await signedInAs('beheer@demo.test')
  await open(page, '/tools')
  await page.keyboard.press('Control+k')
  const options = dialogOf(page).getByRole('option')
  await expect(options.first()).toContainText('Start')
  const held: (() => Promise<void>)[] = []
  await page.route('**/docs/find?q=s*', (route) => {
    held.push(() => route.continue())
  })
  await page.keyboard.type('subscripton')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await expect(options, 'while it is looked for').toHaveCount(0)
  for (const answer of held) await answer()
  await expect(options.filter({ hasText: 'Subscriptions' }).first()).toHaveAttribute('href', '/subscriptions')
})

test('Enter before anything is found opens the first hit as soon as it is there', async ({ page }) => {
  await open(page, '/tools')
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.type('traces')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/traces$/)
})

test('arrow keys choose among the kinds, and Escape gives the focus back', async ({ page }) => {
  await open(page, '/tools')
  const button = page.getByRole('banner').getByRole('link', { name: 'Find' })
  await button.focus()
  await page.keyboard.press('Enter')
  await fieldOf(page).fill('keys')
  const options = dialogOf(page).getByRole('option')
  await expect(dialogOf(page).getByRole('group', { name: 'Pages' }).getByRole('option').first()).toContainText('Keys')
  await expect(dialogOf(page).getByRole('status')).toContainText(/\d+ places\./)
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect(options.last()).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(button).toBeFocused()
})

test('typing in the field of the documentation goes on in the dialog, and what was typed stays', async ({ page }) => {
  await open(page, '/docs')
  const field = page.getByRole('searchbox', { name: 'Search the documentation' })
  await field.pressSequentially('launch tok')
  await expect(fieldOf(page)).toBeFocused()
  await expect(dialogOf(page).getByRole('group', { name: 'Documentation' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('launch tok')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/search\?q=launch\+tok$/)
})

test('a person finds only what they may see: a visitor no console and no record, an administrator both', async ({
  page,
  signedInAs,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const find = async (text: string) => {
    await open(page, '/')
    await page.keyboard.press('Control+k')
    await fieldOf(page).fill(text)
    await expect(dialogOf(page).getByRole('status')).toContainText(/place|Nothing/)
    return dialogOf(page)
      .getByRole('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  }
  expect(await find('Marijke Jansen')).not.toContain('/browse/Patient/marijke-jansen')
  expect(await find('tokens')).not.toContain('/admin/tokens')
  expect(asked).not.toContain('/api/find')
  await signedInAs('beheer@demo.test')
  expect(await find('Marijke Jansen')).toContain('/browse/Patient/marijke-jansen')
  expect(await find('marijke@demo.test')).toContainEqual(expect.stringMatching(/^\/admin\/users\/[^?]+$/))
  expect(await find('tokens')).toContain('/admin/tokens')
  expect(await find('demo-app')).toContain('/admin/apps/demo-app')
})

test('somebody who types asks once, when they pause', async ({ page }) => {
  await open(page, '/')
  await page.keyboard.press('Control+k')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/docs/find')) asked.push(request.url())
  })
  await fieldOf(page).pressSequentially('authorization')
  await expect.poll(() => asked.at(-1)).toContain('q=authorization')
  expect(asked.length).toBeLessThan(8)
})

for (const width of [1280, 390])
  test(`APP-14 what is found fits ${width} px, moves nothing behind it, and has no serious finding`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await open(page, '/docs/how-to/operate')
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.boundingBox()
    await page.getByRole('banner').getByRole('link', { name: 'Find' }).click()
    await fieldOf(page).fill('redirect')
    await expect(dialogOf(page).getByRole('option').first()).toBeVisible()
    expect(await heading.boundingBox()).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    expect(await seriousFindings(page)).toEqual([])
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialogOf(page)).toBeHidden()
  })

test('the app that a portal opens has no field of the site', async ({ page, launchAs }) => {
  await launchAs('marijke@demo.test')
  await expect(page.getByRole('link', { name: 'Find' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(dialogOf(page)).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the same search is a plain form, which forgives a typo and cuts a long text off', async ({ page }) => {
    await page.goto('/traces')
    await page.getByRole('banner').getByRole('link', { name: 'Find' }).click()
    await page.getByRole('searchbox').fill('serach timeout')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Settings: SEARCH_TIMEOUT' })).toBeVisible()
    await page.goto(`/docs/search?q=${'x'.repeat(8000)}`)
    await expect(page.getByRole('main')).toContainText(`Nothing for “${'x'.repeat(100)}”`)
  })
})
