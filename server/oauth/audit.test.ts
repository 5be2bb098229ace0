// Events of the authorization server in the audit log (conformance IDP-21, ACG-21).

import { describe, expect, it } from 'vitest'
import { nameOf, type ReadEvent } from '#server/testing/audit.ts'
import { r4Problems } from '#server/testing/r4-validators.ts'
import { refusing } from '#server/testing/refusing.ts'
import { expectPage400 } from './testing/answers.ts'
import {
  ANNA,
  APP,
  AS,
  type AuthorizationServer,
  authorizationServer,
  cookiesOf,
  minutes,
  OTHER_APP,
  PLATFORM,
  USERNAMES,
  VERIFIER,
} from './testing/authorization-server.ts'
import { testKey } from './testing/keys.ts'

const BRAM = { preferred_username: 'bram@example.org' }
const BROWSER_ADDRESS = '192.0.2.1'

const extensionOf = ({ extension }: ReadEvent, name: string) =>
  extension.find(({ url }) => url === `http://koppeltaal.nl/fhir/StructureDefinition/${name}`)?.valueId

const codesOf = ({ subtype }: ReadEvent) => subtype.map(({ code }) => code)

/** The agents of an event, by the code of their role. */
const agentsOf = ({ agent }: ReadEvent) =>
  agent.map(({ type, who, requestor }) => [
    type.coding[0]?.code,
    who?.reference ?? who?.identifier?.value,
    ...(requestor ? ['requestor'] : []),
  ])

const entitiesOf = ({ entity = [] }: ReadEvent) =>
  entity.map(({ what, role, name }) => [role?.code, what?.reference ?? what?.identifier?.value ?? name])

const summaryOf = (event: ReadEvent) => [nameOf(event), event.outcome, event.outcomeDesc]

const only = async (as: AuthorizationServer): Promise<ReadEvent> => {
  const [event, ...more] = await as.audited()
  if (!event || more.length > 0) throw new Error(`${(await as.audited()).length} events`)
  return event
}

const lastOf = async (as: AuthorizationServer): Promise<ReadEvent> => {
  const event = (await as.audited()).at(-1)
  if (!event) throw new Error('Nothing was recorded')
  return event
}

const jtiOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti

