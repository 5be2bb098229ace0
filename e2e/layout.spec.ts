// What stands where at 1280 px, by geometry: words stay whole, columns line up, like things look alike. No width of a font is counted on.
import type { Locator, Page } from '@playwright/test'
import { strangePlatform } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { ComposePage } from './pages/compose.ts'

test.use({ viewport: { width: 1280, height: 800 } })

/** Longer words, such as a client_id that is a UUID, may take two lines. */
const LONGEST_WORD = 24

/** The words within `part` that stand on more than one line. */
const broken = (part: Locator) =>
  part.evaluate((root, longest) => {
    const found: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1 && word.length <= longest) found.push(word)
      }
    }
    return found
  }, LONGEST_WORD)

const LONG_USER = 'RelatedPerson/the-only-daughter-of-marijke-jansen'

/** Requests that are refused at checks of a long name. */
async function refuse(page: Page): Promise<void> {
  const base64 = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const assertion = `${base64({ alg: 'RS384' })}.${base64({ iss: 'demo-app', sub: 'demo-app' })}.c2ln`
  const form = {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }
  expect((await page.request.post('/oauth2/token', { form })).status()).toBe(401)
  const asked = { response_type: 'code', client_id: 'demo-app', redirect_uri: 'https://elsewhere.example/' }
  expect((await page.request.get(`/oauth2/authorize?${new URLSearchParams(asked)}`)).status()).toBe(400)
}

test('no word is broken in the list of traces, in either language', async ({
  page,
  app,
  launchAs,
  launchFromElsewhere,
  asAdmin,
}) => {
  await launchAs('bram@demo.test')
  const { launchToken } = await strangePlatform()
  await launchFromElsewhere(await launchToken({ sub: LONG_USER, resource: 'Task/sleep-diary-week-1' }))
  await expect(app.alert).toBeVisible()
  await refuse(page)
  await asAdmin()
  for (const [language, app] of [
    ['English', 'Sleep diary'],
    ['Nederlands', 'Slaapdagboek'],
  ] as const) {
    await page.goto('/traces')
    await page.getByRole('button', { name: language }).click()
    const table = page.getByRole('table')
    for (const check of ['user.match', 'token.client_assertion', 'authorize.redirect_uri'])
      await expect(table.getByText(check, { exact: true }).first()).toBeVisible()
    for (const word of [app, LONG_USER]) await expect(table).toContainText(word)
    expect(await broken(table), language).toEqual([])
  }
  await page.getByRole('button', { name: 'English' }).click()
})

test('no claim name is broken in a trace', async ({ page, launchAs, traces }) => {
  await launchAs('marijke@demo.test')
  await traces.openFromApp()
  const steps = page.locator('main details')
  await expect(steps.first()).toBeVisible()
  await steps.evaluateAll((all) => {
    for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
  })
  const names = page.getByRole('table', { name: 'Claims' }).getByRole('rowheader')
  await expect(names.filter({ hasText: 'definition' }).first()).toBeVisible()
  for (const name of await names.all()) expect(await broken(name)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('the fields of a form end at the same right edge', async ({ page, asAdmin }) => {
  await asAdmin()
  await page.goto('/admin/apps/new')
  const fields = page.getByRole('main').locator('form').locator('input:not([type=radio]), select, textarea')
  await expect(fields.nth(4)).toBeVisible()
  const edges = await fields.evaluateAll((all) =>
    all.filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().right)),
  )
  expect([...new Set(edges)], edges.join()).toHaveLength(1)
})

test('no heading or label of the composer appears twice', async ({ page }) => {
  const composer = new ComposePage(page)
  await composer.open()
  await expect(composer.claims).toContainText('"sub"')
  const said = await page
    .getByRole('main')
    .locator('h1, h2, h3, label, legend, summary')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.querySelector('h1, h2, h3, label') === null)
        .map((one) => (one.textContent ?? '').trim()),
    )
  expect(said.length).toBeGreaterThan(10)
  expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([])
})

