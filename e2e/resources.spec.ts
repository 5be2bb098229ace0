// The app shows the record: lists with pages, and a narrative without active content.
import { expect, test } from './fixtures.ts'

test('the list of Patients can be paged to the end and back, and shows each once', async ({ portal, app }) => {
  await portal.launchDemo()
  await portal.openTask('Sleep diary: week 1')
  await app.opened()
  await app.openLists()
  await app.showList('Patient')
  const range = app.range('Patient')
  await expect(range).toHaveText(/^1 to 10 of/)
  const total = Number(((await range.textContent()) ?? '').split(' of ')[1])
  expect(total).toBeGreaterThan(100)
  const pages = [await app.ids('Patient')]
  for (let first = 11; first <= total; first += 10) {
    await app.next.click()
    await expect(range).toHaveText(new RegExp(`^${first} to `))
    pages.push(await app.ids('Patient'))
  }
  await expect(app.next).toBeDisabled()
  const seen = pages.flat()
  expect(seen).toHaveLength(total)
  expect(new Set(seen).size).toBe(total)
  for (const [index, before] of [...pages.slice(0, -1).entries()].reverse()) {
    await app.previous.click()
    await expect(range).toHaveText(new RegExp(`^${index * 10 + 1} to `))
    expect(await app.ids('Patient')).toEqual(before)
  }
  await expect(app.previous).toBeDisabled()
})

const HOSTILE = `<div xmlns="http://www.w3.org/1999/xhtml"><p onclick="window.pwned=1">Hello <b>there</b></p><img src="x" onerror="window.pwned=1"/><script>window.pwned=1</script><a href="javascript:window.pwned=1">link</a><style>body{display:none}</style><iframe src="javascript:window.pwned=1"></iframe><svg onload="window.pwned=1"></svg></div>`

test('APP-10 a narrative with hostile markup stays inert', async ({ portal, app, page, tolerated }) => {
  // Chromium notes what the policy keeps from being carried out, also in the document in which DOMPurify takes the markup apart.
  tolerated.pattern = /inline (style|event handler) violates the following Content Security Policy/
  // The importer refuses such markup: here a server without that rule hands it to the app.
  await page.route(/\/launch\/api\/fhir\?.*path=Patient/, async (route) => {
    const answer = await route.fetch()
    const patient = { ...(await answer.json()), text: { status: 'additional', div: HOSTILE } }
    await route.fulfill({ response: answer, json: patient })
  })
  await portal.launchDemo()
  // A prefetched page contains no FHIR data: once opened, its script loads all of it.
  await page.setExtraHTTPHeaders({ 'sec-purpose': 'prefetch' })
  await portal.openTask('Sleep diary: week 1')
  await app.opened()
  await app.showHow()
  await expect(app.narrative).toContainText('Hello there')
  await app.narrative.getByText('link').click()
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  const dangerous = 'script, style, iframe, svg, [onclick], [onerror], [onload], a[href^="javascript"]'
  await expect(app.narrative.locator(dangerous)).toHaveCount(0)
  await expect(app.patientBanner).toBeVisible()
})
