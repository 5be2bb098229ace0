import { describe, expect, it } from 'vitest'
import { searchParameters } from '#lib/fhir/search/parameters.ts'
import { registerApp } from '../app.ts'
import { testDomain } from '../domain.ts'

interface Statement {
  readonly format: readonly string[]
  readonly rest: readonly [
    {
      readonly resource: readonly {
        readonly type: string
        readonly searchParam: readonly { readonly name: string; readonly type: string }[]
      }[]
    },
  ]
}

/** A client that may read everything: the audit log needs a role of its own. */
async function reader() {
  const test = await testDomain()
  const bearer = async (...app: readonly string[]) =>
    `Bearer ${await test.bearer(await registerApp(test.domain, ...app))}`
  const [ofReader, ofAuditor] = [await bearer(), await bearer('app-of-the-auditor', 'auditor')]
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    test.fetch(path, {
      headers: { authorization: path.includes('/AuditEvent') ? ofAuditor : ofReader, ...headers },
    })
  return { ...test, get }
}

describe('the CapabilityStatement holds against the service', () => {
  it('MET-03 every claimed type can be searched, and no other type of R4', async () => {
    const { get, domain } = await reader()
    const statement = (await (await get('/fhir/metadata')).json()) as Statement
    const claimed = statement.rest[0].resource.map(({ type }) => type)
    expect(claimed).toEqual(domain.config.resourceTypes)
    for (const type of claimed) expect((await get(`/fhir/${type}?_count=1`)).status, type).toBe(200)
    for (const type of ['Observation', 'Condition', 'Binary']) expect((await get(`/fhir/${type}`)).status).toBe(404)
  })

  it('MET-07 every claimed search parameter is understood, and is one of the table', async () => {
    const { get } = await reader()
    const statement = (await (await get('/fhir/metadata')).json()) as Statement
    for (const { type, searchParam } of statement.rest[0].resource) {
      const served = ['_id', '_lastUpdated', ...searchParameters(type).map(({ name }) => name)]
      expect(searchParam.map(({ name }) => name)).toEqual(served)
      for (const { name, type: kind } of searchParam) {
        const value = kind === 'date' ? 'ge2020-01-01' : 'a-value'
        const answer = await get(`/fhir/${type}?${name}=${value}`, { prefer: 'handling=strict' })
        expect(answer.status, `${type}?${name}`).toBe(200)
      }
    }
  })

  it('MET-04 names the formats that are served, and each of them is', async () => {
    const { get } = await reader()
    const { format } = (await (await get('/fhir/metadata')).json()) as Statement
    expect(format).toEqual(['json', 'application/fhir+json'])
    for (const name of format)
      expect((await get(`/fhir/Patient?_count=1&_format=${encodeURIComponent(name)}`)).status).toBe(200)
  })

  it.each(['/fhir', '/fhir/DEFAULT'])('MET-05 MET-06 says how to get a token, and what %s is', async (base) => {
    const { fetch } = await testDomain({ BASE_URL: 'https://fhir.test' })
    const statement = await (await fetch(`https://fhir.test${base}/metadata`)).json()
    expect(statement).toMatchObject({
      software: { name: 'Slipway', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      implementation: { url: `https://fhir.test${base}` },
      rest: [
        {
          security: {
            cors: true,
            description: expect.stringContaining('client_credentials'),
            service: [{ coding: [{ code: 'SMART-on-FHIR' }] }],
          },
        },
      ],
    })
  })

  it.each(['full', 'normative', 'terminology'])('MET-09 is the same for mode=%s', async (mode) => {
    const { get } = await reader()
    const answer = await get(`/fhir/metadata?mode=${mode}`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ resourceType: 'CapabilityStatement' })
  })
})

