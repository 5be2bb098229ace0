// Traces of launches: a successful one, a refused one, live updates, and access.
import { readFileSync } from 'node:fs'
import { CHECKS } from '#lib/checks/checks.ts'
import { seriousFindings } from './axe.ts'
import { registerReaderAt } from './domain.ts'
import { expect, test } from './fixtures.ts'
import { SERVER_ENV } from './server-env.ts'

test('a successful launch shows all of its checks, and opens token and claims', async ({ launchAs, traces, page }) => {
  await launchAs('marijke@demo.test')
  await traces.openFromApp()
  await expect(traces.title).toHaveText(
    /^Marijke Jansen opened “Sleep diary: .+” in Sleep diary: (\d+) of \1 checks passed\.$/,
  )
  await expect(page, 'no name of a person, and no task').toHaveTitle('Launch opened · Traces · Slipway')
  const id = await page
    .getByRole('region', { name: 'About this trace' })
    .getByText(/^l-[\w-]{22}$/)
    .textContent()
  await expect(page, 'the same id as on the page, whichever led here').toHaveURL(`/traces/${id}`)
  await expect(traces.stopped).toHaveCount(0)
  await expect(traces.step('GET Patient/marijke-jansen'), 'what the app read, without opening the step').toContainText(
    '200',
  )
  const authorize = traces.step('authorize request')
  await authorize.locator('summary').first().click()
  await expect(authorize).toContainText('19 of 19 checks passed')
  await expect(authorize.getByRole('row', { name: /^iss demo-portal/ })).toContainText('who made it')
  await expect(authorize).toContainText('(secret, not kept')
})

test('a filter in the address that cannot be is named, and left out with one press', async ({
  page,
  portal,
  tolerated,
}) => {
  tolerated.pattern = /400/
  await portal.signInAs('Els Jansen')
  await page.goto('/traces?outcome=running&text=demo')
  await expect(page.getByText('Outcome cannot be “running”.')).toBeVisible()
  await page.getByRole('button', { name: 'Show the list without it' }).click()
  await expect(page).toHaveURL(/\/traces\?text=demo$/)
})

test('a step of a demo launch can be run again, and shows its new checks', async ({ launchAs, traces }) => {
  await launchAs('marijke@demo.test')
  await traces.openFromApp()
  const authorize = traces.step('authorize request')
  await authorize.locator('summary').first().click()
  await authorize.getByRole('button', { name: 'Run this step again' }).click()
  const result = authorize.getByRole('status')
  await expect(result).toContainText('All of its checks passed.')
  await expect(result.getByRole('listitem')).toHaveCount(19)
  await result.getByRole('link', { name: 'See everything that happened' }).click()
  await expect(traces.title).toContainText('is under way: 19 checks passed so far')
})

test('a launch by the wrong person shows what was expected and received, and how to fix it', async ({
  page,
  launchAs,
  idp,
  traces,
}) => {
  await launchAs('bram@demo.test')
  await traces.openFromApp()
  await expect(traces.title).toContainText('was refused: somebody signed in, but not the person for whom')
  await expect(page).toHaveTitle('Launch refused at user.match · Traces · Slipway')
  await expect(traces.stopped).toContainText('the person who signed in must be the person of the launch.')
  await expect(traces.stopped.getByRole('row', { name: /sub/ })).toContainText('Patient/marijke-jansen')
  await expect(traces.stopped).toContainText('How to fix it')
  const jumps = page.getByRole('navigation', { name: 'On this page' })
  await jumps.getByRole('link', { name: 'About this trace' }).click()
  await expect(page.getByRole('heading', { name: 'About this trace' })).toBeInViewport()
  await jumps.getByRole('link', { name: 'The request that was refused' }).click()
  await expect(traces.timeline.locator('li:target')).toContainText('user.match')
  await expect(traces.timeline.locator('li:target')).toBeInViewport()
  await expect(page.getByText('bram@demo.test')).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as a page' }).click()
  const text = readFileSync(await (await saved).path(), 'utf8')
  expect(text).toContain('was refused: somebody signed in')
  expect(text).not.toMatch(/<script|src=|href=/)
  await traces.stopped.getByRole('button', { name: 'Run again up to this step' }).click()
  await expect(traces.stopped.getByRole('status')).toContainText('It ran again, and stopped at user.match.')
  await page.getByRole('button', { name: 'Open this task again' }).click()
  await expect(idp.submit).toBeVisible()
})

