// Assertions on answers of the authorization server, named as in the conformance rows: RD(e), PAGE400, OE(s, e).
import { expect } from 'vitest'
import { AS, type AuthorizationServer, ERROR_PAGES, REDIRECT_URI } from './authorization-server.ts'

const DESCRIPTION = /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/

/** The page of the check that leads the description; of the code where no check of ours refused. */
const pageOf = (error: string, description: unknown) =>
  `${ERROR_PAGES}/${/^([a-z]+\.[a-z_]+): /.exec(String(description))?.[1] ?? error}`

/** RD(error): the error to the registered redirect_uri, with the state if one is to be returned, and nothing else. */
export function expectErrorRedirect(
  response: Response,
  error: string,
  { state = true }: { state?: boolean | string } = {},
): string {
  expect([302, 303]).toContain(response.status)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const location = response.headers.get('location') ?? ''
  expect(location.startsWith(`${REDIRECT_URI}?`)).toBe(true)
  const params = new URL(location).searchParams
  expect(params.get('error')).toBe(error)
  expect(params.get('error_description')).toMatch(DESCRIPTION)
  expect(params.get('error_uri')).toBe(pageOf(error, params.get('error_description')))
  expect(params.get('iss')).toBe(AS)
  const names = ['error', 'error_description', 'error_uri', 'iss', ...(state === false ? [] : ['state'])].sort()
  expect([...params.keys()].sort()).toEqual(names)
  if (typeof state === 'string') expect(params.get('state')).toBe(state)
  return params.get('error_description') ?? ''
}

/** PAGE400: a page of our own, no redirect. Returns its text without the request id, which differs each time. */
export async function expectPage400(response: Response, status = 400): Promise<string> {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('location')).toBeNull()
  expect(response.headers.get('cache-control')).toContain('no-store')
  const requestId = response.headers.get('x-request-id') ?? ''
  const text = await response.text()
  expect(text).toContain(requestId)
  return text.replaceAll(requestId, 'REQUEST-ID')
}

/** OE(status, error). Returns the description. */
export async function expectOAuthError(response: Response, status: number, error: string): Promise<string> {
  const body = (await response.json()) as Record<string, unknown>
  expect({ status: response.status, error: body['error'] }, JSON.stringify(body)).toEqual({ status, error })
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('pragma')).toBe('no-cache')
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description', 'error_uri'])
  expect(body['error_uri']).toBe(pageOf(error, body['error_description']))
  expect(body['error_description']).toMatch(DESCRIPTION)
  if (status === 401)
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer realm="${AS}", error="${error}", error_description="${body['error_description']}"`,
    )
  return String(body['error_description'])
}

/** The browser is sent to the identity provider. Returns where. */
export function expectLogin(response: Response): URL {
  expect([302, 303]).toContain(response.status)
  const url = new URL(response.headers.get('location') ?? '')
  expect(`${url.origin}${url.pathname}`, url.search).toBe('http://localhost:3000/idp/authorize')
  return url
}

const TABLES = ['used_jti', 'authorize_transaction', 'authorization_code', 'noop_token'] as const

/** A refused request leaves nothing: no used launch or assertion, no transaction, no code, no token. */
export async function expectNothingKept({ sql }: AuthorizationServer): Promise<void> {
  for (const table of TABLES) expect(await sql.rows(`SELECT * FROM ${table}`), table).toEqual([])
}
