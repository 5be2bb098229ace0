import { expect, test } from './fixtures.ts'

const ACTIONS = ['0123456789012345678901234567890123456789', 'x', '__proto__']

test('SEC-17 SEC-12 internal headers of Next open nothing', async ({ request, baseURL }) => {
  const tricks: readonly Readonly<Record<string, string>>[] = [
    { 'x-middleware-subrequest': Array(5).fill('proxy').join(':') },
    { 'x-middleware-subrequest': Array(5).fill('src/middleware').join(':') },
    { 'x-middleware-rewrite': 'https://evil.example/' },
    { 'x-middleware-override-headers': 'cookie', 'x-middleware-request-cookie': 'x=y' },
    { 'x-invoke-path': '/admin/api/keys', 'x-invoke-status': '500', 'x-invoke-error': '{"message":"x"}' },
    { 'x-matched-path': '/admin/api/keys', 'x-now-route-matches': '1=admin' },
    { rsc: '1', 'next-router-state-tree': '%5B%22%22%5D' },
    { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/../../../etc/passwd' },
  ]
  for (const path of ['/portal', '/admin', '/launch/app', '/docs'])
    for (const headers of tricks) {
      const response = await request.get(path, { headers: { accept: 'text/html', ...headers }, maxRedirects: 0 })
      const what = `${path} ${JSON.stringify(headers)}`
      expect(response.status(), what).toBeLessThan(500)
      expect(new URL(response.headers()['location'] ?? '/', baseURL).origin, what).toBe(baseURL)
      if (response.status() === 200)
        expect(response.headers()['content-security-policy'], what).toContain("frame-ancestors 'none'")
      expect(response.headers()['cache-control'] ?? 'no-store', what).toMatch(/no-store|private/)
    }
  for (const headers of tricks)
    expect((await request.get('/admin/api/keys', { headers })).status(), JSON.stringify(headers)).toBe(401)
  for (const action of ACTIONS) {
    const response = await request.post('/portal', { headers: { 'next-action': action }, data: '[]' })
    expect(response.status()).toBeGreaterThanOrEqual(400)
    expect(response.status()).toBeLessThan(500)
  }
})

test('SEC-12 no address leads to a file that is not public', async ({ request }) => {
  for (const path of [
    ...[
      '/.env',
      '/.git/config',
      '/package.json',
      '/server/config/config.ts',
      '/.next/BUILD_ID',
      '/data/slipway.db',
      '/_next/',
    ],
    ...['/_next/static/..%2f..%2fpackage.json', '/_next/static/%2e%2e/%2e%2e/package.json', '/..%5c..%5cetc/passwd'],
    ...['/docs/how-to/..%2f..%2fREADME', '/docs/how-to/%2e%2e%2fexplanation%2fpaging', '/docs/__proto__/x'],
    ...['/docs/errors/__proto__', '/docs/errors/constructor'],
    ...['/_next/image?url=http://169.254.169.254/&w=64&q=75', '/__nextjs_original-stack-frame', '/_next/webpack-hmr'],
  ]) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status(), path).toBe(404)
    expect(await response.text(), path).not.toMatch(/devDependencies|SHARED_IDP|root:x:|\[core\]/)
  }
})

test('SEC-07 SEC-12 the sign-in answers hostile values without a 500, and redirects to no other site', async ({
  request,
  baseURL,
}) => {
  const values = [
    '%0d%0aSet-Cookie:%20a=b',
    '%00',
    '%E2%82%AC',
    '%ZZ',
    '<script>',
    'https://evil.example/',
    '/%5cevil.example',
  ]
  for (const action of [
    'error',
    'signin',
    'signout',
    'callback/shared-idp',
    '__proto__',
    'session/x',
    'signin/constructor',
  ])
    for (const value of values)
      for (const name of ['error', 'callbackUrl', 'state', '__proto__']) {
        const path = `/api/auth/${action}?${name}=${value}`
        const response = await request.get(path, { maxRedirects: 0 })
        expect(response.status(), path).toBeLessThan(500)
        expect(new URL(response.headers()['location'] ?? '/', baseURL).origin, path).toBe(baseURL)
        expect(response.headers()['cache-control'], path).toContain('no-store')
      }
  for (const [type, data] of [
    ['application/json', '{bad'],
    ['multipart/form-data', 'x'],
    ['text/plain', 'csrfToken=x'],
    ['application/x-www-form-urlencoded', 'csrfToken=x&json=true'],
  ] as const)
    for (const action of ['signin/shared-idp', 'signout', 'session', '_log', 'callback/shared-idp']) {
      const response = await request.post(`/api/auth/${action}`, {
        headers: { 'content-type': type },
        data,
        maxRedirects: 0,
      })
      expect(response.status(), `${action} ${type}`).toBeLessThan(500)
    }
})
