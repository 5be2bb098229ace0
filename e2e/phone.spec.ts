// On a phone nothing that matters is off the screen: rows of tables are cards, and the composer launches from where one is.
import type { Locator, Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { importText, slipway } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { ConnectPage } from './pages/connect.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** The cells of the tables that are shown, as far as they leave the screen at its right. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('table :is(td, th, button, code)')]
      .filter((one) => one.closest('thead') === null && one.getBoundingClientRect().right > window.innerWidth)
      .map((one) => one.textContent),
  )

test('APP-14 table rows are shown as cards with labels, and stay table cells for assistive technology', async ({
  page,
  asAdmin,
}) => {
  await page.goto('/')
  const logins = page.getByRole('table', { name: 'Demo people' })
  await expect(logins.getByRole('row', { name: /Daan Visser/ })).toBeVisible()
  await expect(logins.getByRole('columnheader')).toHaveText(['Name', 'Sign in', 'Role', 'User name', 'Password'])
  await expect(logins.getByRole('row', { name: /Daan Visser/ }).getByRole('cell')).toHaveCount(4)
  expect(await cutOff(page), 'start').toEqual([])
  expect(await seriousFindings(page), 'start').toEqual([])

  const admin = await asAdmin()
  for (const path of ['/admin/apps', '/admin/users', '/admin/roles', '/admin/keys', '/browse/Task']) {
    await page.goto(path)
    const table = page.getByRole('table').first()
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    expect(await cutOff(page), path).toEqual([])
    expect(await seriousFindings(page), path).toEqual([])
  }
  await page.goto('/admin/keys')
  const buttons = page.getByRole('row', { name: /^Access tokens/ }).getByRole('cell')
  await expect(buttons).toBeVisible()
  expect(await buttons.evaluate((cell) => getComputedStyle(cell, '::before').content), 'no head is for them').toBe(
    'none',
  )
  await page.goto('/admin/users')
  const label = await admin
    .row('Daan Visser')
    .getByRole('cell')
    .first()
    .evaluate((cell) => getComputedStyle(cell, '::before').content)
  expect(label).toContain('E-mail address')
})

test('the patients of a practitioner have their name once, with their tasks in few lines below it', async ({
  page,
  portal,
  signedInAs,
}) => {
  await signedInAs('daan@demo.test')
  await portal.open()
  const rows = page
    .getByRole('table', { name: 'Patients with tasks' })
    .getByRole('row')
    .filter({ hasText: 'Marijke Jansen' })
  const [first, second] = [rows.nth(0), rows.nth(1)]
  const shown = async (row: Locator) => (await row.getByRole('rowheader').boundingBox())?.width ?? 0
  expect(await shown(first)).toBeGreaterThan(50)
  expect(await shown(second), 'read, not shown').toBeLessThan(2)
  expect((await second.boundingBox())?.height).toBeLessThan(130)
  expect(await cutOff(page)).toEqual([])
  expect(await seriousFindings(page)).toEqual([])
})

test('the form of an app is aligned at the left, and copied text is not cut off', async ({ page }) => {
  const connect = new ConnectPage(page)
  await connect.openWithOwnAccount()
  const left = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().left)
  const text = (one: Locator) =>
    one.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const rects = [...range.getClientRects()]
      return {
        left: rects[0]?.left ?? 0,
        middle: ((rects[0]?.top ?? 0) + (rects[0]?.bottom ?? 0)) / 2,
        lines: rects.length,
      }
    })
  expect((await text(page.getByText('Keys', { exact: true }))).left).toBe(await left(page.getByLabel('Name')))
  const long = page.getByText('Make a key pair in this browser')
  await long.evaluate((element) => {
    element.style.width = '10rem'
  })
  const radio = await page.getByRole('radio', { name: 'Make a key pair' }).boundingBox()
  expect((await text(long)).lines, 'this label has lines to stand beside').toBeGreaterThan(1)
  expect(Math.abs((radio?.y ?? 0) + (radio?.height ?? 0) / 2 - (await text(long)).middle)).toBeLessThan(5)

  await connect.register(`Phone ${crypto.randomUUID()}`, 'http://localhost:8080')
  const lines = page.getByRole('region', { name: 'app.env' }).locator('pre')
  await expect(lines).toContainText('CLIENT_ID=')
  expect(await lines.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0)
})