describe('the audit log of a launch', () => {
  it('IDP-21 has delegation, login and decision, with outcome 0 and the trace of the launch', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken()
    await as.code({ launch })
    const events = await as.audited()
    expect(events.map((event) => [nameOf(event), event.outcome])).toEqual([
      ['launch', '0'],
      ['login', '0'],
      ['decision', '0'],
    ])
    expect(events.map(codesOf)).toEqual([
      ['110144', 'launch'],
      ['110122', 'login'],
      ['110145', 'decision'],
    ])
    for (const event of events) {
      expect(r4Problems(event)).toEqual([])
      expect(extensionOf(event, 'trace-id')).toBe(jtiOf(launch))
      expect(event.type.code).toBe('110114')
      expect(event.source).toMatchObject({ site: AS, observer: { reference: 'Device/slipway' } })
      expect(event.agent[0]?.network).toEqual({ address: BROWSER_ADDRESS, type: '2' })
      expect(event.agent.filter(({ requestor }) => requestor)).toHaveLength(1)
      expect(Math.abs(Date.parse(event.recorded) - as.now())).toBeLessThan(1000)
    }
  })

  it('IDP-21 tells who took part and what it was about', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken()
    await as.code({ launch })
    const [delegation, login, decision] = (await as.audited()) as [ReadEvent, ReadEvent, ReadEvent]
    const about = ['20', jtiOf(launch)]
    expect(agentsOf(delegation)).toEqual([
      ['110153', `Device/${APP}`, 'requestor'],
      ['110151', `Device/${PLATFORM}`],
      ['110152', as.idp.issuer],
    ])
    expect(entitiesOf(delegation)).toEqual([['1', 'Patient/anna'], ['20', 'Task/intake'], about])
    expect(agentsOf(login)).toEqual([
      ['humanuser', ANNA.preferred_username, 'requestor'],
      ['110153', `Device/${APP}`],
      ['110152', as.idp.issuer],
    ])
    expect(login.agent[0]?.who?.identifier?.system).toBe(USERNAMES)
    expect(entitiesOf(login)).toEqual([about])
    expect(agentsOf(decision)).toEqual([
      ['110153', `Device/${APP}`, 'requestor'],
      ['humanuser', 'Patient/anna'],
    ])
    expect(entitiesOf(decision)).toEqual([['1', 'Patient/anna'], ['20', 'Task/intake'], about])
  })

  it('IDP-21 AUZ-36 records a mismatch as decision with outcome 4, and not whom the launch was for', async () => {
    const as = await authorizationServer()
    await as.logIn(await as.authorize(), BRAM)
    const [, login, decision, ...more] = (await as.audited()) as [ReadEvent, ReadEvent, ReadEvent]
    expect(more).toEqual([])
    expect(summaryOf(decision)).toEqual([
      'decision',
      '4',
      'idp login: user.match: the person who signed in must be the person of the launch.',
    ])
    for (const event of [login, decision]) {
      expect(r4Problems(event)).toEqual([])
      expect(JSON.stringify(event)).toContain(BRAM.preferred_username)
      expect(JSON.stringify(event)).not.toMatch(/anna|Task\/|intake/)
      expect(extensionOf(event, 'trace-id')).toBeDefined()
    }
  })

  it('IDP-21 names who logged in as the provider does, where the claim that names people is absent', async () => {
    const as = await authorizationServer()
    await as.logIn(await as.authorize(), { preferred_username: undefined })
    const login = (await as.audited())[1] as ReadEvent
    expect(login.agent[0]?.who?.identifier?.system).toBe(as.idp.issuer)
    expect(r4Problems(login)).toEqual([])
  })

  it('IDP-21 gives people the role that they have in a launch', async () => {
    const as = await authorizationServer()
    for (const sub of ['Practitioner/carla', 'RelatedPerson/dirk'])
      await as.authorize({ launch: await as.launchToken({ sub, patient: 'Patient/anna' }) })
    expect((await as.audited()).map((event) => entitiesOf(event)[0])).toEqual([
      ['15', 'Practitioner/carla'],
      ['6', 'RelatedPerson/dirk'],
    ])
  })

  it('IDP-21 keeps a jti that is no FHIR id as its hash, so that the event stays valid', async () => {
    const as = await authorizationServer()
    await as.authorize({ launch: await as.launchToken({ jti: 'a_jti that is no id \u0007' }) })
    expect(extensionOf(await only(as), 'trace-id')).toMatch(/^[0-9a-f]{64}$/)
    expect(entitiesOf(await only(as)).at(-1)).toEqual(['20', 'a_jti that is no id'])
    expect(r4Problems(await only(as))).toEqual([])
  })

  it('IDP-21 carries the ids of the request that are ids, and no others', async () => {
    const as = await authorizationServer()
    const headers = (requestId: string) => ({
      'x-request-id': requestId,
      'x-correlation-id': 'c-1',
      'x-trace-id': 't.1',
    })
    await as.credentials({}, { headers: headers('r-1') })
    await as.credentials({}, { headers: headers('<script>') })
    const ids = (await as.audited()).map((event) =>
      ['request-id', 'correlation-id', 'trace-id'].map((name) => extensionOf(event, name)),
    )
    expect(ids).toEqual([
      ['r-1', 'c-1', 't.1'],
      [undefined, 'c-1', 't.1'],
    ])
  })

  it('IDP-21 records nothing for a HEAD that uses nothing up', async () => {
    const as = await authorizationServer()
    await as.oauth.authorize(new Request(await as.authorizeUrl(), { method: 'HEAD' }))
    expect(await as.audited()).toEqual([])
  })
})

