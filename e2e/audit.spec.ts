// An auditor reads the audit log, which is closed to others.

import type { Page } from '@playwright/test'
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { AccountMenu } from './pages/account.ts'
import type { AdminPage } from './pages/admin.ts'
import { AuditPage } from './pages/audit.ts'
import type { IdpPage } from './pages/idp.ts'

/** Makes an account of an auditor, as an administrator, and signs it in. */
async function signInAsAuditor(
  page: Page,
  idp: IdpPage,
  asAdmin: () => Promise<AdminPage>,
): Promise<{ readonly audit: AuditPage; readonly auditor: string }> {
  const audit = new AuditPage(page)
  const auditor = `auditor-${crypto.randomUUID()}@example.org`
  await page.context().clearCookies()
  const admin = await asAdmin()
  await page.goto('/admin/users')
  await page.getByRole('form', { name: 'Add a user' }).getByLabel('Role').selectOption('auditor')
  await admin.addUser('Lot Bos', auditor, PASSWORD)
  await page.context().clearCookies()
  await audit.signIn()
  await idp.logIn(auditor, PASSWORD)
  await expect(audit.heading).toHaveText('Audit log')
  return { audit, auditor }
}

const PASSWORD = 'een lang wachtwoord'
const EIGHT_DAYS_MS = 8 * 24 * 60 * 60 * 1000

test('SEC-17 APP-14 an auditor searches the audit log, each look is recorded, and an administrator sees none of it', async ({
  page,
  idp,
  asAdmin,
  tolerated,
}) => {
  tolerated.pattern = /404.*\/admin\/audit/ // An event that is not there, at the end.
  await new AuditPage(page).signIn()
  await idp.logIn('beheer@demo.test')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The audit log is for auditors')

  const { audit, auditor } = await signInAsAuditor(page, idp, asAdmin)
  // What others do meanwhile may be newer.
  await expect(audit.rows.filter({ hasText: 'Sign-in' }).filter({ hasText: auditor }).first()).toBeVisible()
  expect(await seriousFindings(page), 'the list').toEqual([])
  await expect(audit.rows.nth(1).locator('time').first()).toHaveAttribute('title', / UTC$/)
  const top = (await page.getByRole('table', { name: 'Audit log' }).boundingBox())?.y ?? Number.NaN
  expect(top, 'the log itself is in sight').toBeLessThan(560)

  await audit.choose('Event', 'Change')
  await audit.fill('Person', 'beheer@demo.test')
  await audit.show()
  const added = audit.rows.filter({ hasText: auditor })
  await expect(added, 'the list from before is gone').toHaveCount(1)
  await expect(added).toContainText('done')
  await expect(added).toContainText('account: added')
  await expect(added).toContainText('Femke Smit (beheer@demo.test, person)')
  await expect(page).toHaveURL(/name=change&person=beheer/)
  await added.getByRole('link').click()
  await expect(audit.heading).toHaveText('Change')
  await expect(page.getByText('role after', { exact: true })).toBeVisible()
  await page.getByText('As FHIR').click()
  await expect(page.getByText('"resourceType": "AuditEvent"')).toBeVisible()
  expect(await seriousFindings(page), 'an event').toEqual([])

  await page.goto('/admin/audit')
  await page.getByText('What the events mean').click()
  await expect(
    page.getByText('It was decided whether the person who signed in is the person of the launch.'),
  ).toBeVisible()
  await expect(audit.rows.nth(1)).toContainText('person)')
  await expect(audit.rows.filter({ hasText: 'By the app itself' })).toHaveCount(0)
  const counted = await page.getByRole('status').filter({ hasText: /event/ }).innerText()
  const [, shown] = /(\d+) rows/.exec(counted) ?? /(\d+) events/.exec(counted) ?? []
  await expect(audit.rows, counted).toHaveCount(Number(shown) + 1)
  await audit.choose('By', 'people and apps')
  await audit.show()
  await expect(page).toHaveURL(/by=all/)
  await audit.choose('By', 'people only')
  await audit.fill('Person', 'femke sm')
  await audit.show()
  await expect(page).toHaveURL(/audit\?person=femke/)
  await expect(audit.rows.nth(1)).toContainText('Femke Smit (beheer@demo.test, person)')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/audit')
  await expect(audit.rows.nth(1)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight), 'a page on a phone').toBeLessThan(10_000)
  const onPhone = (await page.getByRole('table', { name: 'Audit log' }).boundingBox())?.y ?? Number.NaN
  expect(onPhone, 'the log is in sight on a phone').toBeLessThan(640)
  await audit.filters.getByRole('button', { name: 'Filters', exact: true }).click()
  await audit.choose('Event', 'Change')
  await audit.fill('App (client_id)', 'demo-app')
  expect(await seriousFindings(page), 'the filters of a phone').toEqual([])
  await audit.show()
  await expect(audit.filters.getByRole('button', { name: 'Filters (2)' })).toHaveAttribute('aria-expanded', 'false')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto('/admin/audit?name=view')
  await expect(audit.rows.filter({ hasText: 'the audit log' }).filter({ hasText: auditor }).first()).toBeVisible()
  await audit.fill('Record', 'Patient/nobody-at-all')
  await audit.show()
  await expect(audit.none).toBeVisible()
  expect(await seriousFindings(page), 'nothing found').toEqual([])
  await audit.showAll()
  await expect(audit.rows.nth(1)).toBeVisible()
  await expect(page.getByText('./bin/slipway audit verify --head')).toBeVisible()

  await page.goto('/admin/apps')
  await expect(audit.heading).toHaveText('The console is for administrators')
  await page.goto('/admin/audit/audit.nothing')
  await expect(page.getByRole('alert', { name: 'This could not be loaded' })).toBeVisible()
})

