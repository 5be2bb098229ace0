// The launch token, row by row (conformance A3, HTI 2.0).
import { describe, expect, it } from 'vitest'
import { numericDate } from '#lib/clock.ts'
import { expectErrorRedirect, expectLogin, expectNothingKept } from '../testing/answers.ts'
import {
  APP,
  type AuthorizationServer,
  authorizationServer,
  client,
  OTHER_APP,
  PLATFORM,
  type SigningOptions,
} from '../testing/authorization-server.ts'
import { readJwt, signedByHmac, signJwt, withHeader } from '../testing/jwt.ts'
import { testKey } from '../testing/keys.ts'

type Claims = Readonly<Record<string, unknown>>

const launched = async (as: AuthorizationServer, claims: Claims = {}, options: SigningOptions = {}) =>
  as.authorize({ launch: await as.launchToken(claims, options) })

async function expectRefused(claims: Claims, check: string, error = 'invalid_request'): Promise<void> {
  const as = await authorizationServer()
  expect(expectErrorRedirect(await launched(as, claims), error)).toMatch(new RegExp(`^${check}: `))
  await expectNothingKept(as)
}

describe('launch token: signature', () => {
  it.each(['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'])(
    'LTK-01 accepts %s',
    async (alg) => {
      const as = await authorizationServer()
      const key = await testKey('platform', alg)
      await as.registry.saveClient(client({ clientId: PLATFORM, kind: 'platform', jwks: { keys: [key.publicJwk] } }))
      expectLogin(await launched(as, {}, { key }))
    },
  )

  it('LTK-02 refuses alg none, HMAC with the public key and no alg', async () => {
    const as = await authorizationServer()
    const token = await as.launchToken()
    const forged = [
      withHeader(token, { alg: 'none' }, ''),
      withHeader(token, { alg: 'none' }),
      withHeader(token, { alg: 'nOnE' }),
      signedByHmac(token, JSON.stringify(as.platformKey.publicJwk)),
      withHeader(token, { typ: 'JWT', kid: as.platformKey.kid }),
      withHeader(token, { alg: 'EdDSA', kid: as.platformKey.kid }),
    ]
    for (const launch of forged)
      expect(expectErrorRedirect(await as.authorize({ launch }), 'invalid_request')).toMatch(/^launch\.format: /)
    await expectNothingKept(as)
  })

  it('LTK-03 uses keys from the registration of an approved platform only, and fetches nothing else', async () => {
    const as = await authorizationServer()
    const attacker = await testKey('attacker')
    const own = { key: attacker }
    const jku = { jku: 'https://evil.example/jwks', kid: attacker.kid }
    expectErrorRedirect(await launched(as, { iss: 'nobody' }), 'invalid_request')
    expectErrorRedirect(await launched(as, {}, own), 'invalid_request')
    expectErrorRedirect(await launched(as, {}, { ...own, header: jku }), 'invalid_request')
    expectErrorRedirect(await launched(as, {}, { ...own, header: { jwk: attacker.publicJwk } }), 'invalid_request')
    expectErrorRedirect(await launched(as, {}, { header: jku }), 'invalid_request')
    expectErrorRedirect(await launched(as, { iss: APP }, { key: as.appKey }), 'invalid_request')
    for (const status of ['pending', 'rejected', 'disabled'] as const) {
      await as.registry.setClientStatus(PLATFORM, status)
      expect(expectErrorRedirect(await launched(as), 'invalid_request')).toMatch(/^launch\.iss: /)
    }
    await expectNothingKept(as)
  })

  it('LTK-03 says of an unproven launch token that it has no kid', async () => {
    const as = await authorizationServer()
    const other = { key: await testKey('attacker') }
    expect(
      expectErrorRedirect(await launched(as, {}, { ...other, header: { kid: undefined } }), 'invalid_request'),
    ).toBe(
      'launch.signature: the token must be signed with a registered key. It has no kid: that is enough only where a single key is registered.',
    )
    expect(expectErrorRedirect(await launched(as, {}, other), 'invalid_request')).not.toContain('no kid')
  })

  it('AST-24 accepts no client assertion, access token or id_token as a launch token', async () => {
    const as = await authorizationServer()
    const { access_token } = (await (await as.credentials()).json()) as { access_token: string }
    const { id_token } = (await (await as.exchange(await as.code())).json()) as { id_token: string }
    const { platformKey: key } = as
    const assertion = await as.assertion({ iss: PLATFORM, sub: PLATFORM }, { key })
    // An assertion of a platform that even has the audience, the times and the jti of a launch.
    const iat = numericDate(as.now())
    const nearly = await as.assertion({ iss: PLATFORM, sub: PLATFORM, aud: APP, iat, exp: iat + 300 }, { key })
    for (const launch of [access_token, id_token, assertion, nearly])
      expectErrorRedirect(await as.authorize({ launch }), 'invalid_request')
  })
})