describe('the audit log of tokens', () => {
  it('records a token of client_credentials with its scope', async () => {
    const as = await authorizationServer()
    await as.credentials()
    const event = await only(as)
    expect(summaryOf(event)).toEqual(['token', '0', 'token: access token issued'])
    expect(agentsOf(event)).toEqual([['110153', `Device/${APP}`, 'requestor']])
    expect(event.entity).toMatchObject([{ name: 'access token', description: 'system/*.rs' }])
    expect(r4Problems(event)).toEqual([])
  })

  it('records what a code became, with its launch', async () => {
    const as = await authorizationServer()
    await as.exchange(await as.code())
    const event = await lastOf(as)
    expect(summaryOf(event)).toEqual(['token', '0', 'token: id_token issued'])
    expect(entitiesOf(event).map(([, what]) => what)).toEqual([
      'Patient/anna',
      'Task/intake',
      extensionOf(event, 'trace-id'),
      'id_token',
    ])
    expect(r4Problems(event)).toEqual([])
  })

  it('ACG-21 ACG-16 records as an alert that a code is presented again, or by another app', async () => {
    const as = await authorizationServer()
    const used = await as.code()
    await as.exchange(used)
    await as.exchange(used)
    const alerts = async () => (await as.audited()).filter((event) => nameOf(event) === 'code-misuse')
    expect((await alerts()).map(({ type, outcome, outcomeDesc }) => [type.code, outcome, outcomeDesc])).toEqual([
      ['110113', '4', 'token: a code was shown again; what it had given is revoked'],
    ])
    expect(summaryOf(await lastOf(as)).slice(0, 2)).toEqual(['token', '4'])

    const key = await testKey('thief')
    const other = await as.registry.find(OTHER_APP)
    if (!other) throw new Error('No other app')
    await as.registry.saveClient({ ...other, jwks: { keys: [key.publicJwk] } })
    const client_assertion = await as.assertion({ iss: OTHER_APP, sub: OTHER_APP }, { key })
    await as.exchange(await as.code(), { client_assertion })
    const alert = (await alerts()).at(-1) as ReadEvent
    expect(alert.outcomeDesc).toBe('token: a code was shown by an app that it was not given to; it is used up')
    expect(agentsOf(alert)).toEqual([
      ['110153', `Device/${OTHER_APP}`, 'requestor'],
      ['110152', `Device/${APP}`],
    ])
    expect(r4Problems(alert)).toEqual([])
  })

  it('records introspection, and of a launch token its trace', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken()
    const { access_token } = (await (await as.credentials()).json()) as { access_token: string }
    await as.introspect(launch)
    await as.introspect(access_token)
    await as.introspect('no such token')
    const events = (await as.audited()).slice(1)
    expect(events.map(summaryOf)).toEqual([
      ['introspection', '0', 'introspect: launch token, active'],
      ['introspection', '0', 'introspect: access token, active'],
      ['introspection', '0', 'introspect: not active'],
    ])
    expect(events.map(codesOf)).toEqual([['110143', 'introspection'], ['introspection'], ['introspection']])
    expect(extensionOf(events[0] as ReadEvent, 'trace-id')).toBe(jtiOf(launch))
    expect(events.flatMap(r4Problems)).toEqual([])
  })
})

