import { describe, expect, it } from 'vitest'
import { cleanRequest, hasStrangeCallback } from './sign-in-requests.ts'

const SITE = 'https://care.example'

const get = (path: string) => ask('GET', path)
const ask = (method: string, path: string, init: RequestInit = {}) => {
  const url = new URL(`${SITE}/api/auth/${path}`)
  return cleanRequest(new Request(url, { method, ...init }), url.pathname.split('/').slice(3), SITE)
}
const post = (path: string, form: string, headers: Record<string, string> = {}) =>
  ask('POST', path, { body: form, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } })

describe('what is passed on to next-auth', () => {
  it.each([
    ...['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'data:text/html,x'],
    ...[
      'https://care.example.evil.example/',
      'https://care.example@evil.example/',
      'http://care.example/',
      '/\t/evil.example',
    ],
    ...['/\r\nX: y', '/\u0000', '/€', 'portal', '', '/'.padEnd(3000, 'x')],
  ])('SEC-07 SEC-10 leaves out the callbackUrl %j', async (callbackUrl) => {
    const query = new URLSearchParams({ callbackUrl })
    expect(await get(`signin?${query}`)).toEqual({ query: '', form: undefined })
    expect(await post('signout', `csrfToken=a&${query}`)).toEqual({ query: '', form: 'csrfToken=a' })
  })

  it.each(['/portal', '/', '/admin?x=1', 'https://care.example', 'https://care.example/portal'])(
    'keeps the callbackUrl %s',
    async (callbackUrl) => {
      const query = new URLSearchParams({ callbackUrl }).toString()
      expect(await get(`signin?${query}`)).toEqual({ query, form: undefined })
    },
  )

  it.each(['%0d%0aSet-Cookie:%20a=b', '%00', '%E2%82%AC', '<script>', 'a%1b[31m', 'a&error=b', '__proto__.x'])(
    'SEC-07 ERR-05 leaves out the error %s',
    async (error) => {
      expect(await get(`error?error=${error}`)).toEqual({ query: '', form: undefined })
    },
  )

  it('keeps code, state and iss of a provider answer, and of a sign-in only the parameter prompt for the provider', async () => {
    expect(
      await get('callback/shared-idp?code=a&state=b&iss=https://x.example&session_state=c&error_description=d'),
    ).toEqual({
      query: 'code=a&state=b&iss=https%3A%2F%2Fx.example',
      form: undefined,
    })
    const query = 'prompt=login&redirect_uri=https://evil.example&scope=all&client_id=x&response_type=token'
    expect(await post(`signin/shared-idp?${query}`, 'csrfToken=a&json=true&role=admin')).toEqual({
      query: 'prompt=login',
      form: 'csrfToken=a&json=true',
    })
  })

  it.each([
    ...['GET ', 'GET __proto__', 'GET constructor', 'GET callback/other', 'GET session/x', 'GET signin/shared-idp'],
    ...['POST session', 'POST callback/shared-idp', 'POST csrf', 'PUT signout', 'GET _log'],
  ])('SEC-12 leaves out %s, which is answered with 404', async (action) => {
    const [method = '', path = ''] = action.split(' ')
    expect(await (method === 'GET' ? get(path) : ask(method, path))).toBe(404)
  })

  it('P1 SEC-01 SEC-07 is refused when the callback cookie of this site leads elsewhere; that of another site is ignored', () => {
    const strange = (cookie: string) => hasStrangeCallback(new Request(SITE, { headers: { cookie } }), SITE)
    const name = '__Host-443.next-auth.callback-url'
    for (const value of ['javascript%3Aalert(1)', 'https%3A%2F%2Fevil.example', '//evil.example', 'a%0d%0ab', ''])
      expect(strange(`a=b; ${name}=${value}; c=d`), value).toBe(true)
    for (const other of ['next-auth', '443.next-auth', '__Secure-443.next-auth', '__Host-3001.next-auth'])
      expect(strange(`${other}.callback-url=%2F%2Fevil.example`), other).toBe(false)
    for (const value of ['https%3A%2F%2Fcare.example', 'https%3A%2F%2Fcare.example%2Fportal%3Fx%3D1', '%2Fportal'])
      expect(strange(`${name}=${value}`), value).toBe(false)
    expect(strange('x=1')).toBe(false)
  })

  it('SEC-10 leaves out what a browser wants logged (_log)', async () => {
    expect(await post('_log', 'code=X&level=error&message=a%0d%0ab')).toBe(204)
  })

  it('LIM-07 is a form of at most 64 KB, with or without Content-Length: no larger one and no other type', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(97)) })
    const chunked = { body: endless, duplex: 'half', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect(await ask('POST', 'signout', chunked as RequestInit)).toBe(413)
    expect(await post('signout', 'a'.repeat(70_000))).toBe(413)
    expect(await post('signout', '{"json":', { 'content-type': 'application/json' })).toBe(415)
    expect(await post('signout', '--x', { 'content-type': 'multipart/form-data; boundary=x' })).toBe(415)
  })
})