describe('what a list gives', () => {
  interface Bundle {
    readonly total: number
    readonly entry: readonly {
      readonly fullUrl: string
      readonly resource: { readonly resourceType: string; readonly id: string }
      readonly search: { readonly mode: string }
    }[]
  }

  it('LST-02 LST-03 LST-04 is the same at both bases, and each entry can be read at its fullUrl', async () => {
    const { get } = await reader()
    const lists = await Promise.all(['/fhir', '/fhir/DEFAULT'].map((base) => get(`${base}/Task?_count=200&_sort=_id`)))
    const [one, other] = (await Promise.all(lists.map((list) => list.json()))) as [Bundle, Bundle]
    expect(one.entry).toEqual(other.entry)
    expect(one.entry.length).toBe(one.total)
    for (const { fullUrl, resource, search } of one.entry) {
      expect(fullUrl).toBe(`http://localhost:3000/fhir/DEFAULT/Task/${resource.id}`)
      expect(search.mode).toBe('match')
      expect(await (await get(fullUrl)).json()).toEqual(resource)
    }
  })

  it('ERR-04 names the bad parameter, for people and for machines', async () => {
    const { get } = await reader()
    const { issue } = (await (await get('/fhir/Task?_count=x')).json()) as {
      readonly issue: readonly [Readonly<Record<string, unknown>>]
    }
    expect(issue[0]).toMatchObject({
      details: { text: expect.stringMatching(/\w/) },
      location: ['http._count'],
      expression: ['http._count'],
    })
  })
})

describe('the representation of a resource', () => {
  const PATIENT = '/fhir/DEFAULT/Patient/marijke-jansen'

  it.each([
    [{}, 'application/fhir+json'],
    [{ accept: '*/*' }, 'application/fhir+json'],
    [{ accept: 'application/json' }, 'application/json'],
    [{ accept: 'text/json' }, 'text/json'],
    [{ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, 'application/fhir+json'],
    [{ accept: 'application/fhir+xml;q=1, application/fhir+json;q=0.1' }, 'application/fhir+json'],
  ])('NEG-01 NEG-02 NEG-04 NEG-05 for %j is %s', async (headers, type) => {
    const { get } = await reader()
    const answer = await get(PATIENT, headers as Readonly<Record<string, string>>)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(new RegExp(`^${type.replace('+', '\\+')}(; charset=utf-8)?$`))
    expect((await answer.text()).startsWith('{')).toBe(true)
  })

  it.each(['application/fhir+xml', 'text/turtle', 'application/foobar', 'application/json;q=0'])(
    'NEG-03 NEG-13 is refused in JSON when only %s will do',
    async (accept) => {
      const { get } = await reader()
      const answer = await get(PATIENT, { accept })
      expect(answer.status).toBe(406)
      expect(await answer.json()).toMatchObject({
        resourceType: 'OperationOutcome',
        issue: [{ code: 'not-supported' }],
      })
    },
  )

  it('NEG-11 differs by Accept and by who asks', async () => {
    const { get } = await reader()
    const vary = (await get(PATIENT)).headers.get('vary') ?? ''
    expect(vary.split(', ')).toEqual(expect.arrayContaining(['Accept', 'Authorization']))
  })
})

describe('the addresses that are advertised', () => {
  it('DIS-09 DIS-17 are the ones that answer', async () => {
    const { fetch } = await testDomain()
    const configuration = (await (await fetch('/fhir/DEFAULT/.well-known/smart-configuration')).json()) as Readonly<
      Record<string, unknown>
    >
    const endpoints = Object.entries(configuration).filter(([name]) => /_endpoint$|_uri$/.test(name))
    expect(endpoints.map(([name]) => name).sort()).toEqual([
      'authorization_endpoint',
      'introspection_endpoint',
      'jwks_uri',
      'token_endpoint',
    ])
    for (const [name, url] of endpoints) {
      const answer = await fetch(String(url), { method: /token|introspection/.test(name) ? 'POST' : 'GET' })
      expect(answer.status, name).not.toBe(404)
      expect(await answer.text()).not.toContain('a page of the interface')
    }
  })

  it('DIS-07 the SMART capabilities are those that there are', async () => {
    const { fetch } = await testDomain()
    const configuration = await (await fetch('/fhir/.well-known/smart-configuration')).json()
    const { capabilities } = configuration as { readonly capabilities: readonly string[] }
    expect([...capabilities].sort()).toEqual([
      ...['authorize-post', 'client-confidential-asymmetric', 'context-ehr-hti', 'launch-ehr', 'permission-v2'],
      'sso-openid-connect',
    ])
  })
})
