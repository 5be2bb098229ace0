// What the app shows of the record: lists that page, and a narrative that can do nothing.
import { importResources, patientWithTask, registerPlatform } from './domain.ts'
import { expect, test } from './fixtures.ts'

test('all Patients are paged through to the end and back, each seen once', async ({ portal, app, page }) => {
  await portal.launchDemo()
  await portal.openTask('Sleep diary: week 1')
  await page.getByRole('button', { name: /Marijke Jansen/ }).click()
  await app.opened()
  await app.showList('Patient')
  const pages: (readonly string[])[] = []
  for (;;) {
    await expect
      .poll(async () => (await app.ids()).join(), { message: 'another page' })
      .not.toBe(pages.at(-1)?.join() ?? '')
    pages.push(await app.ids())
    if (await app.next.isDisabled()) break
    await app.next.click()
  }
  const seen = pages.flat()
  expect(seen.length).toBeGreaterThan(100)
  expect(new Set(seen).size).toBe(seen.length)
  for (const before of pages.slice(0, -1).reverse()) {
    await app.previous.click()
    await expect.poll(() => app.ids()).toEqual(before)
  }
  await expect(app.previous).toBeDisabled()
})

const HOSTILE = `<div xmlns="http://www.w3.org/1999/xhtml"><p onclick="window.pwned=1">Hello <b>there</b></p><img src="x" onerror="window.pwned=1"/><script>window.pwned=1</script><a href="javascript:window.pwned=1">link</a><style>body{display:none}</style><iframe src="javascript:window.pwned=1"></iframe><svg onload="window.pwned=1"></svg></div>`

test('a narrative with hostile markup stays inert', async ({ app, idp, page, launchFromElsewhere }) => {
  const email = `mallory-${Date.now()}@example.org`
  const { patient, task } = patientWithTask('hostile-narrative', { email, family: 'Markup', div: HOSTILE })
  importResources(patient, task)
  const platform = await registerPlatform('platform-with-markup')
  await launchFromElsewhere(
    await platform.launchToken({ sub: 'Patient/hostile-narrative', resource: 'Task/task-hostile-narrative' }),
  )
  await idp.signUp({ name: 'Noor Markup', email, password: 'a few words in a row' })
  await app.opened()
  await expect(app.narrative).toBeVisible()
  await expect(app.narrative).toContainText('Hello there')
  await app.narrative.getByText('link').click()
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  await expect(
    app.narrative.locator('script, iframe[src], [onerror], [onclick], [onload], a[href^="javascript"], img, style'),
  ).toHaveCount(0)
  await expect(app.patientBanner).toBeVisible()
})