describe('the audit log of refusals', () => {
  it.each([
    ['launch', 'authorize: authorize.aud', (as: AuthorizationServer) => as.authorize({ aud: 'https://x.example' })],
    ['launch', 'authorize: authorize.client', (as: AuthorizationServer) => as.authorize({ client_id: 'nobody' })],
    [
      'launch',
      'authorize: launch.time',
      async (as: AuthorizationServer) => as.authorize({ launch: await as.launchToken({ exp: 1, iat: 0 }) }),
    ],
    ['token', 'token: token.client_assertion', (as: AuthorizationServer) => as.credentials({ client_assertion: 'x' })],
    ['token', 'token: token.scope', (as: AuthorizationServer) => as.credentials({ scope: 'system/Coverage.rs' })],
    ['token', 'token: token.grant_type', (as: AuthorizationServer) => as.credentials({ grant_type: 'password' })],
    ['token', 'token: token.code', (as: AuthorizationServer) => as.exchange('no-such-code')],
    ['introspection', 'introspect: introspect.params', (as: AuthorizationServer) => as.introspect(undefined)],
    ['login', 'idp login: idp.transaction', (as: AuthorizationServer) => as.callback(`${AS}/oauth2/callback?state=x`)],
  ] as const)('records a refusal of %s with the check that refused: %s', async (name, check, refused) => {
    const as = await authorizationServer()
    await refused(as)
    expect(summaryOf(await only(as))).toEqual([name, '4', expect.stringMatching(new RegExp(`^${check}: `))])
    expect(r4Problems(await only(as))).toEqual([])
  })

  it('names the app that was refused once it is proven, and never one that only claims to be it', async () => {
    const as = await authorizationServer()
    await as.credentials({ scope: 'system/Coverage.rs' })
    await as.credentials({ client_assertion: await as.assertion({}, { key: await testKey('stranger') }) })
    await as.authorize({ client_id: 'nobody' })
    expect((await as.audited()).map(agentsOf)).toEqual([
      [['110153', `Device/${APP}`, 'requestor']],
      [['110153', undefined, 'requestor']],
      [['110153', undefined, 'requestor']],
    ])
    expect(JSON.stringify(await as.audited())).not.toContain('nobody')
  })

  it('names the person and the portal of a refused launch, as claimed where no signature of that portal is proven', async () => {
    const as = await authorizationServer()
    const key = await testKey('stranger')
    await as.authorize({ launch: await as.launchToken({ patient: 'Patient/nobody' }) })
    await as.authorize({ launch: await as.launchToken({ exp: 1, iat: 0 }) })
    await as.authorize({ launch: await as.launchToken({}, { key }) })
    const events = await as.audited()
    const launched = [
      ['110153', `Device/${APP}`, 'requestor'],
      ['humanuser', 'Patient/anna'],
      ['110151', `Device/${PLATFORM}`],
    ]
    expect(events.map(agentsOf)).toEqual([launched, launched, launched])
    expect(events.map(({ agent }) => agent.map((one) => (one as { name?: string }).name))).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
      [undefined, 'claimed, not proven', 'claimed, not proven'],
    ])
    expect(events.flatMap(r4Problems)).toEqual([])
  })

  it('names no person and no portal by what can be none', async () => {
    const as = await authorizationServer()
    const key = await testKey('stranger')
    for (const claims of [
      { sub: 'Task/intake', iss: 'no id!' },
      { sub: 7 },
      { sub: 'Patient/<b>', iss: 'x'.repeat(70) },
    ])
      await as.authorize({ launch: await as.launchToken(claims, { key }) })
    expect(JSON.stringify(await as.audited())).not.toMatch(/humanuser|no id|xxx|<b>/)
    expect((await as.audited()).flatMap(r4Problems)).toEqual([])
  })

  it('AST-12 ACG-20 names an app whose assertion is proven, though it is used or the app disabled', async () => {
    const as = await authorizationServer()
    const client_assertion = await as.assertion()
    await as.credentials({ client_assertion })
    await as.credentials({ client_assertion })
    await as.registry.setClientStatus(APP, 'disabled')
    await as.credentials()
    const [, ...refused] = await as.audited()
    expect(refused.map(({ outcome }) => outcome)).toEqual(['4', '4'])
    for (const event of refused) expect(agentsOf(event)).toEqual([['110153', `Device/${APP}`, 'requestor']])
  })

  it('LTK-07 gives the trace of a launch that was used before', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken()
    await as.authorize({ launch })
    await as.authorize({ launch })
    expect((await as.audited()).map((event) => [event.outcome, extensionOf(event, 'trace-id')])).toEqual([
      ['0', jtiOf(launch)],
      ['4', jtiOf(launch)],
    ])
  })

  it('ERR-08 has the number that an error page shows', async () => {
    const as = await authorizationServer()
    const page = await as.authorize({ redirect_uri: 'https://evil.example/' })
    expect(extensionOf(await only(as), 'request-id')).toBe(page.headers.get('x-request-id'))
    await expectPage400(page)
  })

  it('IDP-18 has outcome 8 when the identity provider is down', async () => {
    const as = await authorizationServer({
      idpFetch: async () => {
        throw new TypeError('fetch failed')
      },
    })
    await as.authorize()
    expect(summaryOf(await only(as))).toEqual(['launch', '8', expect.stringContaining('idp.reachable')])
  })

  it('LIM-01 records one refusal a minute of an app that sends too many requests', async () => {
    const as = await authorizationServer()
    for (let n = 0; n < 40; n++) await as.introspect('no such token')
    const refused = async () => (await as.audited()).filter(({ outcome }) => outcome === '4').length
    expect(await refused()).toBe(1)
    as.advance(minutes(1) + 1)
    for (let n = 0; n < 40; n++) await as.introspect('no such token')
    expect(await refused()).toBe(2)
  })
})

