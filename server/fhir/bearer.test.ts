import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { SECOND } from '#lib/clock.ts'
import {
  bundleOf,
  expectOutcome,
  F,
  FD,
  fhirServer,
  idsOf,
  originOf,
  patient,
  READER,
  signingKey,
  TYPES,
} from './testing/fhir-server.ts'

const BASES = [F, FD]
const challenge = (response: Response) => response.headers.get('www-authenticate') ?? ''

describe.each(BASES)('bearer tokens below %s', (base) => {
  const PROTECTED = ['/Patient/p', '/Patient/p/_history/1', '/Patient', '?_getpages=x', '/Patient/_search']

  it.each(PROTECTED)('RBT-01 RBT-19 asks for a token at %s', async (path) => {
    const { ask } = await fhirServer()
    const response = await ask(
      base + path,
      path.endsWith('_search') ? { method: 'POST', body: new URLSearchParams() } : {},
    )
    expect(challenge(response)).toBe(
      `Bearer realm="slipway", resource_metadata="${base.replace('/fhir', '/.well-known/oauth-protected-resource/fhir')}"`,
    )
    const { issue } = await expectOutcome(response, 401, 'login')
    expect(issue[0]?.details.text).toBe('Unauthenticated')
  })

  it('RBT-02 RBT-03 refuses what is not a token of ours for us', async () => {
    const { ask, token, put } = await fhirServer()
    await put(patient('p'))
    const foreign = await signingKey('key-1')
    const unknown = await signingKey('key-9')
    const ec = await generateKeyPair('ES256')
    const good = await token()
    const [header = '', payload = '', signature = ''] = good.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const wrong: Readonly<Record<string, string>> = {
      'bad signature': await token('system/*.rs', READER, { key: foreign }),
      'unknown kid': await token('system/*.rs', READER, { key: unknown }),
      'wrong iss': await token('system/*.rs', READER, { claims: { iss: 'https://evil.example' } }),
      'wrong aud': await token('system/*.rs', READER, { claims: { aud: 'https://evil.example/fhir' } }),
      'aud of the other base': await token('system/*.rs', READER, { claims: { aud: F } }),
      'no aud': await token('system/*.rs', READER, { claims: { aud: [] } }),
      'typ JWT': await token('system/*.rs', READER, { header: { typ: 'JWT' } }),
      'no typ': await token('system/*.rs', READER, { header: { typ: undefined } }),
      'client is not the subject': await token('system/*.rs', READER, { claims: { sub: 'Patient/p' } }),
      'no jti': await token('system/*.rs', READER, { claims: { jti: undefined } as never }),
      'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      'alg HS256': await new SignJWT({ client_id: READER })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .sign(Buffer.from(JSON.stringify(foreign.jwk))),
      'alg ES256 with our kid': await new SignJWT({ client_id: READER })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'key-1' })
        .sign(ec.privateKey),
      'cut short': `${header}.${payload}.${signature.slice(2)}`,
      'unknown crit': `${encode({ alg: 'RS256', typ: 'at+jwt', kid: 'key-1', crit: ['x'], x: 1 })}.${payload}.${signature}`,
      'not a token': 'abc',
      'two parts': 'a.b',
      'five parts': 'a.b.c.d.e',
      'header null': `${encode([])}.${payload}.${signature}`,
      'very long': 'a'.repeat(9000),
    }
    for (const [name, bad] of Object.entries(wrong)) {
      const response = await ask(`${base}/Patient/p`, { headers: { authorization: `Bearer ${bad}` } })
      expect(`${name}: ${challenge(response)}`).toContain('error="invalid_token"')
      await expectOutcome(response, 401, 'login')
    }
    expect((await ask(`${base}/Patient/p`, { headers: { authorization: `Bearer ${good}` } })).status).toBe(200)
  })

  it.each(['bearer', 'BEARER', 'BeArEr'])('RBT-05 takes the scheme as %s', async (scheme) => {
    const { ask, token, put } = await fhirServer()
    await put(patient('p'))
    expect((await ask(`${base}/Patient/p`, { headers: { authorization: `${scheme} ${await token()}` } })).status).toBe(
      200,
    )
  })

  it('RBT-06 takes exactly one token and no other scheme', async () => {
    const { ask, token } = await fhirServer()
    const good = await token()
    for (const authorization of [
      `Bearer ${good} ${good}`,
      `Bearer ${good}, Bearer ${good}`,
      'Bearer',
      'Bearer ',
      `Bearer ${good},`,
      'Basic eDp5',
      good,
    ])
      await expectOutcome(await ask(`${base}/Patient`, { headers: { authorization } }), 401, 'login')
  })

  it.each(['/Patient/p', '/Patient/p/_history/1', '/Patient'])('RBT-07 takes Authentication at %s', async (path) => {
    const { ask, token, put } = await fhirServer()
    await put(patient('p'))
    expect((await ask(base + path, { headers: { authentication: `Bearer ${await token()}` } })).status).toBe(200)
  })

  it('RBT-08 refuses two headers that differ, not two that agree', async () => {
    const { ask, token } = await fhirServer()
    const one = `Bearer ${await token()}`
    const agreed = await ask(`${base}/Patient`, { headers: { authorization: one, authentication: one } })
    expect(agreed.status).toBe(200)
    const differing = await ask(`${base}/Patient`, {
      headers: { authorization: one, authentication: `Bearer ${await token()}` },
    })
    expect(challenge(differing)).toContain('error="invalid_request"')
    await expectOutcome(differing, 400, 'invalid')
  })

  it('RBT-09 never takes a token among the parameters', async () => {
    const { ask, get, logged, token } = await fhirServer()
    const good = await token()
    for (const response of [
      await ask(`${base}/Patient?access_token=${good}`),
      await ask(`${base}/Patient/p?access_token=${good}`),
      await get(`${base}/Patient?access_token=${good}`),
      await ask(`${base}/Patient/_search`, {
        method: 'POST',
        body: new URLSearchParams({ access_token: good }),
        headers: { authorization: `Bearer ${good}` },
      }),
    ]) {
      expect(challenge(response)).toContain('error="invalid_request"')
      const outcome = await expectOutcome(response, 400, 'invalid')
      expect(JSON.stringify(outcome)).not.toContain(good)
    }
    expect(JSON.stringify(logged)).not.toContain(good)
  })

  it('RBT-17 allows clocks to differ by 30 seconds', async () => {
    const { advance, ask, token } = await fhirServer()
    const headers = { authorization: `Bearer ${await token()}` }
    advance(310 * SECOND)
    expect((await ask(`${base}/Patient`, { headers })).status).toBe(200)
    advance(21 * SECOND)
    await expectOutcome(await ask(`${base}/Patient`, { headers }), 401, 'login')
  })

  it('KEY-06 RBT-18 forgets a token with its key and with its client', async () => {
    const { ask, token, keys, clients } = await fhirServer()
    const headers = { authorization: `Bearer ${await token()}` }
    expect((await ask(`${base}/Patient`, { headers })).status).toBe(200)
    clients.delete(READER)
    await expectOutcome(await ask(`${base}/Patient`, { headers }), 401, 'login')
    clients.set(READER, [])
    await expectOutcome(await ask(`${base}/Patient`, { headers }), 403, 'forbidden')
    clients.set(READER, [{ type: '*', operations: 'rs' }])
    expect((await ask(`${base}/Patient`, { headers })).status).toBe(200)
    keys.splice(0, 1, await signingKey('key-2'))
    await expectOutcome(await ask(`${base}/Patient`, { headers }), 401, 'login')
  })
})

