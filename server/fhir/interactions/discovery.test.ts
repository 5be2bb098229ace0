import { describe, expect, it } from 'vitest'
import { r4Parameters } from '#lib/fhir/search/r4-parameters.ts'
import {
  BASE_URL,
  expectOutcome,
  F,
  FD,
  fhirServer,
  ISSUER,
  type Json,
  patient,
  TYPES,
} from '../testing/fhir-server.ts'

const BASES = [F, FD]
const SMART = '/.well-known/smart-configuration'

const urls = (value: unknown): readonly string[] =>
  Object.entries(value as Json).flatMap(([name, member]) =>
    /_(endpoint|uri)$/.test(name) || name === 'issuer' ? [String(member)] : [],
  )

describe.each(BASES)('discovery below %s', (base) => {
  it('DIS-01 DIS-03..07 serves the SMART configuration, with exactly what works', async () => {
    const { ask } = await fhirServer()
    const response = await ask(base + SMART, { headers: { accept: 'application/json' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    const smart = (await response.json()) as Record<string, readonly string[]>
    expect(smart).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${BASE_URL}/oauth2/authorize`,
      token_endpoint: `${BASE_URL}/oauth2/token`,
      introspection_endpoint: `${BASE_URL}/oauth2/introspect`,
      jwks_uri: `${BASE_URL}/oauth2/jwks`,
      grant_types_supported: ['authorization_code', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
    })
    expect(smart['token_endpoint_auth_signing_alg_values_supported']).toEqual(
      expect.arrayContaining(['RS384', 'ES384']),
    )
    expect(JSON.stringify(smart['token_endpoint_auth_signing_alg_values_supported'])).not.toMatch(/none|HS/)
    expect(smart['scopes_supported']).toEqual(
      expect.arrayContaining(['openid', 'launch', 'fhirUser', 'system/*.rs', 'system/*.cruds', 'system/Patient.cruds']),
    )
    expect([...(smart['capabilities'] ?? [])].sort()).toEqual([
      'authorize-post',
      'client-confidential-asymmetric',
      'context-ehr-hti',
      'launch-ehr',
      'permission-v2',
      'sso-openid-connect',
    ])
  })

  it.each(['text/html', 'application/xml', 'application/fhir+xml', '*/*', 'application/fhir+json', undefined])(
    'DIS-02 is JSON whatever Accept says: %s',
    async (accept) => {
      const { ask } = await fhirServer()
      const response = await ask(base + SMART, accept ? { headers: { accept } } : {})
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json')
    },
  )

  it('DIS-08 DIS-23 has absolute URLs that no Host header can change', async () => {
    const { ask } = await fhirServer()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const evil = base.replace('localhost:3000', 'evil.example')
    for (const path of [SMART, '/metadata']) {
      const text = await (await ask(evil + path, { headers })).text()
      expect(text).not.toContain('evil.example')
      if (path === SMART) for (const url of urls(JSON.parse(text))) expect(url).toMatch(/^http:\/\/localhost:3000/)
    }
  })

  it.each([SMART, '/metadata'])('DIS-21 MET-08 CND-07 %s is cacheable and revalidates', async (path) => {
    const { ask } = await fhirServer()
    const response = await ask(base + path)
    const maxAge = /^public, max-age=(\d+)$/.exec(response.headers.get('cache-control') ?? '')?.[1]
    expect(Number(maxAge)).toBeLessThanOrEqual(3600)
    const etag = response.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/".+"$/)
    for (const method of ['GET', 'HEAD']) {
      const again = await ask(base + path, { method, headers: { 'if-none-match': etag } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await ask(base + path, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200)
  })

  it.each([SMART, '/metadata'])(
    'DIS-22 DIS-24 DIS-25 HOC-01 %s is open to all origins and only reads',
    async (path) => {
      const { ask } = await fhirServer()
      const origin = { origin: 'https://x.example' }
      const got = await ask(base + path, { headers: origin })
      expect(got.headers.get('access-control-allow-origin')).toBe('*')
      expect(got.headers.get('access-control-allow-credentials')).toBeNull()
      const head = await ask(base + path, { method: 'HEAD', headers: origin })
      expect([head.status, await head.text()]).toEqual([200, ''])
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary'])
        expect(head.headers.get(name)).toBe(got.headers.get(name))
      expect(Number(head.headers.get('content-length'))).toBe((await got.arrayBuffer()).byteLength)
      const options = await ask(base + path, { method: 'OPTIONS', headers: origin })
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
      expect(options.headers.get('access-control-allow-origin')).toBe('*')
      const post = await ask(base + path, { method: 'POST', body: 'x' })
      expect(post.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
      await expectOutcome(post, 405, 'not-supported')
    },
  )

  it('MET-01 MET-04..07 HDR-09 DIS-26 serves a CapabilityStatement of itself', async () => {
    const { ask } = await fhirServer()
    const response = await ask(`${base}/metadata`)
    expect(response.headers.get('content-type')).toMatch(/^application\/fhir\+json/)
    const statement = (await response.json()) as {
      readonly rest: readonly { readonly security: Json; readonly resource: readonly Json[] }[]
    }
    expect(statement).toMatchObject({
      resourceType: 'CapabilityStatement',
      status: 'active',
      kind: 'instance',
      fhirVersion: '4.0.1',
      format: ['json', 'application/fhir+json'],
      implementation: { url: base },
      software: { name: 'Slipway', version: '1.2.3' },
      rest: [{ mode: 'server', security: { cors: true, service: [{ coding: [{ code: 'SMART-on-FHIR' }] }] } }],
    })
    expect(statement.rest[0]?.security['extension']).toEqual([
      {
        url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
        extension: [
          { url: 'authorize', valueUri: `${BASE_URL}/oauth2/authorize` },
          { url: 'token', valueUri: `${BASE_URL}/oauth2/token` },
          { url: 'introspect', valueUri: `${BASE_URL}/oauth2/introspect` },
        ],
      },
    ])
    const resources = statement.rest[0]?.resource ?? []
    expect(resources.map(({ type }) => type)).toEqual(TYPES)
    for (const resource of resources) {
      const isEvent = resource['type'] === 'AuditEvent'
      const changes = isEvent ? [] : ['update', 'patch', 'delete']
      const codes = ['read', 'vread', 'history-instance', 'history-type', 'search-type', ...changes, 'create']
      expect(resource['interaction']).toEqual(codes.map((code) => ({ code })))
      expect(resource).toMatchObject({
        versioning: 'versioned-update',
        readHistory: true,
        updateCreate: false,
        conditionalCreate: true,
        conditionalRead: 'full-support',
        conditionalUpdate: !isEvent,
        conditionalDelete: isEvent ? 'not-supported' : 'single',
        referencePolicy: ['literal', 'logical', 'enforced', 'local'],
        supportedProfile: [`http://koppeltaal.nl/fhir/StructureDefinition/KT2${String(resource['type'])}`],
      })
    }
    const params = (type: string) => {
      const { searchParam } = resources.find((one) => one['type'] === type) ?? {}
      return (searchParam as readonly Json[]).map(({ name }) => name)
    }
    const OF_META = ['_tag', '_profile', '_security', '_source', 'resource-origin']
    expect(params('Patient')).toEqual([
      ...['_id', '_lastUpdated', 'identifier', 'name', 'family', 'given', 'birthdate', 'gender', 'active', 'address'],
      ...['address-city', 'address-country', 'address-postalcode', 'address-state', 'address-use', 'death-date'],
      ...['email', 'general-practitioner', 'language', 'link', 'organization', 'phone', 'telecom', ...OF_META],
    ])
    expect(params('Subscription')).toEqual([
      ...['_id', '_lastUpdated', 'contact', 'criteria', 'payload', 'status', 'type', 'url', ...OF_META],
    ])
    expect(params('Task')).toEqual(
      expect.arrayContaining(['identifier', 'patient', 'owner', 'status', 'instantiates', 'resource-origin']),
    )
  })

  it('MET-03 every search parameter that is claimed is applied, and none is silently ignored', async () => {
    const { ask, get, put } = await fhirServer()
    await put(...TYPES.map((resourceType) => ({ resourceType, id: 'only' })))
    const statement = (await (await ask(`${base}/metadata`)).json()) as {
      readonly rest: readonly [{ readonly resource: readonly { type: string; searchParam: readonly Json[] }[] }]
    }
    for (const { type, searchParam } of statement.rest[0].resource)
      for (const { name, type: kind } of searchParam) {
        const value = kind === 'date' ? 'lt1990' : 'Device/none'
        const response = await get(`${base}/${type}?${String(name)}=${value}`, { prefer: 'handling=strict' })
        expect(await response.json()).toMatchObject({
          total: 0,
          link: [{ url: expect.stringContaining(String(name)) }],
        })
      }
  })

  it('MET-09 MET-10 takes mode, _summary, _elements, _format and _pretty', async () => {
    const { ask } = await fhirServer()
    for (const mode of ['full', 'normative', 'terminology'])
      expect((await ask(`${base}/metadata?mode=${mode}`)).status).toBe(200)
    const pretty = await (await ask(`${base}/metadata?_pretty=true`)).text()
    expect(pretty).toContain('\n  "resourceType"')
    expect(JSON.parse(pretty)).toEqual(await (await ask(`${base}/metadata`)).json())
    const elements = (await (await ask(`${base}/metadata?_elements=software`)).json()) as Json
    expect(elements).toMatchObject({ software: {}, fhirVersion: '4.0.1', meta: { tag: [{ code: 'SUBSETTED' }] } })
    expect(elements).not.toHaveProperty('rest')
    expect((await ask(`${base}/metadata?_summary=true`)).status).toBe(200)
    await expectOutcome(await ask(`${base}/metadata?_format=xml`), 406, 'not-supported')
  })

  it('MET-08 has another ETag when what is served changes', async () => {
    const tag = async (more: Parameters<typeof fhirServer>[0]) =>
      (await (await fhirServer(more)).ask(`${base}/metadata`)).headers.get('etag')
    const [one, same, other] = [await tag({}), await tag({}), await tag({ resourceTypes: ['Patient'] })]
    expect(one).toBe(same)
    expect(other).not.toBe(one)
  })

  it('MET-07 MET-03 names the R4 definition of every parameter that R4 defines', async () => {
    const { ask } = await fhirServer()
    const statement = (await (await ask(`${base}/metadata`)).json()) as {
      readonly rest: readonly [{ readonly resource: readonly { type: string; searchParam: readonly Json[] }[] }]
    }
    const R4 = 'http://hl7.org/fhir/SearchParameter/'
    const shown = Object.fromEntries(
      statement.rest[0].resource.map(({ type, searchParam }) => [
        type,
        searchParam.map(
          ({ name, type: kind, definition = '-' }) => `${name} ${kind} ${String(definition).replace(R4, '')}`,
        ),
      ]),
    )
    const ALL = ['_id token Resource-id', '_lastUpdated date Resource-lastUpdated']
    const OF_META = ['_tag token', '_profile uri', '_security token', '_source uri'].map(
      (parameter) => `${parameter} Resource-${parameter.slice(1).split(' ')[0]}`,
    )
    const ORIGIN = 'resource-origin reference http://koppeltaal.nl/fhir/SearchParameter/resource-origin-extension'
    /** What R4 defines beside the parameters before, and what every type ends with. */
    const rest = (type: string, ...before: readonly string[]) => [
      ...r4Parameters(type)
        .filter(({ name }) => !before.some((row) => row.startsWith(`${name} `)))
        .map(({ name, type: kind, definition }) => `${name} ${kind} ${definition}`),
      ...[...OF_META, ORIGIN],
    ]
    const person = (type: string, family: string, birthdate: string) =>
      [
        ...[`name string ${type}-name`, `family string ${family}family`, `given string ${family}given`],
        ...[`birthdate date ${birthdate}`, 'gender token individual-gender', `active token ${type}-active`],
      ].map((row) => row.replace(/ -(family|given)$/, ' -'))
    const ownOf: Readonly<Record<string, readonly string[]>> = {
      ActivityDefinition: [
        'identifier token ActivityDefinition-identifier',
        'url uri ActivityDefinition-url',
        'status token ActivityDefinition-status',
      ],
      CareTeam: [
        'identifier token clinical-identifier',
        'patient reference clinical-patient',
        'subject reference CareTeam-subject',
      ],
      Device: ['identifier token Device-identifier', 'status token Device-status'],
      Endpoint: ['identifier token Endpoint-identifier', 'status token Endpoint-status'],
      Organization: ['identifier token Organization-identifier'],
      Patient: ['identifier token Patient-identifier', ...person('Patient', 'individual-', 'individual-birthdate')],
      Practitioner: ['identifier token Practitioner-identifier', ...person('Practitioner', 'individual-', '-')],
      RelatedPerson: [
        'identifier token RelatedPerson-identifier',
        'patient reference RelatedPerson-patient',
        ...person('RelatedPerson', '-', 'individual-birthdate'),
      ],
      Subscription: [],
      Task: [
        'identifier token Task-identifier',
        'patient reference Task-patient',
        'subject reference Task-subject',
        'for reference -',
        'owner reference Task-owner',
        'status token Task-status',
        'instantiates reference -',
      ],
    }
    expect(shown).toEqual({
      ...Object.fromEntries(
        Object.entries(ownOf).map(([type, own]) => [type, [...ALL, ...own, ...rest(type, ...own)]]),
      ),
      AuditEvent: [
        ...ALL,
        ...['date date', 'type token', 'subtype token', 'action token', 'outcome token', 'agent reference'].map(
          (parameter) => `${parameter} AuditEvent-${parameter.split(' ')[0]}`,
        ),
        'agent-identifier token -',
        'entity reference AuditEvent-entity',
        'patient reference AuditEvent-patient',
        'address string AuditEvent-address',
        'traceId token -',
        ...[...OF_META, ORIGIN],
      ],
    })
  })

  it('MET-11 has nothing below its documents, and takes no POST', async () => {
    const { ask } = await fhirServer()
    await expectOutcome(await ask(`${base}/metadata`, { method: 'POST', body: 'x' }), 405, 'not-supported')
    await expectOutcome(await ask(`${base}/metadata/x`), 404, 'not-found')
    await expectOutcome(await ask(`${base}/.well-known/x`), 404, 'not-found')
  })

  it('RBT-21 RBT-22 MET-03 needs no token, and a bad one does not matter', async () => {
    const { ask } = await fhirServer()
    for (const path of [SMART, '/metadata'])
      expect((await ask(base + path, { headers: { authorization: 'Bearer junk' } })).status).toBe(200)
  })
})

