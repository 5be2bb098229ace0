// Tokens of administrators: what one may do, and that nothing of a session counts beside one (RFC 6750).
import { describe, expect, it } from 'vitest'
import type { AdminStatus } from '#lib/api/admin.ts'
import { TOKEN_SCOPES, type TokenScope } from '#lib/api/token-words.ts'
import type { AdminTokens, MadeToken } from '#lib/api/tokens.ts'
import { DAY } from '#lib/clock.ts'
import { eventsOf } from '../testing/audit.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'

const SITE = 'http://localhost:3000'
const ADMIN = 'beheer@demo.test'

/** A domain with an administrator before it, or somebody else. */
async function console(username: string | undefined = ADMIN) {
  let signedIn: string | undefined = username
  const viewer = async () => (signedIn === undefined ? undefined : { username: signedIn, name: undefined })
  const domain = await testDomain({}, { viewer })
  const call = (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    domain.fetch(path, {
      method,
      headers: { origin: SITE, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const make = async (scopes: readonly TokenScope[] = TOKEN_SCOPES, days = 30) => {
    const answer = await call('POST', '/admin/api/tokens', { name: 'ci', scopes, days })
    expect(answer.status).toBe(200)
    return (await answer.json()) as MadeToken
  }
  return {
    ...domain,
    call,
    make,
    signIn: (name: string | undefined) => {
      signedIn = name
    },
  }
}

/** A request as the command line sends it: no cookie, no origin. */
const by = ({ fetch }: TestDomain, token: string, method: string, path: string, body?: object) =>
  fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const NEW_APP = {
  ...{ clientId: 'mine', name: 'Mine', kind: 'module', redirectUris: [], launchUrl: '', role: '' },
  keys: { jwksUrl: 'https://app.example/jwks' },
}
const LAUNCH = { app: 'demo-app', as: 'Patient/marijke-jansen', task: 'Task/sleep-diary-week-1' }

const OPEN_TO: [TokenScope | undefined, string, string, object | undefined][] = [
  [undefined, 'GET', '/admin/api/status', undefined],
  ['apps:read', 'GET', '/admin/api/apps', undefined],
  ['apps:read', 'GET', '/admin/api/apps/demo-app', undefined],
  ['apps:read', 'GET', '/admin/api/roles', undefined],
  ['apps:write', 'POST', '/admin/api/apps', NEW_APP],
  ['launch', 'POST', '/api/launches', LAUNCH],
  ['traces:read', 'GET', '/traces/api', undefined],
]

const CLOSED: [string, string, object | undefined][] = [
  ['PUT', '/admin/api/apps/demo-app', {}],
  ['POST', '/admin/api/apps/demo-app/status', { status: 'disabled' }],
  ['PUT', '/admin/api/roles', {}],
  ['GET', '/admin/api/users', undefined],
  ['POST', '/admin/api/users', {}],
  ['GET', '/admin/api/keys', undefined],
  ['POST', '/admin/api/keys/rotate', { owner: 'oauth', now: true }],
  ['GET', '/admin/api/tokens', undefined],
  ['POST', '/admin/api/tokens', { name: 'x', scopes: ['launch'], days: 1 }],
  ['GET', '/admin/api/audit', undefined],
]

describe('an API token', () => {
  it.each(OPEN_TO)(
    'with the scope is accepted, and without it gets 403: %s %s %s',
    async (scope, method, path, body) => {
      const here = await console()
      const { token } = await here.make(scope ? [scope] : ['launch'])
      here.signIn(undefined)
      const answer = await by(here, token, method, path, body)
      expect([200, 201], await answer.clone().text()).toContain(answer.status)
      if (scope === undefined) return
      here.signIn(ADMIN)
      const { token: other } = await here.make(TOKEN_SCOPES.filter((one) => one !== scope))
      const refused = await by(here, other, method, path, body)
      expect(refused.status).toBe(403)
      expect(refused.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
    },
  )

  it('is not made when the body is no object, and the answer says so', async () => {
    const here = await console()
    for (const body of [[], 'x', 5]) {
      const answer = await here.call('POST', '/admin/api/tokens', body as never)
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ error_description: 'The body is not what is expected here.', problems: [] }),
      ])
    }
  })

  it('without traces:read gets the same 403 for a trace that exists and one that does not', async () => {
    const here = await console()
    await here.fetch('/oauth2/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    await here.domain.traces.flush()
    const there = await here.domain.sql.value('SELECT id FROM trace')
    const { token } = await here.make(['launch'])
    for (const path of ['/traces/api', '/traces/api/stream', `/traces/api/${there}`, '/traces/api/l-none']) {
      const answer = await by(here, token, 'GET', path)
      expect([answer.status, answer.headers.get('www-authenticate')], path).toEqual([
        403,
        'Bearer error="insufficient_scope", scope="traces:read"',
      ])
    }
  })

  it.each(OPEN_TO)('that is unknown gets 401 with a challenge: %s %s %s', async (_, method, path, body) => {
    const here = await console()
    const answer = await by(here, 'slipway_unknown', method, path, body)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
  })

  it.each(CLOSED)('may never do this, also with the cookie of its administrator: %s %s', async (method, path, body) => {
    const here = await console()
    const { token } = await here.make()
    const before = (await eventsOf(here.domain)).length
    expect((await by(here, token, method, path, body)).status).toBe(403)
    expect((await here.call(method, path, body, { authorization: `Bearer ${token}` })).status).toBe(403)
    expect((await eventsOf(here.domain)).slice(before)).toEqual([])
  })

  it('SEC-08 needs no Origin of this site for a change, which a session still does', async () => {
    const here = await console()
    const { token } = await here.make()
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await here.call('POST', '/admin/api/apps', NEW_APP, evil)).status).toBe(403)
    expect((await by(here, token, 'POST', '/admin/api/apps', NEW_APP)).status).toBe(200)
  })

  it('that is invalid gets 401 even when a valid session cookie comes with it', async () => {
    const here = await console()
    for (const value of [
      'Bearer',
      'Bearer slipway_none',
      `Bearer slipway_${'x'.repeat(43)}`,
      'bearer eyJhbGciOiJub25lIn0',
    ])
      for (const path of ['/admin/api/status', '/admin/api/apps']) {
        const answer = await here.call('GET', path, undefined, { authorization: value })
        expect([answer.status, answer.headers.get('www-authenticate')], value).toEqual([
          401,
          'Bearer error="invalid_token"',
        ])
      }
    expect((await here.call('GET', '/traces/api', undefined, { authorization: 'Bearer none' })).status).toBe(401)
    expect((await here.call('POST', '/api/launches', LAUNCH, { authorization: 'Bearer none' })).status).toBe(401)
    expect((await here.call('POST', '/api/launches', LAUNCH)).status).toBe(201)
  })

  it('sees refusals in the status only with traces:read', async () => {
    const here = await console()
    const bad = new URLSearchParams({ grant_type: 'client_credentials' })
    await here.fetch('/oauth2/token', { method: 'POST', body: bad })
    await here.domain.traces.flush()
    const refusals = async (scopes: readonly TokenScope[]) => {
      const { token } = await here.make(scopes)
      return ((await (await by(here, token, 'GET', '/admin/api/status')).json()) as AdminStatus).refusals.length
    }
    expect([await refusals(['traces:read']), await refusals(['launch', 'apps:read', 'apps:write'])]).toEqual([1, 0])
  })

  it('IDP-21 that had a launch signed is recorded with its administrator, the app, the person and the task', async () => {
    const here = await console()
    const { token } = await here.make(['launch'])
    await by(here, token, 'POST', '/api/launches', LAUNCH)
    const events = (await eventsOf(here.domain)).map((event) => JSON.stringify(event))
    const signed = events.filter((event) => event.includes('asked by a token')) // Beside it there are reads of records.
    expect(signed).toHaveLength(1)
    for (const part of [ADMIN, 'Device/demo-app', LAUNCH.as, LAUNCH.task, '"value":"ci"'])
      expect(signed[0]).toContain(part)
  })

  it('with traces:read reads traces, and cannot run a step again', async () => {
    const here = await console()
    const { token } = await here.make()
    await by(here, token, 'POST', '/api/launches', LAUNCH)
    const { items } = (await (await by(here, token, 'GET', '/traces/api')).json()) as { items: { id: string }[] }
    const [trace] = items
    expect((await by(here, token, 'GET', `/traces/api/${trace?.id}`)).status).toBe(200)
    const again = { origin: SITE, authorization: `Bearer ${token}` }
    expect((await here.call('POST', `/traces/api/${trace?.id}/again`, { step: 0 }, again)).status).toBe(404)
    expect((await eventsOf(here.domain)).at(-1)).toMatchObject({
      agent: [{ who: { identifier: { value: ADMIN } } }],
      entity: expect.arrayContaining([expect.objectContaining({ name: 'trace' })]),
    })
  })

  it('ends when it expires, is revoked, or its administrator loses the role or the account', async () => {
    const here = await console()
    const { domain } = here
    const works = async (token: string) => (await by(here, token, 'GET', '/admin/api/status')).status === 200
    const short = await here.make(['launch'], 1)
    expect(await works(short.token)).toBe(true)
    here.advance(DAY)
    expect(await works(short.token)).toBe(false)
    const revoked = await here.make(['launch'])
    const left = (await (await here.call('POST', '/admin/api/tokens/revoke', { id: revoked.id })).json()) as AdminTokens
    expect([left.items, await works(revoked.token)]).toEqual([[], false])
    expect((await here.call('POST', '/admin/api/tokens/revoke', { id: revoked.id })).status).toBe(404)
    const { token } = await here.make(['launch'])
    await domain.sql.rows("UPDATE account SET role = 'practitioner' WHERE username = ?", ADMIN)
    expect(await works(token)).toBe(false)
    await domain.sql.rows("UPDATE account SET role = 'admin' WHERE username = ?", ADMIN)
    expect(await works(token)).toBe(false)
    const another = await here.make(['launch'])
    await domain.sql.rows('DELETE FROM account WHERE username = ?', ADMIN)
    expect(await works(another.token)).toBe(false)
    expect(await domain.sql.value('SELECT count(*) FROM api_token')).toBe(0)
  })

  it('is stored as a hash, and listed with the time of its last use', async () => {
    const here = await console()
    const { token, id, ...made } = await here.make(['launch'])
    expect(token).toMatch(/^slipway_[\w-]{43}$/)
    expect(made).toMatchObject({ name: 'ci', username: ADMIN, scopes: ['launch'], lastUsedAt: null })
    const rows = await here.domain.sql.rows('SELECT * FROM api_token')
    expect(JSON.stringify(rows)).not.toContain(token.slice('slipway_'.length))
    expect(JSON.stringify(await eventsOf(here.domain))).not.toContain(token.slice('slipway_'.length))
    await by(here, token, 'GET', '/admin/api/status')
    const listed = async () => ((await (await here.call('GET', '/admin/api/tokens')).json()) as AdminTokens).items
    await expect.poll(listed).toEqual([{ ...made, id, lastUsedAt: new Date(here.now()).toISOString() }]) // Noted behind the answer.
    expect((await eventsOf(here.domain))[0]).toMatchObject({
      ...{ action: 'C', entity: [{ name: 'token', what: { identifier: { value: 'ci' } } }] },
    })
  })

  it.each([
    ['no name', { name: ' ', scopes: ['launch'], days: 1 }],
    ['nothing that it may', { name: 'x', scopes: [], days: 1 }],
    ['something that there is not', { name: 'x', scopes: ['everything'], days: 1 }],
    ['no end', { name: 'x', scopes: ['launch'], days: 367 }],
  ])('is not made with %s', async (_, wanted) => {
    const here = await console()
    expect((await here.call('POST', '/admin/api/tokens', wanted)).status).toBe(400)
  })

  it('SEC-17 is made by administrators only, and at most fifty of them', async () => {
    const here = await console('daan@demo.test')
    const wanted = { name: 'x', scopes: ['launch'], days: 1 }
    expect((await here.call('POST', '/admin/api/tokens', wanted)).status).toBe(403)
    expect((await here.call('GET', '/admin/api/tokens')).status).toBe(403)
    here.signIn(ADMIN)
    for (let count = 0; count < 50; count += 1) await here.make(['launch'])
    expect((await here.call('POST', '/admin/api/tokens', wanted)).status).toBe(409)
  })
})