test('a birth date stays on one line in the list of patients, and compared versions are shown in one column', async ({
  page,
  portal,
  asAdmin,
}) => {
  importText(
    `{"resourceType":"Patient","id":"of-200-letters","name":[{"family":"${'A'.repeat(200)}"}],"birthDate":"1950-01-31"}`,
  )
  await portal.signInAs('Daan Visser')
  await page.getByRole('link', { name: 'All patients' }).click()
  await expect(page.getByRole('row', { name: /A{200}/ })).toBeVisible()
  expect(await cutOff(page), 'a long name').toEqual([])
  await portal.searchPatient('Bram de Boer')
  const row = page.getByRole('table', { name: 'Patients' }).getByRole('row', { name: /Bram de Boer/ }) // A task may be about him.
  await expect(row.getByRole('cell').first()).toHaveText('30 Nov 1972')
  const lines = await row
    .getByRole('cell')
    .first()
    .evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    })
  expect(lines).toBe(1)

  const version = (family: string) =>
    `{"resourceType":"Patient","id":"on-a-phone","name":[{"family":"${family}"}],"gender":"female"}`
  importText(version('Before'), version('After'))
  await asAdmin()
  await page.goto('/browse/Patient/on-a-phone?tab=history')
  await page.getByText('Both versions side by side').click()
  const whole = page.getByRole('table', { name: 'Both versions side by side' })
  const [was, now] = [whole.getByText('"Before"'), whole.getByText('"After"')]
  await expect(now).toBeVisible()
  const [above, below] = [await was.boundingBox(), await now.boundingBox()]
  expect(below?.x).toBe(above?.x)
  expect(below?.y).toBeGreaterThan(above?.y ?? 0)
  await expect(whole.getByText('"gender": "female"').filter({ visible: true })).toHaveCount(1)
  expect(await seriousFindings(page), 'compared').toEqual([])
})

test('the launch button of the composer is visible without scrolling', async ({ page }) => {
  await page.goto('/portal/compose')
  await expect(page.getByRole('heading', { name: 'The launch' })).toBeVisible()
  const launch = page.getByRole('button', { name: 'Launch', exact: true })
  await expect(launch).toBeInViewport()
  const opening = page.context().waitForEvent('page')
  await launch.click()
  const tab = await opening
  await expect(tab).toHaveURL(/\/idp\/login/)
  expect(await seriousFindings(page), 'composer').toEqual([])
})

