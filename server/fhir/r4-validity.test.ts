import { describe, expect, it } from 'vitest'
import { registerApp } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'
import { r4Problems } from '../testing/r4-validators.ts'
import { FhirError, ISSUE_CODES, operationOutcome } from './outcome.ts'

interface Bundle {
  readonly resourceType: string
  readonly link: readonly { readonly relation: string; readonly url: string }[]
  readonly entry?: readonly { readonly resource: { readonly resourceType: string } }[]
}

const TYPES =
  'ActivityDefinition CareTeam Device Endpoint Organization Patient Practitioner RelatedPerson Task AuditEvent Subscription'

const ALL_READ = { operations: 'rs', scope: 'all', grantedBy: [] } as const

async function reader() {
  const test = await testDomain()
  const types = ['*', 'AuditEvent'].map((resourceType) => ({ ...ALL_READ, resourceType }))
  await test.domain.registry.saveRole('reader', types)
  const headers = { authorization: `Bearer ${await test.bearer(await registerApp(test.domain))}` }
  return { get: (url: string, init: RequestInit = {}) => test.fetch(url, { headers, ...init }) }
}

/** Every page of a list, and how many resources there were. */
async function walk(get: (url: string) => Promise<Response>, first: string): Promise<number> {
  let seen = 0
  for (let url: string | undefined = first; url; ) {
    const bundle = (await (await get(url)).json()) as Bundle
    expect(r4Problems(bundle), url).toEqual([])
    seen += bundle.entry?.length ?? 0
    url = bundle.link.find(({ relation }) => relation === 'next')?.url
  }
  return seen
}

describe('what two independent R4 validators say', () => {
  it('RDR-12 is not empty for an invalid resource, so that the tests below can fail', () => {
    expect(r4Problems({ resourceType: 'Patient', gender: 'x' } as { resourceType: string })).not.toEqual([])
    const unknown = r4Problems({ resourceType: 'Patient', colour: 'x' } as { resourceType: string })
    expect(unknown.map((problem) => problem.split(':')[0])).toEqual(['schema', 'structure'])
  })

  it.each(TYPES.split(' '))('RDR-12 LST-01 every %s of the demo domain and its Bundles are valid', async (type) => {
    const { get } = await reader()
    const seen = await walk(get, `/fhir/DEFAULT/${type}?_count=50`)
    if (type !== 'Subscription') expect(seen).toBeGreaterThan(0)
  })

  it.each(['_summary=true', '_summary=data', '_summary=text', '_summary=count', '_elements=id', '_count=0'])(
    'RDR-12 Bundles of %s are valid',
    async (asked) => {
      const { get } = await reader()
      for (const type of TYPES.split(' ')) {
        const bundle = (await (await get(`/fhir/DEFAULT/${type}?${asked}&_count=3`)).json()) as Bundle
        expect(r4Problems(bundle), JSON.stringify(bundle)).toEqual([])
      }
    },
  )

  it.each(['/fhir/metadata', '/fhir/DEFAULT/metadata', '/metadata'])(
    'MET-01 MET-02 the CapabilityStatement at %s is valid',
    async (address) => {
      const { fetch } = await testDomain({ RESOURCE_TYPES: '*' })
      const statement = (await (await fetch(address)).json()) as Bundle
      expect(statement.resourceType).toBe('CapabilityStatement')
      expect(r4Problems(statement)).toEqual([])
    },
  )

  it.each(['_summary=true', '_summary=data', '_summary=text', '_elements=software', '_elements=id', '_pretty=true'])(
    'MET-02 MET-10 the CapabilityStatement with %s is valid, and says where it is a part',
    async (asked) => {
      const { fetch } = await testDomain({ RESOURCE_TYPES: '*' })
      const statement = (await (await fetch(`/fhir/metadata?${asked}`)).json()) as Bundle
      expect(r4Problems(statement)).toEqual([])
      expect(JSON.stringify(statement).includes('SUBSETTED')).toBe(!asked.startsWith('_pretty'))
    },
  )

  it('LST-22 RDR-12 every page that a page links to is valid', async () => {
    const { get } = await reader()
    const first = (await (await get('/fhir/DEFAULT/Patient?_count=30&_summary=true')).json()) as Bundle
    const second = first.link.find(({ relation }) => relation === 'next')
    const middle = (await (await get(second?.url ?? '')).json()) as Bundle
    expect(middle.link.map(({ relation }) => relation)).toEqual(['self', 'first', 'previous', 'next', 'last'])
    for (const { url } of middle.link) expect(r4Problems((await (await get(url)).json()) as Bundle), url).toEqual([])
  })

  it.each(ISSUE_CODES)('ERR-01 an OperationOutcome of %s is valid', (code) => {
    const error = new FhirError(400, code, 'What it is about.', { parameter: '_count' })
    expect(r4Problems(JSON.parse(operationOutcome(error)) as Bundle)).toEqual([])
  })

  it.each([
    [400, 'GET', '/fhir/Patient?_count=x'],
    [404, 'GET', '/fhir/Nonsense'],
    [404, 'GET', '/fhir/Patient/nobody'],
    [405, 'DELETE', '/fhir/AuditEvent/some'],
    [406, 'GET', '/fhir/Patient?_format=xml'],
    [410, 'GET', '/fhir?_getpages=00000000-0000-0000-0000-000000000000'],
    [415, 'POST', '/fhir/Patient/_search'],
  ] as const)('ERR-01 the refusal with status %i of %s %s is valid', async (status, method, address) => {
    const { get } = await reader()
    expect(await refusal(await get(address, { method, ...(method === 'POST' ? { body: '{}' } : {}) }))).toEqual([
      status,
      [],
    ])
  })

  it('ERR-01 the refusals without a token and without a permission are valid', async () => {
    const { fetch, domain, bearer } = await testDomain()
    expect(await refusal(await fetch('/fhir/Patient'))).toEqual([401, []])
    const headers = { authorization: `Bearer ${await bearer(await registerApp(domain), 'system/Task.rs')}` }
    expect(await refusal(await fetch('/fhir/Patient', { headers }))).toEqual([403, []])
  })
})

async function refusal(response: Response): Promise<readonly [number, readonly string[]]> {
  return [response.status, r4Problems((await response.json()) as Bundle)]
}
