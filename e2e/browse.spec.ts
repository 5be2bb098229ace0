// The records of the domain, as those who look after it see them.
import { seriousFindings } from './axe.ts'
import { importResources, importText, slipway } from './domain.ts'
import { expect, test } from './fixtures.ts'

const PRACTITIONER = 'daan@demo.test'

const patient = (id: string, more: object = {}) => ({
  resourceType: 'Patient',
  id,
  identifier: [{ system: 'https://example.org/mrn', value: `mrn-${id}` }],
  active: true,
  name: [{ use: 'official', family: 'Mulder', given: ['Noor'] }],
  gender: 'female',
  ...more,
})

/** A Patient of two versions. */
function importTwoVersions(id: string): void {
  importResources(patient(id), patient(id, { gender: undefined, active: false, birthDate: '1990-05-17' }))
}

test('an address that leads to nothing says what of it was not understood, and where one may have wanted to go', async ({
  browse,
  signedInAs,
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of 404/
  await signedInAs('daan@demo.test')
  await browse.open('/patients')
  await expect(browse.main).toContainText('“patients” is no type')
  expect(await seriousFindings(page), 'no type').toEqual([])
  await browse.main.getByRole('link', { name: 'Patient', exact: true }).click()
  await expect(page).toHaveURL(/\/browse\/Patient$/)
  await browse.open('/Patient/not_an_id')
  await expect(browse.main).toContainText('“not_an_id” is no id')
  await expect(browse.main.getByRole('link', { name: 'List of Patient' })).toHaveAttribute('href', '/browse/Patient')
  await browse.open('/Patient/bram-de-boer/history')
  await expect(browse.main).toContainText('The record has no page “history”')
  await browse.main.getByRole('link', { name: 'Patient/bram-de-boer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bram de Boer')
  await browse.open('/Patients')
  await expect(browse.main.getByRole('link', { name: 'Patient', exact: true })).toBeVisible()
})

test('a query says what of it is no parameter or is not searched by, and goes to the type that it names', async ({
  browse,
  signedInAs,
  page,
}) => {
  await signedInAs('daan@demo.test')
  await browse.open('/Patient?colour=red&name=jansen')
  await expect(browse.main).toContainText('does not search by colour here')
  await page.getByText('What Patient is searched by').click()
  await expect(browse.main).toContainText('birthdate')
  await page.getByRole('button', { name: 'Search without colour' }).click()
  await expect(page).toHaveURL(/\/browse\/Patient\?name=jansen$/)
  const query = page.getByLabel('Query')
  await query.fill('jansen')
  await query.press('Enter')
  await expect(browse.alert).toHaveText('“jansen” is no parameter. Write a name and a value, such as name=jansen.')
  await query.fill('GET /Task?status=ready')
  await query.press('Enter')
  await expect(page).toHaveURL(/\/browse\/Task\?status=ready$/)
})

test('a practitioner browses to a patient and sees what changed from one version to the next', async ({
  browse,
  idp,
  page,
}) => {
  await browse.signIn()
  await idp.logIn(PRACTITIONER)
  await browse.openType('Patient')
  await browse.list('Patient').getByRole('link', { name: 'Marijke Jansen' }).click()
  await expect(page).toHaveURL(/\/browse\/Patient\/marijke-jansen$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marijke Jansen')
  await expect(page, 'no name of a person').toHaveTitle('Patient/marijke-jansen · Slipway')
  await browse.showTab('Narrative')
  await expect(page.getByRole('figure', { name: 'Text of the record' })).toContainText('born 12 April 1986')
  await browse.showTab('History')
  await expect(browse.history).toHaveText([/^Version 1 created current/])
})

test('a practitioner compares the versions of a record that was imported twice', async ({
  browse,
  signedInAs,
  page,
}) => {
  importTwoVersions('noor-twice')
  await signedInAs(PRACTITIONER)
  await browse.open()
  await browse.openType('Patient')
  await browse.openById('noor-twice')
  await expect(browse.versions).toContainText('Version 2 of 2')
  await browse.showTab('JSON')
  const json = page.getByRole('region', { name: 'JSON' })
  await expect(json).toContainText('"birthDate": "1990-05-17"')
  await browse.older()
  await expect(browse.versions).toContainText('Version 1 of 2')
  await expect(json).not.toContainText('birthDate')
  await expect(browse.main).toContainText('You are looking at an earlier version.')
  await browse.newer()
  await browse.showTab('History')
  const differences = browse.differences(1, 2)
  await expect(differences.filter({ hasText: 'birthDate' })).toContainText('added')
  await expect(differences.filter({ hasText: 'gender' })).toContainText('removed')
  await expect(differences.filter({ hasText: 'active' })).toContainText(/changed.*Was.*true.*Is now.*false/)
  const table = await browse.showSideBySide()
  await expect(table.getByRole('columnheader')).toHaveText(['Version 1', 'Version 2'])
  const lineOf = (text: string) => table.getByRole('row').filter({ hasText: text }).getByRole('cell')
  await expect(lineOf('"gender"')).toHaveText([/removed.*"gender": "female"/, ''])
  await expect(lineOf('"active"')).toHaveText([/changed.*"active": true/, /changed.*"active": false/])
  await expect(lineOf('"family"')).toHaveText(['"family": "Mulder"', '"family": "Mulder"'])
  await browse.compare(2, 1)
  await expect(browse.differences(2, 1).filter({ hasText: 'birthDate' })).toContainText('removed')
})

test('the history of a record shows its changes, its deletion and its return', async ({
  browse,
  signedInAs,
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of 410/
  importTwoVersions('noor-back')
  slipway('delete', 'Patient/noor-back')
  await signedInAs(PRACTITIONER)
  await browse.open('/Patient/noor-back?tab=history')
  await expect(browse.alert).toContainText('410 OperationOutcome')
  await expect(browse.history).toHaveText([
    /^Version 3 deleted current/,
    /^Version 2 changed.*3 differences: active, birthDate, gender/,
    /^Version 1 created/,
  ])
  await expect(browse.main).toContainText('A deleted version has nothing to compare.')
  await page.getByRole('button', { name: 'Compare version 2 with the one before' }).click()
  await expect(browse.differences(1, 2).filter({ hasText: 'birthDate' })).toContainText('added')
  importResources(patient('noor-back'))
  await page.reload()
  await expect(browse.history.first()).toHaveText(/^Version 4 brought back current/)
  await page.getByRole('button', { name: 'View version 1' }).click()
  await expect(browse.main).toContainText('You are looking at an earlier version.')
  await expect(browse.history).toHaveCount(4)
})

test('a long history goes on with older versions', async ({ browse, signedInAs, page }) => {
  importText(
    ...Array.from({ length: 45 }, (_, n) => JSON.stringify(patient('noor-long', { multipleBirthInteger: n + 1 }))),
  )
  await signedInAs(PRACTITIONER)
  await browse.open('/Patient/noor-long?tab=history')
  const older = page.getByRole('button', { name: 'Show older versions' })
  for (const count of [20, 40]) {
    await expect(browse.history).toHaveCount(count)
    await older.click()
  }
  await expect(browse.history).toHaveCount(45)
  await expect(browse.history.nth(20)).toHaveText(/^Version 25 changed.*1 difference: multipleBirthInteger/)
  await expect(older).toBeHidden()
})

test('a practitioner finds a patient by identifier and comes back to the list', async ({
  browse,
  signedInAs,
  page,
}) => {
  importResources(patient('noor-found'))
  await signedInAs(PRACTITIONER)
  await browse.open()
  await browse.openType('Patient')
  await browse.searchByIdentifier('https://example.org/mrn|mrn-noor-found')
  await expect(browse.list('Patient').getByRole('row')).toHaveCount(2)
  await browse.list('Patient').getByRole('link', { name: 'Noor Mulder' }).click()
  await expect(browse.versions).toHaveText('Version 1 of 1') // Nothing to press beside it.
  await page.goBack()
  await expect(browse.list('Patient').getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(browse.list('Patient').getByRole('row')).toHaveCount(21)
})

test('a list is sorted by a field, and the order is in the address', async ({ browse, signedInAs, page }) => {
  const name = [{ family: 'Volgorde', given: ['Noor'] }]
  importResources(
    patient('noor-oldest', { name, birthDate: '1940' }),
    patient('noor-youngest', { name, birthDate: '2001-02-03' }),
  )
  await signedInAs(PRACTITIONER)
  await page.goto('/browse/Patient?family=Volgorde')
  await page.getByLabel('Order').selectOption('by birth date, descending')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/[?&]_sort=-birthdate(&|$)/)
  const ids = browse.list('Patient').locator('tbody').getByRole('row')
  await expect(ids).toContainText(['noor-youngest', 'noor-oldest'])
  await page.goto('/browse/Patient?family=Volgorde&_sort=birthdate,-given')
  await expect(page.getByLabel('Order')).toHaveValue('birthdate,-given')
  await expect(ids).toContainText(['noor-oldest', 'noor-youngest'])
})

test('a list of tasks names people instead of their ids, in words of the reader', async ({ signedInAs, page }) => {
  await signedInAs(PRACTITIONER)
  await page.goto('/browse/Task?_id=sleep-diary-bram')
  const row = page.getByRole('main').locator('tbody').getByRole('row')
  await expect(row).toContainText('for Bram de Boer, owner Bram de Boer')
  await expect(page.getByLabel('Order')).toContainText('by date given')
  await page.getByRole('button', { name: 'Nederlands' }).click()
  await expect(row).toContainText('voor Bram de Boer, eigenaar Bram de Boer')
  await expect(page.getByLabel('Volgorde')).toContainText('op datum van opdracht')
})

test('references lead from a task to its patient, and back to all tasks of the patient', async ({
  browse,
  signedInAs,
  page,
}) => {
  await signedInAs('beheer@demo.test')
  await browse.open('/Task/sleep-diary-bram?tab=references')
  await page.getByRole('link', { name: 'Patient/bram-de-boer' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bram de Boer')
  await browse.showTab('References')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'by patient' })
    .getByRole('link', { name: /^Task: \d+$/ })
    .click()
  await expect(browse.list('Task')).toContainText('Sleep diary: week 1')
  await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible()
})

test('in Dutch a list has the Dutch titles of its records, and offers the words that it shows for their statuses', async ({
  signedInAs,
  page,
  context,
  baseURL,
}) => {
  await signedInAs('beheer@demo.test')
  await context.addCookies([{ name: `${new URL(`${baseURL}`).port}.slipway-language`, value: 'nl', url: `${baseURL}` }])
  await page.goto('/browse/Task?owner=Patient/bram-de-boer')
  await expect(page.getByRole('table')).toContainText('Slaapdagboek: week 1')
  await expect(page.getByRole('table')).not.toContainText(/Sleep diary|Energy check/)
  await page.getByLabel('status', { exact: true }).selectOption('bezig')
  await page.getByRole('button', { name: 'Zoeken', exact: true }).first().click()
  await expect(page).toHaveURL(/status=in-progress/)
  await page.getByRole('link', { name: 'Slaapdagboek: week 1' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Slaapdagboek: week 1')
})

test('the types are those of the CapabilityStatement, each with the number of its records', async ({
  browse,
  signedInAs,
  page,
  request,
}) => {
  await signedInAs(PRACTITIONER)
  await browse.open()
  const statement = (await (await request.get('/fhir/metadata')).json()) as {
    readonly rest: readonly { readonly resource: readonly { readonly type: string }[] }[]
  }
  const served = statement.rest[0]?.resource.map(({ type }) => type) ?? []
  expect(served).toContain('AuditEvent')
  await expect(browse.types.getByRole('link')).toHaveText(served.filter((type) => type !== 'AuditEvent'))
  const audit = browse.types.getByRole('listitem').filter({ hasText: 'AuditEvent' })
  await expect(audit).toContainText('the role auditor only')
  await expect(audit.getByRole('link')).toHaveCount(0)
  const card = browse.types.getByRole('listitem').filter({ hasText: 'Organization' })
  await expect(card).toContainText(/\d+ records.*last changed/)
  const [count = ''] = /\d+(?= records)/.exec((await card.textContent()) ?? '') ?? []
  await browse.openType('Organization')
  await expect(browse.range('Organization')).toHaveText(new RegExp(`^1 to \\d+ of ${count}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Organization')
})

test('a list pages forward and back by the links of the server, which are shown and can be copied', async ({
  browse,
  signedInAs,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signedInAs(PRACTITIONER)
  await browse.open()
  await browse.openType('Patient')
  await page.getByLabel('Rows on a page').selectOption('10')
  await expect(browse.range('Patient')).toHaveText(/^1 to 10 of \d+$/)
  const first = await browse.list('Patient').getByRole('row').allTextContents()
  const next = (await browse.nextUrl.textContent()) ?? ''
  expect(next).toMatch(
    /\/fhir\/DEFAULT\?_getpages=[0-9a-f-]{36}&_getpagesoffset=10&_count=10&_pretty=false&_bundletype=searchset$/,
  )
  await page.getByRole('button', { name: /^Copy URL of the page after this/ }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(next)
  await browse.pages('Patient').getByRole('button', { name: 'Next' }).click()
  await expect(browse.range('Patient')).toHaveText(/^11 to 20 of/)
  expect(await browse.list('Patient').getByRole('row').allTextContents()).not.toEqual(first)
  await browse.pages('Patient').getByRole('button', { name: 'Previous' }).click()
  await expect(browse.range('Patient')).toHaveText(/^1 to 10 of/)
  expect(await browse.list('Patient').getByRole('row').allTextContents()).toEqual(first)
})

test('a record is shown as tree with links, as the text of the server, and can be copied as curl', async ({
  browse,
  signedInAs,
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const weight = [{ url: 'https://example.org/weight', valueDecimal: 0 }]
  const text = JSON.stringify({
    ...patient('noor-tree'),
    extension: weight,
    managingOrganization: { reference: 'Organization/none' },
  })
  importText(text.replace('"valueDecimal":0', '"valueDecimal":71.50'))
  await signedInAs(PRACTITIONER)
  await browse.open('/Patient/noor-tree?tab=tree')
  await expect(browse.main.getByText('71.50'), 'an extension is for programs').toBeHidden()
  await page.getByRole('button', { name: 'Open all' }).click()
  await expect(browse.main.getByText('71.50')).toBeVisible()
  await page.getByRole('button', { name: 'Close all' }).click()
  await expect(browse.main.getByText('71.50')).toBeHidden()
  await page.getByRole('button', { name: 'Open all' }).click()
  await expect(browse.main.getByText('71.50')).toBeVisible()
  await expect(browse.main.getByRole('link', { name: 'Organization/none' })).toHaveAttribute(
    'href',
    '/browse/Organization/none',
  )
  await browse.showTab('JSON')
  const shown = (await page.getByRole('region', { name: 'JSON' }).textContent()) ?? ''
  const served = await (await page.request.get('/browse/api/fhir?path=Patient/noor-tree')).text()
  expect(shown.replace(/\s+/g, '')).toBe(served.replace(/\s+/g, ''))
  expect(shown).toContain('"valueDecimal": 71.50')
  await expect(page.getByRole('button', { name: /^Copy (id|URL)$/ }), 'folded').toHaveCount(0)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl -H "Authorization: Bearer $TOKEN" -H 'Accept: application/fhir+json' '${baseURL}/fhir/DEFAULT/Patient/noor-tree'`,
  )
})

test('records are read through the API with a bearer token that the browser never gets', async ({
  browse,
  signedInAs,
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    asked.push(`${request.headers()['authorization'] ?? ''} ${new URL(request.url()).pathname}`)
  })
  await signedInAs(PRACTITIONER)
  await browse.open()
  await browse.openType('Patient')
  await expect(browse.list('Patient')).toBeVisible()
  expect(asked.filter((one) => /bearer/i.test(one))).toEqual([])
  for (const path of ['/browse/api/types', '/browse/api/fhir'])
    expect(
      asked.some((one) => one.endsWith(path)),
      path,
    ).toBe(true)
  expect(await page.content()).not.toMatch(/eyJ[\w-]+\.eyJ/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('no page of the record browser is wider than the screen', async ({ browse, signedInAs, page }) => {
    await signedInAs(PRACTITIONER)
    await browse.open()
    await expect(browse.types).toBeVisible()
    const tabs = ['tree', 'narrative', 'json', 'history', 'references'].map(
      (tab) => `/Task/sleep-diary-week-1?tab=${tab}`,
    )
    for (const path of ['', '/Patient', ...tabs]) {
      await browse.open(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        path,
      ).toBeLessThanOrEqual(0)
    }
  })
})

test('a deleted record and an unknown one are explained', async ({ browse, signedInAs, tolerated, page }) => {
  tolerated.pattern = /status of (404|410)/
  importResources(patient('noor-gone'))
  slipway('delete', 'Patient/noor-gone')
  await signedInAs(PRACTITIONER)
  await browse.open('/Patient/noor-gone')
  await expect(browse.alert).toContainText('This record was deleted')
  await expect(browse.alert).toContainText('410 OperationOutcome')
  await browse.older()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Mulder')
  await browse.open('/Patient/never-was')
  await expect(browse.alert).toContainText('404 OperationOutcome')
  await browse.open('/Nonsense')
  await expect(browse.alert).toContainText('not-supported')
  await expect(browse.alert).toContainText('This domain has no records of this type')
  await page.getByRole('link', { name: 'All types of this domain' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse')
})

test('a record that looks like a script stays text in the page', async ({ browse, signedInAs, page }) => {
  const family = "</script><script>document.title = 'caught'</script><!--<script>\u2028"
  importResources(patient('noor-script', { name: [{ family }], text: undefined }))
  await signedInAs(PRACTITIONER)
  await browse.open('/Patient/noor-script')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(family.trim())
  await expect(page).not.toHaveTitle(/caught/)
  expect(await (await page.request.get('/browse/Patient/noor-script')).text()).not.toContain('<script>document.title')
})

test('a patient is turned away, and told whose pages these are', async ({ browse, idp, page }) => {
  await browse.signIn()
  await idp.logIn('marijke@demo.test')
  await expect(browse.alert).toContainText('may not look at all records')
  await expect(browse.main.getByRole('button', { name: 'Sign in as Daan Visser' })).toBeVisible()
  const answer = await page.request.get('/browse/api/fhir?path=Patient/marijke-jansen')
  expect(answer.status()).toBe(403)
})

test('a visitor reads no record', async ({ browse, page }) => {
  await browse.open('/Patient/marijke-jansen')
  await expect(browse.signInButton).toBeVisible()
  await expect(browse.main).not.toContainText('Marijke')
  const answer = await page.request.get('/browse/api/fhir?path=Patient/marijke-jansen')
  expect(answer.status()).toBe(401)
})

test('no list of the record browser has a serious finding', async ({ browse, signedInAs, page }) => {
  test.slow() // axe looks at every row.
  await browse.open()
  await expect(browse.signInButton).toBeVisible()
  expect(await seriousFindings(page), 'signed out').toEqual([])
  await signedInAs(PRACTITIONER)
  await browse.open()
  await expect(page.getByText('records').first()).toBeVisible()
  expect(await seriousFindings(page), 'types').toEqual([])
  await browse.openType('Practitioner')
  await expect(browse.list('Practitioner')).toBeVisible()
  expect(await seriousFindings(page), 'list').toEqual([])
})

test('no way to look at a record has a serious finding', async ({ browse, signedInAs, page }) => {
  test.slow()
  const id = 'noor-seen'
  importTwoVersions(id)
  await signedInAs(PRACTITIONER)
  await browse.open(`/Patient/${id}`)
  for (const tab of ['Fields', 'Narrative', 'JSON', 'References', 'History']) {
    await browse.showTab(tab)
    await expect(page.getByRole('tabpanel')).toBeVisible()
    if (tab === 'History') {
      await expect(browse.differences(1, 2).first()).toBeVisible()
      await expect(await browse.showSideBySide()).toBeVisible()
    }
    expect(await seriousFindings(page), tab).toEqual([])
  }
})