describe.each(BASES)('permissions below %s', (base) => {
  const asking = async (scope: string) => {
    const server = await fhirServer()
    const headers = { authorization: `Bearer ${await server.token(scope)}` }
    return { ...server, as: (path: string) => server.ask(base + path, { headers }) }
  }

  it('RBT-10 RBT-11 refuses a type before it looks for anything', async () => {
    const { as, put, resources, now } = await asking('system/Patient.rs')
    await put({ resourceType: 'Task', id: 'there' }, { resourceType: 'Task', id: 'gone' })
    await resources.delete('Task', 'gone', now())
    const bodies = await Promise.all(
      ['/Task/there', '/Task/unknown', '/Task/gone', '/Task/there/_history/1', '/Task'].map(async (path) => {
        const response = await as(path)
        expect(challenge(response)).toContain('error="insufficient_scope", scope="system/Task.rs"')
        const outcome = await expectOutcome(response, 403, 'forbidden')
        expect(outcome.issue[0]?.details.text).toBe('Unauthorized')
        expect(outcome.issue[0]?.diagnostics).toContain('it needs system/Task.rs, both in its role and in its token.')
        return JSON.stringify(outcome)
      }),
    )
    expect(new Set(bodies).size).toBe(1)
  })

  it('RBT-10 says of a type that * does not include that the role has to name it', async () => {
    const { ask, token } = await fhirServer()
    const headers = {
      authorization: `Bearer ${await token('system/*.cruds')}`,
      'content-type': 'application/fhir+json',
    }
    const refused = await ask(`${base}/Device`, { method: 'POST', headers, body: '{"resourceType":"Device"}' })
    const { issue } = await expectOutcome(refused, 403, 'forbidden')
    expect(issue[0]?.diagnostics).toContain('*, does not include it: the role has to name Device.')
  })

  it('RBT-12 VRD-12 reads with r, lists with s', async () => {
    const reader = await asking('system/Patient.r')
    await reader.put(patient('p'))
    expect((await reader.as('/Patient/p')).status).toBe(200)
    expect((await reader.as('/Patient/p/_history/1')).status).toBe(200)
    for (const path of ['/Patient', '/Patient/_search', '/Patient?_getpages=x'])
      await expectOutcome(await reader.as(path), 403, 'forbidden')
    const lister = await asking('system/Patient.s')
    await lister.put(patient('p'))
    expect((await lister.as('/Patient')).status).toBe(200)
    expect((await lister.as('/Patient/_search')).status).toBe(200)
    for (const path of ['/Patient/p', '/Patient/p/_history/1', '/Patient/unknown/_history/1'])
      await expectOutcome(await lister.as(path), 403, 'forbidden')
  })

  it('RBT-13 reads every served type with system/*.rs', async () => {
    const { as, put } = await asking('openid system/*.rs launch')
    await put(...TYPES.map((resourceType) => ({ resourceType, id: 'x' })))
    for (const type of TYPES)
      for (const path of [`/${type}`, `/${type}/x`, `/${type}/x/_history/1`]) expect((await as(path)).status).toBe(200)
  })

  it.each([
    'system/P.tient.rs',
    'system/.*.rs',
    'system/Patient.sr',
    'patient/Patient.rs',
    '',
    'system/Patient.rs?x=1',
  ])('RBT-20 reads %j as no scope at all', async (scope) => {
    await expectOutcome(await (await asking(scope)).as('/Patient'), 403, 'forbidden')
  })

  it('CCG-14 takes no more from a token than its client still has', async () => {
    const { as, clients, put } = await asking('system/*.rs')
    await put(patient('a', { extension: originOf('d') }), patient('b'))
    clients.set(READER, [{ type: 'Patient', operations: 'rs', origins: ['d'] }])
    expect(idsOf(await bundleOf(await as('/Patient')))).toEqual(['a'])
    await expectOutcome(await as('/Task'), 403, 'forbidden')
    clients.set(READER, [{ type: 'Patient', operations: 's' }])
    await expectOutcome(await as('/Patient/a'), 403, 'forbidden')
  })

  it('RBT-14 RBT-15 shows of a narrowed type only what comes from the allowed origins', async () => {
    const { as, put, resources, now } = await asking('system/Patient.rs?resource-origin=Device/d,Device/e')
    await put(
      patient('own', { extension: originOf('d') }),
      patient('granted', { extension: originOf('e') }),
      patient('foreign', { extension: originOf('f') }),
      patient('gone', { extension: originOf('f') }),
      patient('nobodys'),
    )
    await resources.delete('Patient', 'gone', now())
    const list = await bundleOf(await as('/Patient'))
    expect([idsOf(list), list.total]).toEqual([['granted', 'own'], 2])
    expect((await as('/Patient/own')).status).toBe(200)
    const unknown = await (await as('/Patient/unknown')).text()
    for (const id of ['foreign', 'gone', 'nobodys'])
      for (const path of [`/Patient/${id}`, `/Patient/${id}/_history/1`]) {
        const response = await as(path)
        expect([response.status, await response.text()]).toEqual([404, unknown])
      }
  })

  it('RBT-14 a resource-origin that is asked for narrows further, never wider', async () => {
    const { as, put } = await asking('system/Patient.rs?resource-origin=Device/d,Device/e')
    await put(...['d', 'e', 'f'].map((device) => patient(device, { extension: originOf(device) })))
    expect(idsOf(await bundleOf(await as('/Patient?resource-origin=Device/d')))).toEqual(['d'])
    expect(idsOf(await bundleOf(await as('/Patient?resource-origin=Device/f')))).toEqual([])
    expect(idsOf(await bundleOf(await as('/Patient?resource-origin=Device/d,f')))).toEqual(['d'])
    expect(idsOf(await bundleOf(await as('/Patient?resource-origin=d&resource-origin=e')))).toEqual([])
  })

  it('RBT-16 hides the past of a resource that has gone over to another origin', async () => {
    const { as, put } = await asking('system/Patient.rs?resource-origin=Device/d')
    await put(patient('p', { extension: originOf('d') }))
    await put(patient('p', { extension: originOf('f') }))
    await put(patient('q', { extension: originOf('f') }))
    await put(patient('q', { extension: originOf('d') }))
    await expectOutcome(await as('/Patient/p/_history/1'), 404, 'not-found')
    await expectOutcome(await as('/Patient/q/_history/1'), 404, 'not-found')
    expect((await as('/Patient/q/_history/2')).status).toBe(200)
  })
})
