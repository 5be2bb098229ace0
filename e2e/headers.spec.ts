import type { APIResponse } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Pages, files and what is not there; machine routes are swept in server/http/security-headers.test.ts. */
const PAGES = [
  '/',
  '/portal',
  '/launch',
  '/launch/app',
  '/no-such-page',
  '/api/no-such',
  '/portal/no-such',
  '/oauth2/no-such',
]

/** A policy is proven by its directives; a nonce is different each time. */
function faultsOf(response: APIResponse): readonly string[] {
  const headers = response.headers()
  const policy = headers['content-security-policy'] ?? ''
  const rules: Readonly<Record<string, boolean>> = {
    'SEC-02 frame-ancestors': policy.includes("frame-ancestors 'none'"),
    'SEC-02 base-uri': policy.includes("base-uri 'none'"),
    'SEC-02 object-src': policy.includes("object-src 'none'"),
    'SEC-02 scripts by nonce':
      /script-src [^;]*'nonce-[A-Za-z0-9+/=]{22,}'/.test(policy) && !/script-src[^;]*unsafe/.test(policy),
    'SEC-03 nosniff': headers['x-content-type-options'] === 'nosniff',
    'SEC-04 referrer': headers['referrer-policy'] === 'no-referrer',
    'SEC-05 HSTS on http': headers['strict-transport-security'] === undefined,
    'SEC-06 Permissions-Policy': headers['permissions-policy'] !== undefined,
    'SEC-06 COOP': headers['cross-origin-opener-policy'] === 'same-origin',
    'SEC-06 CORP': headers['cross-origin-resource-policy'] === 'same-origin',
    'SEC-06 X-Powered-By': headers['x-powered-by'] === undefined,
    'SEC-06 Server': !/\d/.test(headers['server'] ?? ''),
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}

for (const path of PAGES)
  test(`SEC-16 SEC-02 SEC-03 SEC-04 SEC-05 SEC-06 the page at ${path} carries every header`, async ({ request }) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await request.fetch(path, { method, headers: { accept: 'text/html' } })
      expect(faultsOf(response), `${method} ${path} ${response.status()}`).toEqual([])
    }
  })

test('SEC-03 files carry nosniff too', async ({ request }) => {
  for (const path of ['/plain.css', '/inter.woff2', '/icon.svg']) {
    const response = await request.get(path)
    expect(response.status()).toBe(200)
    expect(response.headers()['x-content-type-options']).toBe('nosniff')
  }
})

test('every page is set in the font that comes with it', async ({ page, tolerated }) => {
  tolerated.pattern = /400.*\/idp\/login/ // Nobody was sent there: the page says so.
  for (const path of ['/', '/launch', '/idp/login']) {
    await page.goto(path)
    const faces = await page.evaluate(async () =>
      [...(await document.fonts.ready)].map(({ family, status }) => [family, status]),
    )
    expect(faces, path).toEqual([['Inter', 'loaded']])
  }
})

test('ERR-01 an API client gets 404 as JSON below /oauth2, /idp and /.well-known', async ({ request }) => {
  for (const path of [
    '/oauth2/no-such',
    '/oauth2',
    '/idp/no-such',
    '/.well-known/no-such',
    '/.well-known/oauth-protected-resource/no-such',
  ])
    for (const method of ['GET', 'POST', 'DELETE'])
      for (const accept of ['application/json', '*/*', 'application/fhir+json']) {
        const response = await request.fetch(path, { method, headers: { accept } })
        expect(response.status(), `${method} ${path}`).toBe(404)
        expect(response.headers()['content-type']).toMatch(/^application\/json/)
        expect(await response.json()).toMatchObject({ error: 'not_found' })
        expect(response.headers()['x-content-type-options']).toBe('nosniff')
      }
})

test('SEC-07 signing in to the portal never leads to another site', async ({ request, baseURL }) => {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  for (const evil of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const response = await request.post('/api/auth/signin/shared-idp', {
      form: { csrfToken, callbackUrl: evil },
      headers: { origin: `${baseURL}` },
      maxRedirects: 0,
    })
    expect(new URL(response.headers()['location'] ?? '', baseURL).origin).toBe(baseURL)
    const { cookies } = await request.storageState()
    const kept = cookies.find(({ name }) => name.endsWith('next-auth.callback-url'))
    expect(decodeURIComponent(kept?.value ?? `${baseURL}`)).toMatch(new RegExp(`^${baseURL}(/|$)`))
  }
  for (const query of [
    'next=//evil.example',
    'callbackUrl=https://evil.example',
    'returnTo=//evil.example',
    'error=//evil.example',
  ])
    for (const path of ['/', '/portal', '/launch', '/api/auth/signin', '/api/auth/signout', '/idp/logout']) {
      const response = await request.get(`${path}?${query}`, { maxRedirects: 0 })
      expect(new URL(response.headers()['location'] ?? '/', baseURL).origin, `${path}?${query}`).toBe(baseURL)
    }
})

test('APP-11 no page that launches, logs in or is launched can be framed', async ({ request }) => {
  for (const path of ['/portal', '/launch', '/launch/app', '/idp/login', '/oauth2/authorize', '/admin', '/browse']) {
    const headers = (await request.get(path)).headers()
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
  }
})

test('a page that does not exist answers 404 at every depth', async ({ request }) => {
  for (const path of ['/docs/how-to/nothing', '/docs/nothing/x', '/docs/errors/nothing', '/nothing', '/portal/nothing'])
    expect((await request.get(path, { headers: { accept: 'text/html' } })).status(), path).toBe(404)
  expect((await request.get('/docs/how-to/connect-your-app')).status()).toBe(200)
})