test('APP-14 what will be signed is folded in the composer, and opens by a press', async ({ page }) => {
  await page.goto('/portal/compose')
  const part = page.locator('summary').filter({ hasText: 'What will be signed' })
  await expect(part).toBeVisible()
  await expect(page.getByRole('region', { name: 'Claims' })).toBeHidden()
  await part.click()
  await expect(page.getByRole('region', { name: 'Claims' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(part).toBeHidden()
  await expect(page.getByRole('region', { name: 'What will be signed' })).toBeVisible()
})

test('a focused field of the composer is not covered by its bar', async ({ page }) => {
  await page.goto('/portal/compose')
  const form = page.getByRole('main')
  await form.getByLabel('App', { exact: true }).focus()
  for (let fields = 0; fields < 12; fields += 1) {
    await page.keyboard.press('Tab')
    const seen = await page.evaluate(() => {
      const focused = document.activeElement
      const { x, y, width, height } = focused?.getBoundingClientRect() ?? new DOMRect()
      const there = document.elementFromPoint(x + width / 2, y + height / 2)
      return focused !== null && there !== null && (focused.contains(there) || there.contains(focused))
    })
    expect(seen, `field ${fields}`).toBe(true)
  }
})

test('without JavaScript the pages are styled, can be navigated and say what does not work', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto('/')
  const note = page.locator('main noscript p') // A search for text leaves out what is in a noscript.
  await expect(note).toBeVisible()
  expect(await note.textContent()).toContain('This browser does not run JavaScript.')
  const start = page.getByRole('button', { name: 'Start the demo' })
  const { color, ground } = await start.evaluate((button) => {
    const { color, backgroundColor } = getComputedStyle(button)
    return { color, ground: backgroundColor }
  })
  expect([color, ground]).toEqual(['rgb(255, 255, 255)', 'rgb(8, 127, 91)'])
  for (const place of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
    const box = await place.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(390)
  }
  await context.close()
})

test('whoever signs up with a long address that has an account logs in on a page that fits', async ({
  page,
  portal,
  idp,
}) => {
  const email = `${'a'.repeat(50)}.${crypto.randomUUID()}@example.org`
  slipway(
    'user',
    'add',
    '--email',
    email,
    '--password',
    'een lang wachtwoord',
    '--role',
    'patient',
    '--name',
    'Een Adres',
  )
  await portal.signIn()
  await idp.createAccount({ name: 'Een Lang Adres', email, password: 'een lang wachtwoord' })
  await expect(page.getByText(`an account for ${email}`)).toBeVisible()
  const wide = await page.getByRole('main').evaluate((main) => {
    const { right } = main.querySelector('h1')?.closest('section')?.getBoundingClientRect() ?? { right: 0 }
    return [...main.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > right).length
  })
  expect(wide, 'elements that leave their card').toBe(0)
})

test('all tabs of a record are visible, and each permission of a role has a line', async ({ page, asAdmin }) => {
  const admin = await asAdmin()
  await page.goto('/browse/Patient/marijke-jansen?tab=references')
  for (const name of ['Fields', 'Narrative', 'JSON', 'History', 'References'])
    await expect(page.getByRole('tab', { name }), name).toBeInViewport({ ratio: 1 })
  await page.goto('/admin/roles')
  await admin.row('demo-app').getByText('As scopes').click()
  const scopes = admin.row('demo-app').getByText('system/*.rs')
  await expect(scopes).toBeVisible()
  expect(await scopes.evaluate((all) => (all as HTMLElement).innerText.split('\n').length)).toBe(3)
})

test('the example at /launch is not cut off', async ({ page }) => {
  await page.goto('/launch')
  await page.getByText('For developers').click()
  const example = page.locator('pre')
  await expect(example).toContainText('application/x-www-form-urlencoded')
  expect(await example.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0)
})

test('the tasks of a patient and the facts of an account take few lines: what is short shares one', async ({
  page,
  portal,
  signedInAs,
}) => {
  const top = async (one: Locator) => Math.round((await one.boundingBox())?.y ?? 0)
  await signedInAs('daan@demo.test')
  await portal.open()
  await portal.choosePatient('Marijke Jansen')
  const card = portal.main.getByRole('listitem').filter({ hasText: 'Help with the sleep diary' })
  const [owner, app] = ['Els Jansen', 'Sleep diary'].map((hasText) => card.getByRole('definition').filter({ hasText }))
  expect(owner && (await top(owner))).toBe(app && (await top(app)))
  expect((await card.boundingBox())?.height).toBeLessThan(260)
  expect(await seriousFindings(page), 'tasks').toEqual([])
  await signedInAs('beheer@demo.test')
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Bram de Boer' }).click()
  const account = page.getByRole('region', { name: 'Account', exact: true })
  for (const [name, value] of [
    ['Role', 'patient'],
    ['User name', 'bram@demo.test'],
  ] as const)
    expect(await top(account.getByText(name, { exact: true })), name).toBe(
      await top(account.getByRole('definition').filter({ hasText: value })),
    )
  expect(await seriousFindings(page), 'account').toEqual([])
})
