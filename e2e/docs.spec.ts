// The documentation: every page of it is served, in both languages, for everyone, with the addresses of this domain.
import { type HTMLElement, parse } from 'node-html-parser'
import type { OpenApi } from '../lib/api/openapi.ts'
import { HTTP_METHODS } from '../lib/api/openapi.ts'
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { isNight } from './night.ts'
import { ApiReferencePage } from './pages/api-reference.ts'
import { ConnectPage } from './pages/connect.ts'
import { SERVER_ENV } from './server-env.ts'
import { walkTour } from './tour.ts'

const PAGES = [
  '/docs',
  '/docs/api',
  '/docs/api/subscriptions',
  ...(isNight ? ['/docs/api/fhir-api'] : []), // The same, ten times as long.
  '/docs/errors',
  '/docs/errors/invalid_grant',
  '/docs/errors/launch.time',
  '/docs/search?q=token',
  '/docs/how-to/connect-your-app',
  '/docs/explanation/architecture',
  '/docs/tutorial/tour',
]

test('MET-12 the API reference shows every operation of openapi.json, each with a command', async ({
  page,
  request,
}) => {
  const api = (await (await request.get('/openapi.json')).json()) as OpenApi
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    HTTP_METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, ...operation }] : []
    }),
  )
  expect(operations.length).toBeGreaterThan(60)
  await page.goto('/docs/api')
  const index = (await page.getByRole('main').getByRole('listitem').allTextContents()).map((text) =>
    text.replace(/\s+/g, ' '),
  )
  const shown: { text: string; id: string }[] = []
  for (const { name } of api.tags) {
    await page.goto(`/docs/api/${name.toLowerCase().replaceAll(' ', '-')}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    const sections = await page.locator('main section').evaluateAll((all) =>
      all.map((one) => ({
        text: (one.textContent ?? '').replace(/\s+/g, ' '),
        id: one.getAttribute('aria-labelledby') ?? '',
      })),
    )
    shown.push(...sections)
  }
  // The FHIR API is told once, with both of its addresses.
  const told = (path: string) => path.replace(/^\/fhir(?!\/DEFAULT)(?=\/|$)/, '/fhir/DEFAULT')
  const twice = operations.filter(({ path }) => path !== told(path))
  expect(shown).toHaveLength(operations.length - twice.length)
  for (const { path, method, summary } of operations) {
    const name = `${method.toUpperCase()} ${told(path)}`
    const section = shown.find(({ text }) => text.startsWith(`${summary}${name}`) && text.includes(path))
    expect(section, `${method} ${path}`).toBeDefined()
    expect(section?.text, name).toContain(
      `curl ${method === 'get' || method === 'post' ? '' : `-X ${method.toUpperCase()} `}'`,
    )
    expect(
      index.some((text) => text.startsWith(`${name}${summary}`)),
      `${name} in the index`,
    ).toBe(true)
  }
})

