// Moments are told in one form, in the zone of the reader, whatever the zone of the server.
import { expect, test } from './fixtures.ts'

const FORM = /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d(:\d\d)? GMT\+5:30$/
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/
/** What a day without a time looks like, and a time that is told since another. */
const OTHER = /^\d{1,2} [A-Z][a-z]+ \d{4}$|^\+/

test.use({ timezoneId: 'Asia/Kolkata' })

test('every moment is in the zone of the reader, in one form, and in UTC when one points at it', async ({
  page,
  asAdmin,
  launchAs,
}) => {
  await launchAs('bram@demo.test') // A launch that is refused, of which the overview tells.
  await asAdmin()
  const seen: string[] = []
  for (const place of ['/admin', '/admin/keys', '/traces', '/browse', '/browse/Patient/marijke-jansen']) {
    await page.goto(place)
    const times = page.getByRole('main').locator('time')
    await expect(times.first(), place).toHaveText(/GMT\+5:30|^\+/)
    for (const [text, title] of await times.evaluateAll((all) =>
      all.map((one) => [one.textContent ?? '', one.getAttribute('title') ?? '']),
    )) {
      if (FORM.test(text ?? '')) expect(title ?? '', `${place}: ${text}`).toMatch(IN_UTC)
      else expect(text, place).toMatch(OTHER)
      seen.push(text ?? '')
    }
    const words = await page.getByRole('main').innerText()
    expect(words, place).not.toMatch(/\d [AP]M\b|\d{4}-\d\d-\d\d \d\d:\d\d/)
  }
  expect(seen.filter((text) => FORM.test(text)).length).toBeGreaterThan(6)
})