describe('discovery at BASE_URL itself', () => {
  it.each([SMART, '/metadata'])('DIS-01 %s is the one of the canonical base', async (path) => {
    const { ask } = await fhirServer()
    expect(await (await ask(BASE_URL + path)).text()).toBe(await (await ask(FD + path)).text())
  })

  it('nothing else is there', async () => {
    const { ask, get, put } = await fhirServer()
    await put(patient('p'))
    await expectOutcome(await ask(`${BASE_URL}/Patient/p`), 404, 'not-found')
    await expectOutcome(await get(`${BASE_URL}/Patient/p`), 404, 'not-found')
  })

  it('a base_url with a path of its own keeps it in all links', async () => {
    const { ask, token, put } = await fhirServer({ baseUrl: 'https://host.example/api' })
    await put(patient('p'))
    const bearer = await token('system/*.rs', 'reader', { claims: { aud: 'https://host.example/api/fhir/DEFAULT' } })
    const headers = { authorization: `Bearer ${bearer}` }
    const list = await (await ask('https://host.example/api/fhir/DEFAULT/Patient', { headers })).text()
    expect(list).toContain('"fullUrl":"https://host.example/api/fhir/DEFAULT/Patient/p"')
    const refused = await ask('https://host.example/api/fhir/Patient')
    expect(refused.headers.get('www-authenticate')).toContain(
      'resource_metadata="https://host.example/.well-known/oauth-protected-resource/api/fhir"',
    )
  })
})

describe('DIS-20 protected resource metadata (RFC 9728)', () => {
  it.each([
    ['/fhir', F],
    ['/fhir/DEFAULT', FD],
  ])('names the resource and its authorization server at %s', async (path, resource) => {
    const { fhir } = await fhirServer()
    const url = `${BASE_URL}/.well-known/oauth-protected-resource${path}`
    const response = await fhir.protectedResourceMetadata(new Request(url))
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const metadata = (await response.json()) as Json
    expect(metadata).toMatchObject({ resource, authorization_servers: [ISSUER], bearer_methods_supported: ['header'] })
    expect(metadata['scopes_supported']).toEqual(expect.arrayContaining(['system/*.rs', 'system/*.cruds']))
    expect(metadata).not.toHaveProperty('resource_signing_alg_values_supported')
    expect((await fhir.protectedResourceMetadata(new Request(url, { method: 'OPTIONS' }))).status).toBe(204)
    const post = await fhir.protectedResourceMetadata(new Request(url, { method: 'POST' }))
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