test('a FHIR operation opens filled in in the console, and its responses open by keyboard', async ({ page }) => {
  await page.goto('/docs/api/fhir-api#read')
  const read = page.getByRole('region', { name: 'Read a resource', exact: true })
  await expect(read.getByRole('link', { name: 'Try it' })).toHaveAttribute(
    'href',
    '/tools/fhir?method=GET&path=Patient/marijke-jansen',
  )
  await expect(read.getByText('410', { exact: true })).toBeHidden()
  await read.getByText(/^Responses/).focus()
  await page.keyboard.press('Enter')
  await expect(read.getByText('410', { exact: true })).toBeVisible()
  await expect(read).toContainText('_summary')
  await expect(read).toContainText('Authorization: Bearer $TOKEN')
  await read.getByRole('link', { name: 'Try it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FHIR console')
  await expect(page.getByLabel('Address')).toHaveValue('Patient/marijke-jansen')
})

test('the reference sends requests to discovery and JSON APIs, with the session of the reader or without', async ({
  page,
  signedInAs,
  tolerated,
}) => {
  tolerated.pattern = /status of 40[14]/
  const docs = new ApiReferencePage(page)
  await docs.open('discovery', 'openidConfiguration')
  await docs.send()
  await expect(docs.status(200)).toBeVisible()
  await expect(docs.answer).toContainText(`"issuer": "${SERVER_ENV.PUBLIC_URL}"`)
  await docs.open('console', 'adminApps')
  await docs.send()
  await expect(docs.status(401)).toBeVisible()
  await expect(docs.answer).toContainText('Sign in at the top of the page and send it again')
  await signedInAs('beheer@demo.test')
  await docs.open('traces', 'trace')
  await docs.field('id').fill('no-such-trace')
  await docs.send()
  await expect(docs.status(404)).toBeVisible()
  await expect(docs.answer).toContainText('GET /traces/api/no-such-trace')
  expect(await seriousFindings(page), 'refused').toEqual([])
  await docs.field('id').fill('..')
  await docs.send()
  await expect(docs.operation.getByRole('alert')).toHaveText('Fill in id: it is a part of the address.')
  await expect(docs.answer).toHaveCount(0)
  await docs.open('console', 'adminApps')
  await docs.send()
  await expect(docs.status(200)).toBeVisible()
  await expect(docs.answer).toContainText('"clientId": "demo-app"')
  expect(await seriousFindings(page), 'answer').toEqual([])
  await docs.sender.selectOption('nobody')
  await docs.send()
  await expect(docs.status(401)).toBeVisible()
  await expect(docs.answer).toContainText('You asked as nobody')
})

test('a token that is pasted into the reference is sent in the header to that address only, and kept nowhere', async ({
  page,
  signedInAs,
  tolerated,
}) => {
  tolerated.pattern = /status of 401/
  await signedInAs('beheer@demo.test')
  const headers = { origin: SERVER_ENV.PUBLIC_URL }
  const name = `reference-${Date.now()}`
  const made = await page.request.post('/admin/api/tokens', { data: { name, days: 7, scopes: ['apps:read'] }, headers })
  const { token } = (await made.json()) as { readonly token: string }
  const carriers: string[] = []
  page.on('request', async (request) => {
    const said = `${request.url()} ${request.postData() ?? ''} ${JSON.stringify(await request.allHeaders())}`
    if (said.includes(token))
      carriers.push(`${new URL(request.url()).pathname} ${'cookie' in (await request.allHeaders())}`)
  })
  const docs = new ApiReferencePage(page)
  await docs.open('console', 'adminStatus')
  await docs.sender.selectOption('token')
  await docs.send()
  await expect(docs.operation.getByRole('alert')).toContainText('Paste the token')
  await docs.token.fill(token)
  await docs.send()
  await expect(docs.status(200)).toBeVisible()
  expect(carriers, 'without the cookies of the person').toEqual(['/admin/api/status false'])
  const kept = () => page.evaluate(() => JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]))
  expect(await kept()).not.toContain(token)
  await docs.token.fill(`${token}x`)
  await docs.send()
  await expect(docs.status(401)).toBeVisible()
  await docs.open('console', 'adminStatus')
  await docs.sender.selectOption('token')
  await expect(docs.token).toHaveValue('')
})

test('every operation that answers JSON or text can be tried in the reference, and the others lead to the tool for them', async ({
  page,
}) => {
  await page.goto('/docs/api/operation')
  await expect(page.getByText('Try it', { exact: true })).toHaveCount(3)
  await page.goto('/docs/api/authorization-server')
  await expect(page.getByText('Try it', { exact: true })).toHaveCount(1)
  const token = page.getByRole('region', { name: 'Exchange a code, or get a bearer token' })
  await token.getByRole('link', { name: 'Sign the client assertion for it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assertion builder')
})

test('every page, link, anchor and picture of the documentation exists, without scripts', async ({ request }) => {
  const pageAt = async (address: string) => parse(await (await request.get(address)).text())
  const all = (page: HTMLElement, selector: string, attribute: string) =>
    page.querySelectorAll(selector).flatMap((one) => one.getAttribute(attribute) ?? [])
  const documents = all(await pageAt('/docs'), 'main nav a', 'href')
  expect(documents.length).toBeGreaterThan(45)
  const seen = new Map<string, string>()
  const anchors = new Map<string, readonly string[]>()
  for (const from of [...documents, '/docs', '/docs/api/fhir-api']) {
    const page = await pageAt(from)
    expect(page.querySelectorAll('h1'), from).toHaveLength(1)
    expect(page.querySelector('title')?.text, from).toMatch(/^.+ · Slipway$/)
    const heads = page.querySelectorAll('main th').map(({ innerHTML }) => innerHTML)
    expect(heads, `heads of columns on ${from}`).not.toContain('')
    anchors.set(from, all(page, '[id]', 'id'))
    for (const href of all(page, 'main a', 'href')) seen.set(href.startsWith('#') ? from + href : href, from)
    for (const src of all(page, 'main img', 'src')) seen.set(src, from)
  }
  const links = [...seen].filter(([href]) => href.startsWith('/'))
  expect(links.length).toBeGreaterThan(150)
  for (const [href, from] of links) {
    const [address = '', anchor] = href.split('#')
    const known = anchors.get(address)
    if (!known) expect((await request.get(address)).status(), `${href} on ${from}`).toBe(200)
    if (known && anchor) expect(known, `${href} on ${from}`).toContain(anchor)
  }
  expect((await request.get('/docs/errors/no-such')).status()).toBe(404)
  expect((await request.get('/docs/how-to/no-such')).status()).toBe(404)
  expect((await request.get('/docs/api/no-such')).status()).toBe(404)
  expect((await request.get('/docs/images/no-such.png')).status()).toBe(404)
})

test('the examples have the addresses of this domain, and are copied completely', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs/how-to/connect-your-app')
  await expect(page.getByRole('main')).toContainText(`${SERVER_ENV.PUBLIC_URL}/fhir/DEFAULT`)
  await expect(page.getByRole('main')).not.toContainText('localhost:3000')
  await page.getByRole('button', { name: /^Copy \.\/bin\/slipway launch --app/ }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    './bin/slipway launch --app my-app --as Patient/marijke-jansen --task Task/sleep-diary-week-1',
  )
  const wide = await page
    .locator('main pre')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))
  expect(wide, 'code that is cut off').toHaveLength(0)
})