test('the commands of the start page are not cut off and not below their copy buttons', async ({ page }) => {
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const commands = page.getByRole('region', { name: 'Connect your own' }).locator('pre')
    await expect(commands).toHaveCount(2)
    for (const command of await commands.all()) {
      await expect(command).toContainText('./bin/slipway app add')
      expect(await command.evaluate((one) => one.scrollWidth - one.clientWidth), 'cut off').toBeLessThanOrEqual(0)
      const copy = await command.locator('xpath=..').getByRole('button').boundingBox()
      const inked = await command.evaluate((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return range.getBoundingClientRect().right
      })
      expect(inked, 'under the button').toBeLessThanOrEqual(copy?.x ?? 0)
      expect((copy?.x ?? 0) + (copy?.width ?? 0), 'on the screen').toBeLessThanOrEqual(width)
    }
  }
})

test('the buttons of the keys have the same size', async ({ page, asAdmin }) => {
  await asAdmin()
  await page.goto('/admin/keys')
  const main = page.getByRole('main')
  await expect(main.getByRole('table')).not.toHaveCount(0)
  const buttons = main.getByRole('button', { name: /^(Rotate|Revoke)/ })
  const sizes = await buttons.evaluateAll((all) =>
    all.map((one) => `${getComputedStyle(one).fontSize} ${Math.round(one.getBoundingClientRect().height)}`),
  )
  expect(sizes.length).toBeGreaterThan(5)
  expect([...new Set(sizes)]).toHaveLength(1)
})

test('the columns of the keys of all parts are aligned', async ({ page, asAdmin }) => {
  const admin = await asAdmin()
  await page.goto('/admin/keys')
  const main = page.getByRole('main')
  // One that waits says from when it signs, which the others do not.
  await main.getByRole('button', { name: 'Rotate: Sleep diary' }).click()
  await admin.confirm('Publish a new key')
  await expect(main.getByText(/^signs from/).first()).toBeVisible()
  const columns = await main
    .getByRole('row')
    .evaluateAll((all) =>
      all
        .map((row) => [...row.children].map((one) => Math.round(one.getBoundingClientRect().left)))
        .filter((edges) => edges.length === 5),
    )
  expect(columns.length, 'the heads, and a key of each of four parts').toBeGreaterThan(4)
  for (const edges of columns) expect(edges).toEqual(columns[0])
})

/** Pages with fields of their own, as an administrator sees them. */
const FORMS = [
  '/portal/compose',
  '/traces',
  '/browse/Patient',
  '/admin/users',
  '/admin/apps/new',
  '/tools/fhir',
  '/tools/jwt',
]

for (const colorScheme of ['light', 'dark'] as const)
  test(`the fields of all forms have one background and one border (${colorScheme})`, async ({ page, asAdmin }) => {
    await page.emulateMedia({ colorScheme })
    await asAdmin()
    const looks = new Map<string, string>()
    for (const path of FORMS) {
      await page.goto(path)
      const fields = page.getByRole('main').locator('input, select, textarea')
      await expect(fields.first(), path).toBeVisible()
      for (const look of await fields.evaluateAll((all) =>
        all
          .filter(
            (one) =>
              one.checkVisibility() &&
              !['checkbox', 'radio', 'file', 'hidden'].includes(one.getAttribute('type') ?? ''),
          )
          .map((one) => {
            const { backgroundColor, borderTopColor } = getComputedStyle(one)
            return `${backgroundColor} with ${borderTopColor}`
          }),
      ))
        looks.set(look, `${looks.get(look) ?? ''} ${path}`)
    }
    expect(looks.size, [...looks].join('\n')).toBe(1)
  })

/** Above it people notice (web.dev/cls). */
const MOST_SHIFT = 0.1

test('the list of a type comes into place without pushing anything aside', async ({ page, asAdmin }) => {
  await asAdmin()
  await page.addInitScript(() => {
    const note = (by: number) => {
      const root = document.documentElement
      root.dataset['shift'] = `${Number(root.dataset['shift'] ?? 0) + by}`
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) note(Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const type of ['Task', 'Patient']) {
    await page.goto(`/browse/${type}`)
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
    const shift = await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))
    expect(shift, type).toBeLessThan(MOST_SHIFT)
  }
})
