// Every page of the site, as its folder in app/ says: no serious finding in light or dark, nothing wider than a phone, in both
// languages, and nothing in the console.
import { globSync } from 'node:fs'
import { languageCookie } from '../lib/i18n/language.ts'
import { seriousFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'

const ADMIN = 'beheer@demo.test'

interface Visit {
  /** An address of the page. */
  readonly at: string
  readonly as?: string
}

/** The pages by their folder. */
const PAGES: Readonly<Record<string, Visit>> = {
  '': { at: '/' },
  account: { at: '/account', as: ADMIN },
  'account/password': { at: '/account/password' },
  admin: { at: '/admin', as: ADMIN },
  'admin/apps': { at: '/admin/apps', as: ADMIN },
  'admin/apps/[id]': { at: '/admin/apps/demo-app', as: ADMIN },
  'admin/apps/new': { at: '/admin/apps/new', as: ADMIN },
  'admin/data': { at: '/admin/data', as: ADMIN },
  'admin/keys': { at: '/admin/keys', as: ADMIN },
  'admin/roles': { at: '/admin/roles', as: ADMIN },
  'admin/tokens': { at: '/admin/tokens', as: ADMIN },
  'admin/users': { at: '/admin/users', as: ADMIN },
  browse: { at: '/browse', as: ADMIN },
  'browse/[type]': { at: '/browse/Task', as: ADMIN },
  'browse/[type]/[id]': { at: '/browse/Patient/marijke-jansen', as: ADMIN },
  'browse/[type]/[id]/edit': { at: '/browse/Patient/marijke-jansen/edit', as: ADMIN },
  connect: { at: '/connect', as: ADMIN },
  docs: { at: '/docs' },
  'docs/[folder]/[name]': { at: '/docs/tutorial/first-hour' },
  'docs/api': { at: '/docs/api' },
  'docs/api/[tag]': { at: '/docs/api/subscriptions' },
  'docs/errors': { at: '/docs/errors' },
  'docs/errors/[id]': { at: '/docs/errors/launch.aud' },
  'docs/search': { at: '/docs/search?q=token' },
  energy: { at: '/energy' },
  launch: { at: '/launch' },
  portal: { at: '/portal', as: 'daan@demo.test' },
  'portal/compose': { at: '/portal/compose' },
  subscriptions: { at: '/subscriptions', as: ADMIN },
  tools: { at: '/tools' },
  'tools/assertion': { at: '/tools/assertion' },
  'tools/fhir': { at: '/tools/fhir', as: ADMIN },
  'tools/jwt': { at: '/tools/jwt' },
  'tools/keys': { at: '/tools/keys' },
  'tools/pkce': { at: '/tools/pkce' },
  traces: { at: '/traces', as: ADMIN },
}

/** Those of an auditor, an account, a launch, an event or a Subscription that a test makes first. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'admin/audit': 'audit.spec.ts',
  'admin/audit/[id]': 'audit.spec.ts',
  'admin/users/[id]': 'own-account.spec.ts',
  'energy/app': 'energy.spec.ts',
  'launch/app': 'face.spec.ts',
  'subscriptions/[id]': 'subscriptions.spec.ts',
  'traces/[id]': 'traces.spec.ts',
  'traces/[id]/beside/[other]': 'traces.spec.ts',
}

test('no page is forgotten here', () => {
  const folders = globSync('app/**/page.tsx').map((file) => file.replace(/^app\/|\/?page\.tsx$/g, ''))
  expect(folders.sort()).toEqual([...Object.keys(PAGES), ...Object.keys(ELSEWHERE)].sort())
})

for (const { at, as } of Object.values(PAGES))
  test(`APP-14 ${at} has no serious finding, and fits a phone in both languages`, async ({
    page,
    signedInAs,
    baseURL,
  }) => {
    test.slow()
    if (as) await signedInAs(as)
    await page.goto(at)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    for (const language of ['en', 'nl']) {
      await page.context().addCookies([{ name: languageCookie(`${baseURL}`), value: language, url: `${baseURL}` }])
      await page.goto(at)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wider, language).toBeLessThanOrEqual(0)
    }
  })