describe('launch token: claims', () => {
  it('LTK-04 is for the app that it launches: its Device, or its client_id', async () => {
    const as = await authorizationServer()
    expectLogin(await launched(as, { aud: APP }))
    expectLogin(await launched(as, { aud: [`Device/${APP}`] }))
    for (const aud of [`Device/${OTHER_APP}`, OTHER_APP, undefined, [`Device/${APP}`, 'x'], `device/${APP}`, 7])
      expect(expectErrorRedirect(await launched(as, { aud }), 'invalid_request')).toMatch(/^launch\.aud: /)
  })

  it('LTK-05 LTK-06 lives at most 300 seconds, with 30 seconds of skew', async () => {
    const as = await authorizationServer()
    const now = numericDate(as.now())
    for (const [iat, exp] of [
      [now, now + 300],
      [now + 25, now + 325],
      [now - 320, now - 20],
    ])
      expectLogin(await launched(as, { iat, exp }))
    for (const [iat, exp] of [
      [now, undefined],
      [undefined, now + 300],
      [now - 331, now - 31],
      [now, now + 3600],
      [now, now + 301],
      [now + 120, now + 300],
      [now, now],
      [now, String(now + 300)],
      [String(now), now + 300],
    ])
      expect(expectErrorRedirect(await launched(as, { iat, exp }), 'invalid_request')).toMatch(/^launch\.time: /)
    expectErrorRedirect(await launched(as, { nbf: now + 120 }), 'invalid_request')
  })

  it('LTK-05 says that a time is in milliseconds', async () => {
    const as = await authorizationServer()
    const now = numericDate(as.now())
    for (const [claim, times] of [
      ['iat', { iat: as.now(), exp: as.now() + 300_000 }],
      ['exp', { iat: now, exp: as.now() + 300_000 }],
    ] as const)
      expect(expectErrorRedirect(await launched(as, times), 'invalid_request')).toBe(
        `launch.time: ${claim} is in milliseconds; it must be in seconds.`,
      )
  })

  it('LTK-07 can be used once, by the first of simultaneous requests', async () => {
    const as = await authorizationServer()
    const url = await as.authorizeUrl()
    const answers = await Promise.all(Array.from({ length: 20 }, () => as.oauth.authorize(new Request(url))))
    const locations = answers.map(({ headers }) => headers.get('location') ?? '')
    expect(locations.filter((location) => !location.includes('error='))).toHaveLength(1)
    expect(locations.filter((location) => location.includes('error=invalid_request'))).toHaveLength(19)
    for (const table of ['authorize_transaction', 'used_jti'])
      expect(await as.sql.rows(`SELECT * FROM ${table}`)).toHaveLength(1)
  })

  it('LTK-07 is remembered across a restart, and per platform', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken({ jti: 'a-jti-of-16-characters' })
    expectLogin(await as.authorize({ launch }))
    const restarted = await authorizationServer({ file: as.file })
    expect(expectErrorRedirect(await restarted.authorize({ launch }), 'invalid_request')).toMatch(/^launch\.jti: /)
    const key = await testKey('second platform')
    await as.registry.saveClient(client({ clientId: 'second', kind: 'both', jwks: { keys: [key.publicJwk] } }))
    expectLogin(await launched(as, { iss: 'second', jti: 'a-jti-of-16-characters' }, { key }))
  })

  it.each([undefined, '', 'fifteen-letters', 'x'.repeat(256), 7])('LTK-07 refuses the jti %s', async (jti) => {
    await expectRefused({ jti }, 'launch.jti')
  })

  it('stays usable when any other check fails or the identity provider is down', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken()
    expectErrorRedirect(await as.authorize({ launch, scope: 'openid' }), 'invalid_scope')
    expectErrorRedirect(await as.authorize({ launch, code_challenge: 'x' }), 'invalid_request')
    as.idp.behaviour = { answer: { 'openid-configuration': () => new Response(null, { status: 503 }) } }
    expectErrorRedirect(await as.authorize({ launch }), 'temporarily_unavailable')
    as.idp.behaviour = {}
    expectLogin(await as.authorize({ launch }))
  })

  it.each([undefined, 'Person/1', 'Device/1', 'Patient/nope', 'Patient/../x', 'https://x.example/Patient/anna', 7])(
    'LTK-08 refuses the sub %s',
    async (sub) => {
      await expectRefused({ sub }, 'launch.sub')
    },
  )

  it.each([undefined, 'Patient/anna', 'Task/nope', 'Task/intake/_history/1', 'Task/mistaken'])(
    'LTK-09 refuses the resource %s',
    async (resource) => {
      await expectRefused({ resource }, 'launch.resource')
    },
  )

  it.each(['ActivityDefinition/of-other', 'ActivityDefinition/nope', 'Task/intake', 7])(
    'LTK-10 refuses the definition %s',
    async (definition) => {
      await expectRefused({ definition }, 'launch.definition')
    },
  )

  it('LTK-11 accepts a related person only for the patient that their record names', async () => {
    const as = await authorizationServer()
    const dirk = { sub: 'RelatedPerson/dirk' }
    expectLogin(await launched(as, { ...dirk, patient: 'Patient/anna' }))
    expectErrorRedirect(await launched(as, { ...dirk, patient: 'Patient/bram' }), 'access_denied')
    expectErrorRedirect(await launched(as, dirk), 'access_denied')
  })

  it('refuses a patient who is launched for another patient or for one that does not exist', async () => {
    await expectRefused({ patient: 'Patient/bram' }, 'launch.patient')
    await expectRefused({ sub: 'Practitioner/carla', patient: 'Patient/nope' }, 'launch.patient')
    await expectRefused({ sub: 'Practitioner/carla', patient: 'Task/intake' }, 'launch.patient')
  })

  it.each([7, '', ' order', 'x'.repeat(65)])('refuses the intent %j', async (intent) => {
    await expectRefused({ intent }, 'launch.intent')
  })

  it('LTK-12 IDT-09 passes intent, patient and definition through', async () => {
    const as = await authorizationServer()
    const claims = {
      sub: 'Practitioner/carla',
      patient: 'Patient/anna',
      intent: 'order',
      definition: 'ActivityDefinition/intake',
    }
    const code = await as.code({ launch: await as.launchToken(claims) }, { preferred_username: 'carla@example.org' })
    expect(await (await as.exchange(code)).json()).toMatchObject({
      sub: 'Practitioner/carla',
      role: 'practitioner',
      patient: 'anna',
      intent: 'order',
      definition: 'ActivityDefinition/intake',
    })
  })

  it('LTK-13 keeps verified claims and never the token', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken()
    await as.logIn(await as.authorize({ launch }))
    const tables = ['authorize_transaction', 'authorization_code', 'used_jti', 'noop_token']
    const rows = await Promise.all(tables.map((table) => as.sql.rows(`SELECT * FROM ${table}`)))
    expect(rows.flat().length).toBeGreaterThan(1)
    for (const part of launch.split('.')) expect(JSON.stringify(rows)).not.toContain(part)
  })

  it('LTK-14 is not used up by introspection', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken()
    expect(await (await as.introspect(launch)).json()).toMatchObject({ active: true })
    expect(await (await as.introspect(launch)).json()).toMatchObject({ active: true })
    expectLogin(await as.authorize({ launch }))
  })

  it('IDP-20 falls back to the shared provider for any idp_hint, and notes it', async () => {
    const as = await authorizationServer()
    expectLogin(await launched(as, { idp_hint: 'x' }))
    expect(as.log.join()).toContain('idp_hint')
  })
})