describe('a log that cannot be written', () => {
  it('IDP-21 neither fails a request nor lets a refused one through, and is told once it can be', async () => {
    const as = await authorizationServer()
    const takeAgain = await refusing(as.sql, 'audit_link', 'no room')
    const statuses = [
      (await as.credentials()).status,
      (await as.credentials({ client_assertion: 'x' })).status,
      (await as.exchange(await as.code())).status,
      (await as.exchange('no-such-code')).status,
    ]
    expect(statuses).toEqual([200, 401, 200, 400])
    expect((await as.logIn(await as.authorize(), BRAM)).headers.get('location')).toContain('error=access_denied')
    expect(await as.audited()).toEqual([])
    await takeAgain()
    await as.credentials()
    expect((await as.audited()).map(nameOf)).toEqual(['recording', 'token'])
    expect((await as.audited())[0]?.outcomeDesc).toContain('10 events before this one')
  })
})

describe('secrets', () => {
  it('IDP-21 LTK-13 are in no audit event: no token, code, state, nonce, verifier, assertion or cookie', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken()
    const [state, nonce] = ['state-of-the-app-0123456789', 'nonce-of-the-app-0123456789']
    const login = await as.authorize({ launch, state, nonce })
    const idpAnswer = as.idp.logIn(login.headers.get('location') ?? '', ANNA)
    const back = await as.callback(idpAnswer, login)
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const client_assertion = await as.assertion()
    const tokens = (await (await as.exchange(code, { client_assertion })).json()) as Record<string, string>
    await as.exchange(code)
    await as.authorize({ launch, state })
    await as.introspect(tokens['access_token'])
    const credentials = (await (await as.credentials()).json()) as Record<string, string>
    await as.introspect(credentials['access_token'])
    const secrets = [
      ...[launch, state, nonce, code, client_assertion, VERIFIER, 'a secret of the test'],
      ...[tokens['access_token'], tokens['id_token'], credentials['access_token']],
      ...new URL(idpAnswer).searchParams.values(),
      ...cookiesOf(login)
        .split('; ')
        .map((cookie) => cookie.split('=')[1]),
      jtiOf(client_assertion),
    ].filter((secret) => secret !== as.idp.issuer)
    const log = JSON.stringify(await as.audited())
    expect((await as.audited()).length).toBeGreaterThan(8)
    for (const secret of secrets) {
      expect(String(secret).length).toBeGreaterThan(8)
      expect(log).not.toContain(secret)
      for (const part of String(secret).split('.')) if (part.length > 20) expect(log).not.toContain(part)
    }
  })
})
