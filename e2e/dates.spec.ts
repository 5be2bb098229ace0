// Moments are told in one form, in the zone of the reader, whatever the zone of the server.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const FORM = /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d(:\d\d)? GMT\+5:30$/
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/
/** What a day without a time looks like, and a time that is told since another. */
const OTHER = /^\d{1,2} [A-Z][a-z]+ \d{4}$|^\+/
/** A moment in any form, outside of JSON. */
const ANY_FORM = /\d [AP]M\b|\d{4}-\d\d-\d\d[ T]\d\d:\d\d|\b\d{1,2}:\d\d(:\d\d)?\b|GMT|\bUTC\b/

test.use({ timezoneId: 'Asia/Kolkata' })

/** Holds every moment of a part of the page to the form, by default of all but what is around it; how many there are. */
async function momentsOf(page: Page, place: string, part: Locator = page.getByRole('main')): Promise<number> {
  const times = part.locator('time')
  await expect(times.first(), place).toHaveText(/GMT\+5:30|^\+/)
  let count = 0
  for (const [text, title] of await times.evaluateAll((all) =>
    all.map((one) => [one.textContent ?? '', one.getAttribute('title') ?? '']),
  )) {
    if (!FORM.test(text ?? '')) expect(text, place).toMatch(OTHER)
    else {
      expect(title ?? '', `${place}: ${text}`).toMatch(IN_UTC)
      count += 1
    }
  }
  const words = await part.evaluate((shown) => {
    const copy = shown.cloneNode(true) as HTMLElement
    for (const other of copy.querySelectorAll('time, pre, textarea, input, script')) other.remove()
    return copy.textContent ?? ''
  })
  expect(words, `${place}, outside of its moments`).not.toMatch(ANY_FORM)
  return count
}

test('every time is shown in one form and in the zone of the reader, and in UTC on hover', async ({
  page,
  asAdmin,
  launchAs,
}) => {
  await launchAs('bram@demo.test') // A launch that is refused, of which the overview tells.
  await asAdmin()
  let count = 0
  const record = '/browse/Patient/marijke-jansen?tab=narrative' // Its fields are the record's own, exact to the letter.
  for (const place of ['/admin', '/admin/keys', '/traces', '/browse', record]) {
    await page.goto(place)
    count += await momentsOf(page, place)
  }
  expect(count).toBeGreaterThan(6)
})

test('a launched task, its claims, its trace and its links show times in that form', async ({
  page,
  app,
  asAdmin,
  launchAs,
}) => {
  await launchAs('marijke@demo.test')
  await app.showHow()
  await app.developers.getByText('What I received').click()
  expect(
    await momentsOf(page, 'a launched task', app.developers),
    'the session, iat, exp and auth_time',
  ).toBeGreaterThan(3)
  await asAdmin()
  await page.goto('/traces')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/traces\/[\w.-]+$/)
  await page.locator('main details').evaluateAll((all) => {
    for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
  })
  await page.getByRole('button', { name: 'Share by a link' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByText(/^This link works until/)).toBeVisible()
  expect(await momentsOf(page, 'a trace'), 'the claims of its tokens, and the end of the link').toBeGreaterThan(6)
})

test('a new key shows the time from which it signs in that form, in the table and after Rotate', async ({
  page,
  asAdmin,
}) => {
  const admin = await asAdmin()
  await page.goto('/admin/keys')
  await page.getByRole('button', { name: 'Rotate: Sleep diary' }).click()
  await admin.confirm('Publish a new key')
  await expect(admin.outcome.locator('time')).toHaveText(FORM)
  const itsKeys = page.getByRole('row', { name: /^Sleep diary/ }).locator('xpath=following-sibling::tr')
  const signsFrom = itsKeys.first().getByText(/^signs from/)
  await expect(signsFrom.locator('time')).toHaveText(FORM)
  await momentsOf(page, 'keys')
})