describe('POST /api/launches with as and task', () => {
  const claimsOf = async (answer: Response) => {
    const { launch_token } = (await answer.json()) as { readonly launch_token: string }
    return JSON.parse(Buffer.from(launch_token.split('.')[1] ?? '', 'base64url').toString()) as object
  }

  it('signs the launch that the portal would sign for that person and task', async () => {
    const here = await console()
    const own = await here.call('POST', '/api/launches', LAUNCH)
    expect(await claimsOf(own)).toMatchObject({
      ...{ sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1', intent: 'order' },
      definition: 'ActivityDefinition/sleep-diary',
    })
    const other = await here.call('POST', '/api/launches', { ...LAUNCH, as: 'Practitioner/daan-visser' })
    expect(await claimsOf(other)).toMatchObject({ sub: 'Practitioner/daan-visser', patient: 'Patient/marijke-jansen' })
  })

  it.each([
    ['a person that does not exist', { as: 'Patient/nobody' }],
    ['a task that does not exist', { task: 'Task/none' }],
    ['claims beside it', { claims: {} }],
  ])('is refused for %s', async (_, change) => {
    const here = await console()
    expect((await here.call('POST', '/api/launches', { ...LAUNCH, ...change })).status).toBe(400)
  })

  it('LIM-01 has a rate limit for tokens', async () => {
    const here = await console()
    const { token } = await here.make(['launch'])
    const limited = await testDomain({ RATE_LIMIT: 'on', RATE_LIMIT_API: '1' })
    const ask = () => by(limited, token, 'POST', '/api/launches', LAUNCH)
    expect((await ask()).status).toBe(401)
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  })
})
