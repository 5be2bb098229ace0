// SMART Backend Services, row by row (conformance A8).
import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { numericDate } from '#lib/clock.ts'
import type { Permission } from '../store.ts'
import { expectOAuthError } from '../testing/answers.ts'
import {
  APP,
  AS,
  type AuthorizationServer,
  authorizationServer,
  FD,
  PLATFORM,
} from '../testing/authorization-server.ts'
import { readJwt } from '../testing/jwt.ts'

const bodyOf = async (response: Response) =>
  (await response.json()) as Record<string, unknown> & { access_token: string; scope: string }

const permission = (
  resourceType: string,
  operations: string,
  scope: Permission['scope'] = 'all',
  grantedBy: string[] = [],
): Permission => ({
  resourceType,
  operations,
  scope,
  grantedBy,
})

async function serverWith(...permissions: Permission[]): Promise<AuthorizationServer> {
  const as = await authorizationServer()
  await as.registry.saveRole('reader', permissions)
  return as
}

const scopeFor = async (as: AuthorizationServer, scope: string | undefined) =>
  (await bodyOf(await as.credentials({ scope }))).scope

describe('client_credentials', () => {
  it('CCG-01 CCG-03 CCG-04 gives a bearer token for 300 seconds and nothing else', async () => {
    const as = await authorizationServer()
    expect(await bodyOf(await as.credentials())).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'system/*.rs',
    })
  })

  it('CCG-11 CCG-12 KEY-04 is a JWT of RFC 9068, another one each time', async () => {
    const as = await authorizationServer()
    const [first, second] = [await bodyOf(await as.credentials()), await bodyOf(await as.credentials())]
    const jwks = createLocalJWKSet(await (await as.oauth.jwks(new Request(`${AS}/oauth2/jwks`))).json())
    const { payload, protectedHeader } = await jwtVerify(first.access_token, jwks, {
      issuer: AS,
      audience: FD,
      typ: 'at+jwt',
      algorithms: ['RS256'],
    })
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: as.signingKeys[0]?.kid, typ: 'at+jwt' })
    const iat = numericDate(as.now())
    const jti = expect.any(String)
    expect(payload).toEqual({
      iss: AS,
      sub: APP,
      client_id: APP,
      aud: FD,
      iat,
      exp: iat + 300,
      jti,
      scope: 'system/*.rs',
    })
    expect(readJwt(second.access_token).claims['jti']).not.toBe(payload.jti)
  })

  it('CCG-05 grants no more than the role permits', async () => {
    const as = await serverWith(permission('Patient', 'rs'), permission('Task', 'crus'))
    expect(await scopeFor(as, 'system/*.cruds')).toBe('system/Patient.rs system/Task.crus')
    expect(await scopeFor(as, 'system/Patient.cruds')).toBe('system/Patient.rs')
    expect(await scopeFor(as, 'system/Patient.r system/Patient.s system/Device.rs')).toBe('system/Patient.rs')
    expect(await scopeFor(as, 'system/Task.cd')).toBe('system/Task.c')
  })

  it.each([
    'system/Observation.rs',
    'system/Device.rs',
    'system/Patient.d',
    'system/patient.rs',
    'system/P.tient.rs',
    'system/.*.rs',
  ])('CCG-06 has nothing to grant for %s', async (scope) => {
    const as = await serverWith(permission('Patient', 'rs'))
    await expectOAuthError(await as.credentials({ scope }), 400, 'invalid_scope')
  })

  it('CCG-06 grants no type that is not served, even to a role that may read all', async () => {
    const as = await authorizationServer()
    await expectOAuthError(await as.credentials({ scope: 'system/Observation.rs' }), 400, 'invalid_scope')
    expect(await scopeFor(as, 'system/Observation.rs system/Patient.rs')).toBe('system/Patient.rs')
  })

  it('ACG-22 refuses a resource that is not ours here, too', async () => {
    const as = await authorizationServer()
    await expectOAuthError(await as.credentials({ resource: 'https://evil' }), 400, 'invalid_target')
    for (const resource of [FD, `${FD}/`]) expect((await as.credentials({ resource })).status).toBe(200)
  })

  it('CCG-07 grants all permitted scopes when none is requested', async () => {
    const as = await serverWith(permission('Patient', 'rs'), permission('Task', 'r', 'own'))
    const all = `system/Patient.rs system/Task.r?resource-origin=Device/${APP}`
    expect(await scopeFor(as, undefined)).toBe(all)
    expect(await scopeFor(as, '')).toBe(all)
  })

  it('CCG-07 grants changes of a type that * does not include if the role names that type', async () => {
    const as = await serverWith(permission('*', 'cruds'), permission('Device', 'ru'))
    const both = 'system/*.cruds system/Device.ru'
    for (const scope of [undefined, 'system/*.cruds', 'system/*.cruds system/Device.ru'])
      expect(await scopeFor(as, scope)).toBe(both)
    expect(await scopeFor(as, 'system/*.rs')).toBe('system/*.rs')
  })

  it.each(['openid', 'patient/*.rs', 'launch', 'user/Patient.rs', 'offline_access', 'launch openid fhirUser'])(
    'CCG-08 never grants %s',
    async (scope) => {
      const as = await authorizationServer()
      await expectOAuthError(await as.credentials({ scope }), 400, 'invalid_scope')
      expect(await scopeFor(as, `${scope} system/Patient.rs`)).toBe('system/Patient.rs')
    },
  )

  it('CCG-09 understands .read, and refuses letters out of order', async () => {
    const as = await authorizationServer()
    expect(await scopeFor(as, 'system/Patient.read')).toBe('system/Patient.rs')
    for (const scope of [
      'system/Patient.sr',
      'system/Patient.rr',
      'system/Patient.',
      'system/Patient',
      'system/Patient.rs system/Task.sr',
    ])
      await expectOAuthError(await as.credentials({ scope }), 400, 'invalid_scope')
    for (const scope of [' ', 'system/Patient.rs  system/Task.rs', 'system/Patient.rs\tx', '"'])
      await expectOAuthError(await as.credentials({ scope }), 400, 'invalid_scope')
  })

  it('CCG-09 ORI-09 understands the other names of SMART 1.0, .write and .*, as well', async () => {
    const as = await serverWith(permission('Patient', 'cruds'))
    expect(await scopeFor(as, 'system/Patient.write')).toBe('system/Patient.cud')
    expect(await scopeFor(as, 'system/Patient.*')).toBe('system/Patient.cruds')
    expect(await scopeFor(as, 'system/*.*')).toBe('system/Patient.cruds')
    for (const scope of ['system/Patient.r*', 'system/Patient.**', 'system/Pat*.rs'])
      await expectOAuthError(await as.credentials({ scope }), 400, 'invalid_scope')
  })

  it('CCG-10 narrows to origins: own, granted, and those that were asked for', async () => {
    const as = await serverWith(
      permission('Task', 'rs', 'own'),
      permission('Patient', 'rs', 'granted', ['epd', 'portal']),
      permission('Device', 'rs', 'granted', []),
      permission('Practitioner', 'rs'),
    )
    expect(await scopeFor(as, 'system/Task.rs')).toBe(`system/Task.rs?resource-origin=Device/${APP}`)
    expect(await scopeFor(as, 'system/Patient.rs')).toBe('system/Patient.rs?resource-origin=Device/epd,Device/portal')
    expect(await scopeFor(as, 'system/Patient.rs?resource-origin=Device/epd')).toBe(
      'system/Patient.rs?resource-origin=Device/epd',
    )
    expect(await scopeFor(as, 'system/Practitioner.r?resource-origin=Device/x')).toBe(
      'system/Practitioner.r?resource-origin=Device/x',
    )
    for (const scope of [
      'system/Patient.rs?resource-origin=Device/x',
      'system/Device.rs',
      `system/Task.rs?resource-origin=Device/epd`,
    ])
      await expectOAuthError(await as.credentials({ scope }), 400, 'invalid_scope')
    await expectOAuthError(await as.credentials({ scope: 'system/Patient.rs?name=x' }), 400, 'invalid_scope')
  })

  it('gives nothing to a client without a role, or with one that permits nothing', async () => {
    const as = await serverWith()
    await expectOAuthError(await as.credentials(), 400, 'invalid_scope')
    await expectOAuthError(await as.credentials({ scope: undefined }), 400, 'invalid_scope')
    const client_assertion = await as.assertion({ iss: PLATFORM, sub: PLATFORM }, { key: as.platformKey })
    await expectOAuthError(await as.credentials({ client_assertion }), 400, 'invalid_scope')
  })

  it('CCG-14 applies what a role is given or loses at once', async () => {
    const as = await serverWith(permission('Patient', 'rs'))
    expect(await as.registry.authority.find(APP)).toMatchObject({
      permissions: [{ type: 'Patient', operations: 'rs' }],
    })
    await as.registry.saveRole('reader', [permission('Task', 'r', 'own')])
    expect(await scopeFor(as, undefined)).toBe(`system/Task.r?resource-origin=Device/${APP}`)
    expect(await as.registry.authority.find(APP)).toMatchObject({
      permissions: [{ type: 'Task', operations: 'r', origins: [APP] }],
    })
  })
})