test('the examples have the client_id of the app that the reader connected', async ({ page, request }) => {
  await new ConnectPage(page).openWithOwnAccount()
  const keys = { jwksUrl: `${SERVER_ENV.PUBLIC_URL}/launch/jwks` }
  const form = {
    name: 'Reading',
    launchUrl: 'http://localhost:8080/launch',
    redirectUris: ['http://localhost:8080/x'],
    keys,
  }
  const headers = { origin: SERVER_ENV.PUBLIC_URL }
  const made = await page.request.post('/connect/api/apps', { data: form, headers })
  const { clientId } = (await made.json()) as { readonly clientId: string }
  await page.goto('/docs/how-to/connect-your-app')
  await expect(page.getByRole('main')).toContainText('the client_id of your app “Reading”')
  await expect(page.getByRole('main')).toContainText(`./bin/slipway launch --app ${clientId} --as`)
  await expect(page.getByRole('main')).not.toContainText('my-app')
  expect(await (await request.get('/docs/how-to/connect-your-app')).text(), 'of nobody').not.toContain(clientId)
})

test('a reader finds a check by its name, and moves to the next and previous page', async ({ page }) => {
  await page.goto('/docs/search?q=user.match')
  await page.getByRole('main').getByRole('link', { name: 'OAuth errors: user.match' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('user.match')
  await page.goto('/docs/search?q=zebra')
  await expect(page.getByRole('main')).toContainText('Nothing for “zebra”.')
  await page.goto('/docs/how-to/complete-a-task')
  const list = page.getByRole('navigation', { name: 'Documentation' })
  await expect(list.getByRole('link', { name: 'Complete a task from your app' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('link', { name: /^Next/ }).click()
  await expect(page).toHaveURL(/\/docs\/how-to\/get-notified$/)
  await page.getByRole('link', { name: /^Previous/ }).click()
  await expect(page).toHaveURL(/\/docs\/how-to\/complete-a-task$/)
})

test('search results have the addresses of this domain, and fit a phone', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/docs/search?q=code_challenge')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Connect your own app: 3. Authorize' })).toBeVisible()
  await expect(main).toContainText(`${baseURL}/oauth2/authorize?`)
  await expect(main).not.toContainText('localhost:3000')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('no drawing is cut off on a wide screen', async ({ page }) => {
  for (const name of ['architecture', 'koppeltaal', 'notifications']) {
    await page.goto(`/docs/explanation/${name}`)
    const drawings = page.locator('article pre[tabindex]')
    await expect(drawings.first(), name).toBeVisible()
    const cut = await drawings.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
    expect(Math.max(...cut), name).toBeLessThanOrEqual(0)
  }
})

test('the list of all pages scrolls to the current one', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.goto('/docs/reference/benchmarks')
  const list = page.getByRole('navigation', { name: 'Documentation' })
  await expect(list.getByRole('link', { name: 'Benchmarks' })).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/docs/reference/licences')
  await page.getByRole('button', { name: 'All pages' }).click()
  await expect(list.getByRole('link', { name: 'Licences' })).toBeInViewport()
})

test('an error page describes the check named in error_description: causes, fix and answer', async ({
  page,
  request,
}) => {
  const refused = await request.post('/oauth2/token', { form: { grant_type: 'refresh_token' } })
  const { error_uri, error_description, error } = (await refused.json()) as Readonly<Record<string, string>>
  expect(error_uri, 'in the demo it opens the trace').toMatch(/\/traces\/[\w.-]+$/)
  const [check = ''] = (error_description ?? '').split(':')
  await page.goto(`/docs/errors/${check}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(check)
  await expect(main).toContainText('Usual causes')
  await expect(main).toContainText('How to fix it')
  await expect(main).toContainText(`"error": "${error}"`)
})

test('the page of an error leads to the composer with that failure chosen', async ({ page, portal }) => {
  await portal.launchDemo()
  await page.goto('/docs/errors/launch.aud')
  await expect(page.getByRole('main')).toContainText('--fail wrong-aud --expect')
  await page.getByRole('link', { name: 'Compose the same launch' }).click()
  await expect(page).toHaveURL(/\/portal\/compose#form=/)
  await expect(page.getByRole('combobox', { name: 'Failure on demand' })).toHaveValue('wrong-aud')
})

test('the start page leads to the tour, to the first hour, and to both ways to connect', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'connect your own app' })).toHaveAttribute('href', '/connect')
  for (const [link, title] of [
    ['The two-minute tour', 'The two-minute tour'],
    ['Your first hour', 'Your first hour'],
    ['connect your own portal', 'Connect your portal'],
  ] as const) {
    await page.goto('/')
    await main.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  }
})

test('the two-minute tour works as described', async ({ browser }) => {
  const pictures = new Set<number>()
  await walkTour(browser, async (_, step) => pictures.add(step))
  expect([...pictures]).toEqual([1, 2, 3, 4, 5, 6])
})

for (const path of PAGES)
  test(`APP-14 ${path} has no serious finding`, async ({ page }) => {
    test.slow() // The API reference is long, and all of it is opened.
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
    })
    expect(await seriousFindings(page)).toEqual([])
  })

test.describe('on a phone, in Dutch', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'nl-NL' })

  for (const path of PAGES)
    test(`APP-14 ${path} fits, and speaks Dutch`, async ({ page }) => {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
      await page.locator('details').evaluateAll((all) => {
        for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    })

  test('a document is in Dutch, its places have the addresses of the English one, and each leads to the other', async ({
    page,
  }) => {
    await page.goto('/docs')
    await page.getByRole('main').getByRole('link', { name: 'Ik bouw een app' }).click()
    await expect(page).toHaveURL(/\/docs\/tutorial\/first-hour#app-developer$/)
    await expect(page.locator('#app-developer')).toHaveText('Je bouwt een app')
    await page.getByRole('article').getByRole('link', { name: 'Sluit je eigen app aan' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sluit je eigen app aan')
    await expect(page.getByRole('article')).toHaveAttribute('lang', 'nl')
    await page.getByRole('article').locator('a[href="#when-a-token-is-refused"]').last().click()
    await expect(page.locator('#when-a-token-is-refused')).toBeInViewport()
    await page.getByRole('link', { name: 'Read this document in English' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect your own app')
    await page.getByRole('link', { name: 'Lees dit document in het Nederlands' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sluit je eigen app aan')
    await page.goto('/docs/how-to/docker')
    await expect(page.getByRole('main')).toContainText('Dit document is er alleen in het Engels.')
    await expect(page.getByRole('article')).toHaveAttribute('lang', 'en')
  })

  test('the list of all pages opens over the page, and closes with Escape', async ({ page }) => {
    await page.goto('/docs/how-to/operate')
    const list = page.getByRole('navigation', { name: 'Documentatie' })
    await expect(list).toBeHidden()
    await page.getByRole('button', { name: 'Alle pagina’s' }).click()
    await expect(list).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  })
})

test('the pages of errors lead to the next and previous error, and those of the API to the next and previous group', async ({
  page,
}) => {
  for (const shelf of ['/docs/errors', '/docs/api']) {
    await page.goto(`${shelf}/${shelf === '/docs/errors' ? 'launch.time' : 'fhir-api'}`)
    const turn = page.getByRole('navigation', { name: 'Previous and next page' })
    const href = (rel: string) => turn.locator(`a[rel=${rel}]`).getAttribute('href')
    const [before, after] = [await href('prev'), await href('next')]
    for (const address of [before, after]) expect(address).toMatch(new RegExp(`^${shelf}/[\\w.-]+$`))
    expect(before).not.toBe(after)
  }
})