describe('launch token: form', () => {
  it('LTK-15 refuses a token of 9 KB, one of five parts, and a text that is no token', async () => {
    const as = await authorizationServer()
    const token = await as.launchToken()
    const bad = [
      await as.launchToken({ pad: 'x'.repeat(9000) }),
      `${token}.x.y`,
      `${token}.`,
      'x',
      'a.b',
      'a.b.c',
      `${token}=`,
      '..',
    ]
    for (const launch of bad)
      expect(expectErrorRedirect(await as.authorize({ launch }), 'invalid_request')).toMatch(/^launch\.format: /)
  })

  it('LTK-16 refuses repeated members, payloads that are no object, and times that are texts', async () => {
    const as = await authorizationServer()
    const { claims } = readJwt(await as.launchToken())
    const text = JSON.stringify(claims)
    const header = { kid: as.platformKey.kid, typ: 'JWT' }
    const payloads = [
      text.replace('{', '{"sub":"Patient/bram",'),
      text.replace('{', '{"\\u0073ub":"Patient/bram",'),
      text.replace('}', ',"x":{"a":1,"a":2}}'),
      `[${text}]`,
      'null',
      '"text"',
      '{',
      '',
    ]
    for (const payload of payloads)
      expect(
        expectErrorRedirect(
          await as.authorize({ launch: await signJwt(header, payload, as.platformKey) }),
          'invalid_request',
        ),
      ).toMatch(/^launch\.format: /)
    expectErrorRedirect(await launched(as, { exp: String(claims['exp']) }), 'invalid_request')
    await expectNothingKept(as)
  })

  it.each([{ typ: 'at+jwt' }, { typ: 'client-authentication+jwt' }, { kid: 7 }, { kid: 'unknown' }])(
    'refuses the header %j',
    async (header) => {
      const as = await authorizationServer()
      const token = await as.launchToken()
      const bad = withHeader(token, { alg: 'ES384', kid: as.platformKey.kid, ...header })
      expectErrorRedirect(await as.authorize({ launch: bad }), 'invalid_request')
      const signed = typeof header.kid === 'number' ? bad : await as.launchToken({}, { header })
      expectErrorRedirect(await as.authorize({ launch: signed }), 'invalid_request')
    },
  )

  it('refuses crit and accepts a token without typ', async () => {
    const as = await authorizationServer()
    expectLogin(await launched(as, {}, { header: { typ: undefined } }))
    const critical = await launched(as, {}, { header: { crit: ['x'], x: 1 } })
    expect(expectErrorRedirect(critical, 'invalid_request')).toMatch(/^launch\.format: crit /)
  })
})