test('an auditor is told why there is no list of traces, and opens a trace from its event', async ({
  page,
  idp,
  asAdmin,
  launchAs,
  tolerated,
}) => {
  tolerated.pattern = /status of 40[34]/
  await launchAs('marijke@demo.test')
  const { audit } = await signInAsAuditor(page, idp, asAdmin)
  const main = page.getByRole('main')
  await page.goto('/traces')
  await expect(audit.heading).toHaveText('Your account may not see traces')
  await expect(main).toContainText('You are signed in as Lot Bos.')
  await expect(main).toContainText('From an event there you open the trace that belongs to it')
  await expect(main.getByRole('button', { name: 'Sign in', exact: true })).toHaveCount(0)
  expect(await seriousFindings(page), 'no traces').toEqual([])
  await main.getByRole('link', { name: 'To the audit log' }).click()
  await expect(audit.heading).toHaveText('Audit log')

  await page.goto('/admin/audit?name=launch')
  await audit.rows.nth(1).getByRole('link').first().click()
  const toTrace = page.getByRole('link', { name: 'Its trace, check by check' })
  await expect(toTrace).toBeVisible()
  await expect(main).not.toContainText('It may have been deleted')
  const event = page.url()
  await toTrace.click()
  await expect(page.getByRole('region', { name: 'What happened, in order' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'To the audit log' })).toHaveAttribute('href', '/admin/audit')
  expect(await seriousFindings(page), 'a trace').toEqual([])

  await page.clock.setFixedTime(Date.now() + EIGHT_DAYS_MS)
  await page.goto(event)
  await expect(main).toContainText('It may have been deleted: a trace is kept for 7 days after its last request')
  await page.goto('/traces/a-trace-that-is-gone')
  await expect(audit.heading).toHaveText('There is no such trace here')
  await expect(main.getByRole('link', { name: 'To the audit log' })).toBeVisible()
})

test('an administrator reads in the overview who can open the audit log, and where to add such an account', async ({
  page,
  asAdmin,
}) => {
  await asAdmin()
  await page.goto('/admin')
  const hint = page.getByRole('main').getByText(/^Only accounts with the role auditor can open the audit log/)
  await hint.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('form', { name: 'Add a user' }).getByLabel('Role').selectOption('auditor')
  await page.goto('/admin/audit')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The audit log is for auditors')
  expect(await seriousFindings(page), 'for auditors').toEqual([])
})

test('IDP-21 sign-ins to the portal, sign-outs and failed sign-ins are in the audit log', async ({
  page,
  idp,
  asAdmin,
  portal,
}) => {
  const email = `patient-${crypto.randomUUID()}@example.org`
  await portal.signIn()
  await idp.createAccount({ name: 'Mies Vos', email, password: PASSWORD })
  await page.waitForURL('**/portal')
  await new AccountMenu(page).signOut()
  await expect(portal.signInButton).toBeVisible()
  // A browser returns from the identity provider without the portal having sent it there.
  await page.goto('/api/auth/callback/shared-idp?code=x&state=x')

  const { audit } = await signInAsAuditor(page, idp, asAdmin)
  const person = `person=${encodeURIComponent(email)}`
  expect(await audit.recorded(`name=login&${person}`)).toContain('portal: the identity provider says who signs in')
  expect(await audit.recorded(`name=logout&${person}`)).toContain('portal: the person signed out')
  expect(await audit.recorded('name=login&outcome=4')).toContainEqual(
    expect.stringMatching(/^portal: the sign-in did not come about \(OAUTH_CALLBACK[A-Z_]*\)$/),
  )
})