test('APP-14 a Dutch page explains the refusal in Dutch, and marks the sentence of the answer as English', async ({
  page,
  launchAs,
  context,
  baseURL,
  traces,
}) => {
  await launchAs('bram@demo.test')
  await context.addCookies([{ name: `${new URL(`${baseURL}`).port}.slipway-language`, value: 'nl', url: `${baseURL}` }])
  await page.reload()
  await page.getByText('Voor ontwikkelaars: hoe deze launch verliep').click()
  await page.getByRole('link', { name: 'Hoe is dit gegaan?' }).click()
  await expect(traces.stopped.getByRole('heading')).toHaveText(`user.match: ${CHECKS['user.match'].nl.expected}`)
  await expect(traces.stopped.locator('q')).toHaveAttribute('lang', 'en')
  const [dutch, english] = [CHECKS['user.match'].nl, CHECKS['user.match'].en]
  for (const text of [dutch.meaning, dutch.mend]) await expect(traces.stopped).toContainText(text)
  const unmarked = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('p, dd, li, h1, h2')]
      .map((one) => {
        const copy = one.cloneNode(true) as Element
        // What was sent is shown as it was sent, as code.
        for (const marked of copy.querySelectorAll('[lang=en], code')) marked.remove()
        return copy.textContent
      })
      .join('\n'),
  )
  expect(unmarked).toContain(dutch.expected)
  for (const text of [english.expected, english.meaning, english.mend]) expect(unmarked).not.toContain(text)
})

