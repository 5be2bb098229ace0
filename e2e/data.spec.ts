// An administrator imports a file, and sees what the demo would lose by being put back.
import { readFileSync } from 'node:fs'
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'

const PHONE = { width: 390, height: 844 }
const [organization = ''] = readFileSync('prisma/seed/others.ndjson', 'utf8')
  .split('\n')
  .filter((line) => line.includes('"resourceType":"Organization"'))

const file = (name: string, ...lines: readonly string[]) => ({
  name,
  mimeType: 'application/fhir+ndjson',
  buffer: Buffer.from(lines.join('\n')),
})

test('an administrator checks a file and imports it on a phone, and sees what restoring the demo would change', async ({
  page,
  asAdmin,
  baseURL,
}) => {
  await page.setViewportSize(PHONE)
  const admin = await asAdmin()
  await expect(admin.heading).toHaveText('Apps')
  await page.goto('/admin/data')
  await expect(admin.heading).toHaveText('Data')

  const id = crypto.randomUUID()
  const patient = JSON.stringify({ resourceType: 'Patient', id, name: [{ family: 'Ingevoerd' }] })
  const bad = '{"resourceType":"Patient","id":"no/id"}'
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles(file('people.ndjson', patient, bad, '{"resourceType":"Basic","id":"b"}'))
  const report = page.getByRole('region', { name: 'Report' })
  await page.getByRole('button', { name: 'Check only' }).click()
  await expect(admin.outcome).toContainText('people.ndjson is checked. Nothing was written.')
  await expect(report).toContainText('Would be new1')
  await expect(report).toContainText('line 2, id: must be 1 to 64 letters, digits, dashes or dots')
  await expect(report).toContainText('1 Basic')
  const counts = (await report.locator('dl > div > dd').allInnerTexts()).slice(0, 6).map(Number)
  expect(counts, 'what was read, and what became of it').toEqual([3, 1, 0, 0, 1, 1])
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(admin.outcome).toContainText('people.ndjson is imported, except what was refused: 1.')
  await expect(report).toContainText('New1')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report).toContainText('Unchanged1')

  const login = { system: `${baseURL}/idp`, value: `${id}@example.org` }
  const known = JSON.stringify({ ...JSON.parse(patient), identifier: [login] })
  await page.getByLabel('File', { exact: true }).setInputFiles(file('people.ndjson', known, patient))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report).toContainText('Changed2')
  await page.getByLabel('File', { exact: true }).setInputFiles(file('people.ndjson', known))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report).toContainText('Changed1')
  await page.getByLabel('File', { exact: true }).setInputFiles(file('people.ndjson', patient))
  await page.getByRole('button', { name: 'Check only' }).click()
  await expect(report).toContainText('Nobody could sign in as these people any more')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report).toContainText('Nobody can sign in as these people any more')
  await expect(report).toContainText(`Patient/${id}: ${login.system}|${login.value}`)
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)

  const changed = JSON.stringify({ ...JSON.parse(organization), alias: ['Renamed for a while'] })
  await page.getByLabel('File', { exact: true }).setInputFiles(file('one.ndjson', changed))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const demo = page.getByRole('region', { name: 'Reset the demo' })
  await expect(demo).toContainText(/Of \d+ records, [1-9]\d* (was|were) changed/)
  await demo.getByRole('button', { name: 'Reset the demo' }).click()
  await expect(admin.dialog).toContainText('a new version with the first text')
  await expect(admin.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape') // Other tests have the records of the demo in hand.
  await expect(admin.dialog).toHaveCount(0)
  await page.getByLabel('File', { exact: true }).setInputFiles(file('one.ndjson', organization))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report).toContainText('Changed1')
})