describe('launch token: whose task', () => {
  const OF_BRAM = {
    for: { resourceType: 'Task', for: { reference: 'Patient/bram' } },
    owner: { resourceType: 'Task', owner: { reference: 'Patient/bram' } },
    requester: { resourceType: 'Task', requester: { reference: 'Patient/bram' } },
  }
  const withTask = async (task: object) => {
    const as = await authorizationServer()
    as.resources['Task/other'] = { ...task }
    return as
  }
  const other = (claims: Claims = {}) => ({ resource: 'Task/other', ...claims })

  it.each([
    ['a patient with the task of another patient', OF_BRAM.for, {}],
    ['a patient with a task that is nobody’s', { resourceType: 'Task' }, {}],
    ['a patient with a task of an absolute address', { for: { reference: 'https://x.example/Patient/anna' } }, {}],
    [
      'a related person with the task of another patient',
      OF_BRAM.for,
      { sub: 'RelatedPerson/dirk', patient: 'Patient/anna' },
    ],
  ] as const)('refuses %s', async (_, task, claims) => {
    const as = await withTask(task)
    expect(expectErrorRedirect(await launched(as, other(claims)), 'invalid_request')).toMatch(/^launch\.task: /)
    await expectNothingKept(as)
  })

  it.each([
    ['a patient with a task for them', OF_BRAM.for, { sub: 'Patient/bram' }],
    ['a patient who owns the task', { ...OF_BRAM.owner, for: { reference: 'Patient/anna' } }, { sub: 'Patient/bram' }],
    ['a patient who asked for the task', OF_BRAM.requester, { sub: 'Patient/bram' }],
    [
      'a related person with a task of their patient',
      { for: { reference: 'Patient/anna' } },
      { sub: 'RelatedPerson/dirk', patient: 'Patient/anna' },
    ],
    [
      'a related person with a task of their own',
      { owner: { reference: 'RelatedPerson/dirk' } },
      { sub: 'RelatedPerson/dirk', patient: 'Patient/anna' },
    ],
    ['a practitioner with any task', OF_BRAM.for, { sub: 'Practitioner/carla' }],
  ] as const)('accepts %s', async (_, task, claims) => {
    expectLogin(await launched(await withTask(task), other(claims)))
  })

  it('accepts any task for an app that is registered for that', async () => {
    const as = await withTask(OF_BRAM.for)
    const app = await as.registry.find(APP)
    if (!app) throw new Error('The app is registered')
    await as.registry.saveClient({ ...app, anyTask: true })
    expectLogin(await launched(as, other()))
  })
})
