// The exchange of a code, row by row (conformance A7), and the id_token in it (A11).
import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { numericDate } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { expectOAuthError } from '../testing/answers.ts'
import {
  APP,
  AS,
  type AuthorizationServer,
  authorizationServer,
  type Changes,
  FD,
  OTHER_APP,
  VERIFIER,
} from '../testing/authorization-server.ts'
import { readJwt } from '../testing/jwt.ts'
import { testKey } from '../testing/keys.ts'

type Body = Readonly<Record<string, unknown>> & { readonly access_token: string; readonly id_token: string }

const tokenOf = async (response: Response): Promise<Body> => {
  expect(response.status).toBe(200)
  return (await response.json()) as Body
}

const exchanged = async (as: AuthorizationServer, changes?: Changes, claims?: Readonly<Record<string, unknown>>) =>
  tokenOf(await as.exchange(await as.code(changes, claims)))

const byOther = async (as: AuthorizationServer) => ({
  client_assertion: await as.assertion({ iss: OTHER_APP, sub: OTHER_APP }, { key: await testKey('other') }),
})

const isActive = async (as: AuthorizationServer, token: string) =>
  ((await (await as.introspect(token)).json()) as { active: boolean }).active

describe('authorization_code: the answer', () => {
  it('ACG-01 ACG-02 ACG-03 ACG-05 ACG-07 holds the identity, the role and the task, and no refresh_token', async () => {
    const as = await authorizationServer()
    const body = await exchanged(as)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'launch openid fhirUser',
      id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      sub: 'Patient/anna',
      fhirUser: `${FD}/Patient/anna`,
      role: 'patient',
      task: 'Task/intake',
      resource: 'Task/intake',
      patient: 'anna',
      fhirContext: [{ reference: 'Task/intake' }],
      need_patient_banner: true,
    })
  })

  it('ACG-04 has definition, intent and patient when the launch had them', async () => {
    const as = await authorizationServer()
    const launch = await as.launchToken({
      sub: 'RelatedPerson/dirk',
      patient: 'Patient/anna',
      definition: 'ActivityDefinition/intake',
      intent: 'plan',
    })
    expect(await exchanged(as, { launch }, { preferred_username: 'dirk@example.org' })).toMatchObject({
      sub: 'RelatedPerson/dirk',
      role: 'related_person',
      patient: 'anna',
      definition: 'ActivityDefinition/intake',
      intent: 'plan',
    })
    const practitioner = await as.launchToken({ sub: 'Practitioner/carla' })
    const body = await exchanged(as, { launch: practitioner }, { preferred_username: 'carla@example.org' })
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['patient']))
  })

  it('ACG-06 gives another no-op token each time, and keeps its hash only', async () => {
    const as = await authorizationServer()
    const tokens = [(await exchanged(as)).access_token, (await exchanged(as)).access_token]
    expect(tokens[0]).not.toBe(tokens[1])
    const rows = JSON.stringify(await as.sql.rows('SELECT * FROM noop_token'))
    for (const token of tokens) {
      expect(rows).not.toContain(token)
      expect(rows).toContain(sha256(token))
    }
  })

  it('ACG-18 ignores parameters that it does not know', async () => {
    const as = await authorizationServer()
    expect((await as.exchange(await as.code(), { foo: '1', scope: 'x' })).status).toBe(200)
  })
})

const tokensOf = ({ sql }: AuthorizationServer) => sql.rows('SELECT * FROM noop_token')