test('the list shows a launch while it happens, and filters by check', async ({
  page,
  browser,
  portal,
  idp,
  app,
  traces,
}) => {
  await portal.signInAs('Els Jansen')
  await idp.forget()
  await expect(portal.openButton('Help with the sleep diary')).toBeVisible()
  const list = await browser.newPage({ locale: 'en-GB' })
  await list.goto(new URL('/', page.url()).href)
  await list.getByRole('button', { name: 'Sign in as Femke Smit' }).click()
  await list.waitForURL('**/admin')
  await list.goto(new URL('/traces', page.url()).href)
  await expect(list.getByText('Live')).toBeVisible()
  await portal.openTask('Help with the sleep diary')
  await idp.logIn('bram@demo.test')
  await expect(app.alert).toBeVisible()
  const row = list.getByRole('row').filter({ hasText: 'user.match' }).filter({ hasText: 'Els Jansen' }).first()
  await expect(row).toContainText('“Help with the sleep diary” in Sleep diary for Els Jansen')
  await expect(row).toContainText('the person who signed in must be the person of the launch')
  await list
    .getByLabel('Stopped at')
    .selectOption({ label: 'the person who signed in must be the person of the launch (user.match)' })
  await expect(list).toHaveURL(/check=user\.match/)
  await list.getByLabel('Outcome').selectOption('refused')
  await list.getByRole('searchbox', { name: 'Search' }).pressSequentially('demo')
  await expect(list).toHaveURL(/check=user\.match&outcome=refused&text=demo$/)
  await expect(list.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await list.goBack() // A letter is no step, a choice is one.
  await expect(list).toHaveURL(/\?check=user\.match$/)
  await expect(list.getByLabel('Outcome')).toHaveValue('')
  await expect(list.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
  await list.goBack()
  await expect(list.getByLabel('Stopped at')).toHaveValue('')
  await expect(row).toContainText('Els Jansen')
  await list.getByRole('searchbox', { name: 'Search' }).fill('nobody at all')
  await expect(list.getByText('No trace matches these filters')).toBeVisible()
  for (const text of ['help with the', 'access_denied', 'els jan']) {
    await list.getByRole('searchbox', { name: 'Search' }).fill(text)
    await expect(row, text).toContainText('Els Jansen')
  }
  await expect(row, 'the code of the answer').toContainText('access_denied')
  await list.context().close()
  await traces.openFromApp()
  await page.goBack()
})

test('the list is filtered by the name of an app and of a person, and folds what back ends only read', async ({
  page,
  launchAs,
  asAdmin,
  traces,
}) => {
  await launchAs('marijke@demo.test')
  await page.context().clearCookies()
  await asAdmin()
  await traces.openList()
  const person = page.getByRole('combobox', { name: 'Person' })
  await person.click()
  await expect(page.locator('#people option[value="Marijke Jansen"]')).toBeAttached()
  await person.pressSequentially('marij')
  await person.press('Enter')
  await expect(page).toHaveURL(/\?user=Patient%2Fmarijke-jansen$/)
  await expect(person).toHaveValue('Marijke Jansen')
  await expect(traces.rows.first()).toContainText('Marijke Jansen')
  await page.reload()
  await expect(person, 'by name, from the address').toHaveValue('Marijke Jansen')
  const app = page.getByRole('combobox', { name: 'App' })
  await app.fill('sleep')
  await app.press('Enter') // It is the only one.
  await expect(page).toHaveURL(/&app=demo-app$/)
  await expect(app).toHaveValue('Sleep diary')
  expect(await seriousFindings(page), 'filtered').toEqual([])
  await app.fill('no-such-app')
  await app.press('Tab')
  await expect(page.getByText('No trace matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/traces$/)
  await expect(app).toHaveValue('')
  await app.fill('portal')
  await app.press('Enter')
  await expect(traces.rows.filter({ hasText: /^Slipway portal (read|got|changed|created) / }).first()).toBeVisible()
  await expect(page.getByText('sent requests')).toHaveCount(0)
})

test('what an app read after a launch is one row, which opens, however often it read', async ({
  page,
  asAdmin,
  traces,
}) => {
  const READS = 40 // More than a page of the API has.
  const bearer = await registerReaderAt(SERVER_ENV)
  const authorization = `Bearer ${await bearer()}`
  for (let times = 0; times < READS; times += 1)
    await fetch(`${SERVER_ENV.PUBLIC_URL}/fhir/DEFAULT/Task`, {
      headers: { authorization, 'x-trace-id': crypto.randomUUID() },
    })
  await asAdmin()
  await page.goto(`/traces?app=${clientIdOf(authorization)}`)
  await expect(traces.rows.first()).toHaveText(new RegExp(`^reader-\\S+ read records, ${READS} times`))
  await expect(traces.rows).toHaveCount(1)
  await traces.rows.first().getByText('read records').click()
  await expect(traces.rows.first().getByRole('link')).toHaveCount(READS)
})

/** The app that a bearer token was given to (RFC 9068 §2.2). */
const clientIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).client_id

test('a trace of another person is not found by a stranger', async ({ page, app, launchAs, browser, tolerated }) => {
  tolerated.pattern = /40[34]/
  await launchAs('marijke@demo.test')
  await app.showHow()
  const address = await page.getByRole('link', { name: 'See every request and every check' }).getAttribute('href')
  const stranger = await browser.newPage({ locale: 'en-GB' })
  await stranger.goto(new URL(address ?? '', page.url()).href)
  await expect(stranger.getByRole('heading', { name: 'There is no such trace here' })).toBeVisible()
  await stranger.goto(new URL('/traces', page.url()).href)
  await expect(stranger.getByRole('heading', { name: 'Sign in to see traces' })).toBeVisible()
  await stranger.close()
})

test('APP-14 no page of traces has a serious finding, wide or narrow', async ({
  page,
  launchAs,
  traces,
  tolerated,
}) => {
  test.slow() // axe looks at every check of a launch, in two widths and themes.
  tolerated.pattern = /40[34]/
  await page.goto('/traces')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await seriousFindings(page), 'not yours').toEqual([])
  await launchAs('bram@demo.test')
  await traces.openFromApp()
  await expect(traces.stopped).toBeVisible()
  for (const summary of await traces.timeline.locator('summary').all())
    if (await summary.isVisible()) await summary.click()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await seriousFindings(page), `trace at ${width}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `overflow at ${width}`).toBeLessThanOrEqual(0)
  }
  await traces.openList()
  await expect(traces.rows.first()).toBeVisible()
  expect(await seriousFindings(page), 'list').toEqual([])
})

test('a trace is shared by a link that needs no login and shows no person, until it is withdrawn', async ({
  page,
  launchAs,
  browser,
  traces,
}) => {
  await launchAs('marijke@demo.test')
  await traces.openFromApp()
  await page.getByRole('button', { name: 'Share by a link' }).click()
  await page.getByLabel('Expires after').selectOption('1 day')
  const made = page.waitForResponse('**/shares')
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByText('it is not shown again')).toBeVisible()
  expect(await seriousFindings(page), 'shared').toEqual([])
  const { url } = (await (await made).json()) as { readonly url?: string }
  const link =
    url ??
    (await page
      .getByText(/\/shared\//)
      .first()
      .innerText())
  const stranger = await (await browser.newContext({ locale: 'nl-NL' })).newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText('Patient/person-1')
  await expect(stranger.getByText('Iemand heeft dit via een link met je gedeeld')).toBeVisible()
  await expect(stranger.locator('body')).not.toContainText(/marijke|jansen/i)
  expect(await seriousFindings(stranger), 'the page of the link').toEqual([])
  await stranger.setViewportSize({ width: 390, height: 844 })
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth), 'on a phone').toBeLessThanOrEqual(390)
  await expect(stranger.locator('body')).not.toContainText('+-')
  await page.getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  const withdrawn = page.getByRole('status').filter({ hasText: 'The link is withdrawn' })
  await expect(withdrawn).toBeFocused()
  await stranger.reload()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Deze link werkt niet meer')
  await expect(stranger.getByRole('main')).toContainText('verlopen of ingetrokken')
  expect(await seriousFindings(stranger), 'the page of a link that was withdrawn').toEqual([])
  await expect(stranger.getByRole('link', { name: 'Naar de traces' })).toHaveAttribute('href', '/traces')
  await withdrawn.getByRole('button', { name: 'Make a new link' }).click()
  await expect(page.getByText('it is not shown again')).toBeVisible()
  await expect(page.getByText(/\/shared\//).first()).not.toHaveText(link)
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(1)
})

test('a launch in steps shows each request before the next', async ({ page, launchAs, app, traces }) => {
  await launchAs('marijke@demo.test')
  await traces.openFromApp()
  await page.getByRole('button', { name: 'See it step by step' }).click()
  await expect(page).toHaveTitle(/^The portal hands the launch to the app/)
  await expect(page.getByRole('row', { name: /^sub Patient\/marijke-jansen/ })).toBeVisible()
  expect(await seriousFindings(page), 'step 1').toEqual([])
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('row', { name: /^code_challenge_method S256/ })).toBeVisible()
  expect(await seriousFindings(page), 'step 2').toEqual([])
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Step 3 of 5')
  await expect(page.getByRole('heading', { name: 'to the identity provider' })).toBeVisible()
  expect(await seriousFindings(page), 'step 3').toEqual([])
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Steps 4 and 5 of 5')
  const made = page.getByRole('row', { name: /^iat / }).first().locator('time')
  await expect(made, 'in the zone of the reader, and in UTC for who points at it').toHaveAttribute('title', / UTC$/)
  await expect(made).toHaveText(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d /)
  expect(await seriousFindings(page), 'steps 4 and 5').toEqual([])
  await page.getByRole('link', { name: 'Next' }).click()
  await app.opened()
  await expect(app.patientBanner).toContainText('Marijke Jansen')
})

test('a refused launch beside a good one shows where they part, and is saved as a HAR', async ({
  page,
  portal,
  idp,
  app,
  launchAs,
  traces,
}) => {
  await portal.launchDemo()
  await idp.forget() // Both log in, so that they part at the person alone.
  await portal.openTask('Sleep diary: week 1')
  await idp.logIn('marijke@demo.test')
  await app.opened()
  await app.showHow()
  const address = await page.getByRole('link', { name: 'See every request and every check' }).getAttribute('href')
  const { id } = (await (await page.request.get(`/traces/api/${address?.split('/').pop()}`)).json()) as { id: string }
  await page.context().clearCookies() // Bram logs in elsewhere.
  await launchAs('bram@demo.test')
  await traces.openFromApp()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as HAR' }).click()
  const { log } = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as { log: { version: string } }
  expect(log.version).toBe('1.2')
  await page.getByRole('button', { name: 'Compare with another launch' }).click()
  await page
    .getByRole('list', { name: 'Compare with' })
    .getByRole('link', { name: /^Marijke Jansen opened/ })
    .and(page.locator(`[href$="${id}"]`))
    .click()
  await expect(traces.title).toHaveText('Two traces side by side')
  const first = page.getByRole('row').filter({ hasText: 'Here they part' })
  await expect(first).toHaveCount(1)
  await expect(first).toContainText('user.match refused this one, and passed in the other.')
  await expect(first).toContainText(/user\.match\s*failed/)
  await expect(first).toContainText(/user\.match\s*passed/)
  await expect(page.getByRole('row').filter({ hasText: 'did not happen: this launch had stopped' })).not.toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'on a phone').toBeLessThanOrEqual(390)
})
