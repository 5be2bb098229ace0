// A developer tries FHIR requests in the browser, with the token of an app that stays at the server, or with one of their own.
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { FhirConsolePage } from './pages/fhir-console.ts'

test('a search is sent and kept in the address of the page, and its references and next link can be followed', async ({
  page,
}) => {
  const fhir = new FhirConsolePage(page)
  await fhir.open()
  expect(await seriousFindings(page), 'visitor').toEqual([])
  await page.getByRole('button', { name: 'Sign in as Marijke Jansen' }).click()
  await expect(fhir.client).toHaveValue('demo-app')
  await fhir.path.fill('Task?_count=1&_sort=-_lastUpdated')
  await fhir.send()
  await expect(fhir.status(200)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('path')).toBe('Task?_count=1&_sort=-_lastUpdated')
  const next = fhir.answer.getByRole('link', { name: /_getpagesoffset=1/ }).first()
  await next.click()
  await expect(fhir.path).toHaveValue(/_getpagesoffset=1/)
  await expect(fhir.status(200)).toBeVisible()
  await page.goBack()
  await expect(fhir.path).toHaveValue('Task?_count=1&_sort=-_lastUpdated')
  await fhir.answer
    .getByRole('link', { name: /^"Patient\// })
    .first()
    .click()
  await expect(fhir.path).toHaveValue(/^Patient\//)
  await expect(fhir.answer).toContainText('"resourceType": "Patient"')
  expect(await seriousFindings(page), 'answer').toEqual([])
})

test('SRC-05 a parameter that the server ignored is named, and refused with handling=strict', async ({ page }) => {
  const fhir = new FhirConsolePage(page)
  await fhir.openAs('Daan Visser')
  await fhir.path.fill('Task?state=ready&status=ready')
  await fhir.send()
  await expect(fhir.answer).toContainText('Left out: state.')
  await page.getByLabel('Prefer').fill('handling=strict')
  await fhir.send()
  await expect(fhir.whyNot).toContainText('Task has no search parameter')
  await expect(fhir.answer).not.toContainText('Left out')
  await fhir.path.fill('Task?status=ready')
  await fhir.send()
  await expect(fhir.status(200)).toBeVisible()
  await expect(fhir.answer).not.toContainText('Left out')
})

test('FBO-12 a search says what it began with and how much it read', async ({ page }) => {
  const fhir = new FhirConsolePage(page)
  await fhir.openAs('Daan Visser', '?path=Patient?name=jansen&client=demo-portal')
  await fhir.send()
  await expect(fhir.status(200)).toBeVisible()
  await expect(fhir.answer).toContainText(
    /The search began with name and read at least \d+ rows|was answered from memory/,
  )
})

test('CNC-01 a task is created once, started by its version, and a change of an old version is refused with help', async ({
  page,
}) => {
  const fhir = new FhirConsolePage(page)
  await fhir.openAs('Daan Visser')
  await fhir.pick('Create a task, once')
  await page
    .getByLabel('Body')
    .fill((await page.getByLabel('Body').inputValue()).replaceAll('my-first-task', 'one-of-e2e'))
  await page.getByText('More headers').click()
  const ifNoneExist = page.getByLabel('If-None-Exist')
  if (!(await ifNoneExist.isVisible())) await page.getByText('More headers').click()
  await ifNoneExist.fill((await ifNoneExist.inputValue()).replace('my-first-task', 'one-of-e2e'))
  await fhir.send()
  await expect(fhir.status(201)).toBeVisible()
  const made = fhir.answer.getByRole('link', { name: 'Open the record' })
  await expect(made).toHaveAttribute('href', /^\/browse\/Task\/[\w-]+$/)
  await fhir.send()
  await expect(fhir.status(200)).toBeVisible()
  await fhir.pick('Start the task (JSON Patch)')
  await fhir.send()
  await expect(fhir.answer).toContainText('"status": "in-progress"')
  await fhir.pick('Change an old version')
  await fhir.send()
  await expect(fhir.whyNot).toContainText('The current version is W/"2"')
  expect(await seriousFindings(page), 'refused').toEqual([])
  await fhir.whyNot.getByRole('button', { name: 'Take it for If-Match' }).click()
  await fhir.send()
  await expect(fhir.answer).toContainText('"status": "completed"')
  await fhir.answer.getByText('As curl').click()
  await expect(fhir.answer).toContainText(`-H 'if-match: W/"2"'`)
  await fhir.answer.getByRole('link', { name: 'See what the server checked' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Sleep diary changed “[^”]+”\.$/)
  const write = page.getByRole('listitem').filter({ hasText: 'FHIR write' })
  await expect(write).toContainText(/PATCH Task\/[\w-]+ *200 ·/)
  await write.locator('summary').first().click()
  await write.getByRole('link', { name: 'Try this request in the FHIR console' }).click()
  await expect(fhir.method).toHaveValue('PATCH')
  await expect(fhir.client).toHaveValue('demo-app')
})

test('a refusal names the check and the scope that would permit the request', async ({ page }) => {
  const fhir = new FhirConsolePage(page)
  await fhir.openAs('Marijke Jansen', '?method=DELETE&path=Patient/marijke-jansen&client=demo-app')
  await expect(fhir.method).toHaveValue('DELETE')
  await fhir.sendDeletion('Patient/marijke-jansen')
  await expect(fhir.status(403)).toBeVisible()
  await expect(fhir.whyNot).toContainText('system/Patient.d')
  await expect(fhir.whyNot.getByRole('link')).toHaveAttribute('href', '/docs/errors/fhir.permission')
})

test('the requests sent before come back with a click, hold no body and no token, and go when their sender signs out', async ({
  page,
  tolerated,
}) => {
  tolerated.pattern = /status of 401/
  const fhir = new FhirConsolePage(page)
  await fhir.openAs('Marijke Jansen')
  await expect(fhir.sent).toHaveCount(0)
  await fhir.path.fill('Task?_count=1')
  await fhir.send()
  await expect(fhir.status(200)).toBeVisible()
  await fhir.client.selectOption('own')
  await page.getByLabel('Access token').fill('secret-token')
  await fhir.method.selectOption('POST')
  await fhir.path.fill('Task/$validate')
  await page.getByRole('textbox', { name: 'Body' }).fill('{"resourceType":"Task","id":"secret-body"}')
  await fhir.send()
  await expect(fhir.sent).toHaveText([/^POST Task\/\$validate401/, /^GET Task\?_count=1200/])
  expect(await seriousFindings(page), 'sent before').toEqual([])
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('secret')
  await page.reload()
  await fhir.sent.getByRole('button', { name: 'GET Task?_count=1' }).click()
  await expect(fhir.path).toBeFocused()
  await expect(fhir.path).toHaveValue('Task?_count=1')
  await expect(fhir.method).toHaveValue('GET')
  for (let n = 0; n < 20; n += 1) {
    await fhir.path.fill(`Task?_count=1&_offset=${n}`)
    await fhir.send()
    await expect(fhir.sent.first()).toContainText(`_offset=${n}`)
  }
  await expect(fhir.sent).toHaveCount(20)
  await page.getByRole('banner').getByRole('button', { name: 'Account: Marijke Jansen' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Account: Marijke Jansen' })).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Task')
  await fhir.open()
  await expect(fhir.sent).toHaveCount(0)
})

test('a DELETE asks before it is sent, and is not sent twice by Send', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/tools/api/fhir')) sent.push(`${request.postData()}`)
  })
  const fhir = new FhirConsolePage(page)
  await fhir.openAs('Marijke Jansen')
  await fhir.pick('What a role does not allow')
  await fhir.send()
  await expect(page.getByRole('dialog', { name: /DELETE|Delete/ })).toBeVisible()
  await expect(page.getByRole('banner'), 'a dialog brings no second one').toHaveCount(1)
  expect(await seriousFindings(page), 'a dialog').toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(sent).toEqual([])
  await fhir.sendDeletion('Patient/marijke-jansen')
  await expect(fhir.status(403)).toBeVisible()
  await expect(fhir.method).toHaveValue('GET')
  await fhir.send()
  await expect(fhir.status(200)).toBeVisible()
  expect(sent.filter((request) => request.includes('DELETE'))).toHaveLength(1)
})

test('a pasted token is sent to the FHIR API only, and is not in the address of the page', async ({
  page,
  tolerated,
}) => {
  tolerated.pattern = /401/
  const fhir = new FhirConsolePage(page)
  const sent: { readonly url: string; readonly carries: boolean }[] = []
  page.on('request', (request) => {
    const said = `${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`
    sent.push({ url: new URL(request.url()).pathname, carries: said.includes('a-token-of-my-own') })
  })
  await fhir.open('?path=Task/sleep-diary-week-1')
  await expect(fhir.client).toHaveValue('own')
  await page.getByLabel('Access token').fill('a-token-of-my-own')
  await fhir.send()
  await expect(fhir.status(401)).toBeVisible()
  await expect(fhir.whyNot).toContainText('fhir.bearer')
  expect(sent.filter(({ carries }) => carries).map(({ url }) => url)).toEqual(['/fhir/DEFAULT/Task/sleep-diary-week-1'])
  expect(page.url()).not.toContain('token-of-my-own')
  await fhir.path.fill('../admin')
  await fhir.send()
  await expect(page.getByText('That is not an address below the FHIR base')).toBeVisible()
  expect(await seriousFindings(page), 'refused').toEqual([])
})

test('the FHIR console opens from the tools, and from a record', async ({ page, signedInAs, browse }) => {
  await page.goto('/tools')
  await page.getByRole('link', { name: /^FHIR console/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FHIR console')
  await signedInAs('beheer@demo.test')
  await browse.open('/Patient/marijke-jansen')
  await page.getByRole('link', { name: 'FHIR console' }).click()
  const fhir = new FhirConsolePage(page)
  await expect(fhir.path).toHaveValue('Patient/marijke-jansen')
  await fhir.client.selectOption('demo-console')
  await fhir.send()
  await expect(fhir.answer).toContainText('"family": "Jansen"')
})