describe('authorization_code: what is refused', () => {
  it.each(['code', 'redirect_uri'])(
    'ACG-08 requires %s, and a request without it does not consume the code',
    async (name) => {
      const as = await authorizationServer()
      const code = await as.code()
      await expectOAuthError(await as.exchange(code, { [name]: undefined }), 400, 'invalid_request')
      expect((await as.exchange(code)).status).toBe(200)
    },
  )

  it.each<[string, string | undefined]>([
    ['ACG-09 a missing one', undefined],
    ['ACG-10 another one', 'another-code-verifier-that-is-long-enough-too'],
    ['ACG-10 one of 42', 'a'.repeat(42)],
    ['ACG-10 one of 129', 'a'.repeat(129)],
    ['ACG-10 other characters', `${VERIFIER} `],
    ['ACG-10 the challenge', sha256(VERIFIER)],
    ['ACG-10 an empty one', ''],
  ])('refuses %s for a code_verifier', async (_, code_verifier) => {
    const as = await authorizationServer()
    const code = await as.code()
    await expectOAuthError(await as.exchange(code, { code_verifier }), 400, 'invalid_grant')
    await expectOAuthError(await as.exchange(code), 400, 'invalid_grant')
    expect(await tokensOf(as)).toEqual([])
  })

  it.each(['unknown', 'a'.repeat(43), 'x'.repeat(5000), '\u0000', "' OR 1=1 --", 'é'])(
    'ACG-11 does not know the code %j',
    async (code) => {
      const as = await authorizationServer()
      await expectOAuthError(await as.exchange(code), 400, 'invalid_grant')
    },
  )

  it('ACG-12 accepts a code for 60 seconds', async () => {
    const as = await authorizationServer()
    const [intime, late] = [await as.code(), await as.code()]
    as.advance(59_000)
    expect((await as.exchange(intime)).status).toBe(200)
    as.advance(2000)
    await expectOAuthError(await as.exchange(late), 400, 'invalid_grant')
  })

  it('ACG-13 ACG-14 accepts a code once, and revokes its tokens when it is presented again', async () => {
    const as = await authorizationServer()
    for (const wait of [1000, 30_000, 90_000]) {
      const code = await as.code()
      const { access_token } = await tokenOf(await as.exchange(code))
      expect(await isActive(as, access_token)).toBe(true)
      as.advance(wait)
      await expectOAuthError(await as.exchange(code), 400, 'invalid_grant')
      expect(await isActive(as, access_token)).toBe(false)
    }
  })

  it('ACG-15 accepts one of twenty simultaneous requests, and revokes its token', async () => {
    const as = await authorizationServer()
    const code = await as.code()
    const answers = await Promise.all(Array.from({ length: 20 }, () => as.exchange(code)))
    const won = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
    const bodies = await Promise.all(won.map(tokenOf))
    expect(await Promise.all(bodies.map(({ access_token }) => isActive(as, access_token)))).toEqual([false])
  })

  it('ACG-16 ACG-21 accepts a code from its own client, and consumes it when another one presents it', async () => {
    const as = await authorizationServer()
    const code = await as.code()
    await expectOAuthError(await as.exchange(code, await byOther(as)), 400, 'invalid_grant')
    await expectOAuthError(await as.exchange(code), 400, 'invalid_grant')
    expect(as.log.join()).toContain('a code was shown that is not to be had')
    expect(await tokensOf(as)).toEqual([])
  })

  it.each(['https://app.example/second', 'https://app.example/callback/', 'https://APP.example/callback'])(
    'ACG-17 refuses the redirect_uri %s',
    async (redirect_uri) => {
      const as = await authorizationServer()
      await expectOAuthError(await as.exchange(await as.code(), { redirect_uri }), 400, 'invalid_grant')
      expect(await tokensOf(as)).toEqual([])
    },
  )

  it('ACG-20 gives nothing to a client that was disabled meanwhile, not even after it is enabled again', async () => {
    const as = await authorizationServer()
    const code = await as.code()
    await as.registry.setClientStatus(APP, 'disabled')
    await expectOAuthError(await as.exchange(code), 401, 'invalid_client')
    await as.registry.setClientStatus(APP, 'approved')
    await expectOAuthError(await as.exchange(code), 400, 'invalid_grant')
  })

  it('does not consume a code that an unauthenticated caller presents', async () => {
    const as = await authorizationServer()
    const code = await as.code()
    const client_assertion = await as.assertion({}, { key: await testKey('attacker') })
    await expectOAuthError(await as.exchange(code, { client_assertion }), 401, 'invalid_client')
    expect((await as.exchange(code)).status).toBe(200)
  })

  it('ACG-22 refuses a resource that is not ours', async () => {
    const as = await authorizationServer()
    const code = await as.code()
    await expectOAuthError(await as.exchange(code, { resource: 'https://evil' }), 400, 'invalid_target')
    expect((await as.exchange(code, { resource: FD })).status).toBe(200)
  })
})

describe('the id_token of a launch', () => {
  it('IDT-01 IDT-02 IDT-04 IDT-06 IDT-07 IDT-08 IDT-09 IDT-11 says who and which role, and no more', async () => {
    const as = await authorizationServer()
    const before = numericDate(as.now())
    const { id_token } = await exchanged(as, { nonce: 'n' })
    const jwks = createLocalJWKSet(await (await as.oauth.jwks(new Request(`${AS}/oauth2/jwks`))).json())
    const { payload, protectedHeader } = await jwtVerify(id_token, jwks, {
      issuer: AS,
      audience: APP,
      algorithms: ['RS256'],
    })
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: as.signingKeys[0]?.kid, typ: 'JWT' })
    expect(payload).toEqual({
      iss: AS,
      sub: 'Patient/anna',
      aud: APP,
      iat: before,
      exp: before + 300,
      auth_time: before,
      nonce: 'n',
      jti: expect.any(String),
      fhirUser: `${FD}/Patient/anna`,
      role: 'patient',
    })
  })

  it('IDT-03 keeps its sub, and IDT-07 changes its jti', async () => {
    const as = await authorizationServer()
    const [first, second] = [await exchanged(as), await exchanged(as)].map(({ id_token }) => readJwt(id_token).claims)
    expect(first?.['sub']).toBe(second?.['sub'])
    expect(first?.['jti']).not.toBe(second?.['jti'])
  })

  it('IDT-06 carries the time of the login at the provider', async () => {
    const as = await authorizationServer()
    const auth_time = numericDate(as.now()) - 500
    const { id_token } = await exchanged(as, {}, { preferred_username: 'anna@example.org', auth_time })
    expect(readJwt(id_token).claims['auth_time']).toBe(auth_time)
  })
})
