import { describe, expect, it } from 'vitest'
import { openDomain } from '#server/domain/domain.ts'
import { eventsOf } from '#server/testing/audit.ts'
import { testDomain } from '#server/testing/domain.ts'

const PRACTITIONER = 'daan@demo.test'
const ADMIN = 'beheer@demo.test'
const FHIR = '/browse/api/fhir'

/** A demo domain in which a header says who is signed in. */
async function browsing(env: Readonly<Record<string, string>> = {}) {
  const viewer = async (request: Request) => {
    const username = request.headers.get('x-test-user')
    return username === null ? undefined : { username, name: undefined }
  }
  const one = await testDomain(env, { viewer })
  const get = (path: string, username?: string) =>
    one.fetch(path, username === undefined ? {} : { headers: { 'x-test-user': username } })
  const read = (query: Readonly<Record<string, string>>, username = PRACTITIONER) =>
    get(`${FHIR}?${new URLSearchParams(query)}`, username)
  return { ...one, get, read, base: `${one.domain.config.baseUrl}/fhir/DEFAULT` }
}

describe('who may browse', () => {
  it.each([
    ['nobody is signed in', undefined, { access: 'signed_out' }],
    ['no account carries the name', 'nobody@demo.test', { access: 'signed_out' }],
    ['the account is a patient', 'marijke@demo.test', { access: 'refused' }],
    ['the account is a related person', 'els@demo.test', { access: 'refused' }],
    ['the account is a practitioner', PRACTITIONER, { access: 'open', name: 'Daan Visser', role: 'practitioner' }],
    ['the account is an administrator', ADMIN, { access: 'open', name: 'Femke Smit', role: 'admin' }],
  ])('is shown on the page as open, refused or signed out when %s', async (_, username, session) => {
    const { get, base } = await browsing()
    const answer = await get('/browse/api/session', username)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await answer.json()).toEqual(
      session.access === 'open' ? { ...session, fhirBase: base, profiles: 'declared' } : session,
    )
  })

  it.each([
    [401, 'login_required', undefined],
    [401, 'login_required', 'nobody@demo.test'],
    [403, 'access_denied', 'marijke@demo.test'],
    [403, 'access_denied', 'els@demo.test'],
  ])('answers %i %s to %s, without looking at the query', async (status, error, username) => {
    const { get } = await browsing()
    for (const query of ['?path=Patient/marijke-jansen', '?path=Patient/unknown', '?url=https://evil.example/', '']) {
      const answer = await get(`${FHIR}${query}`, username)
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ error })
    }
  })
})

describe('a refused request of the record browser', () => {
  it.each([
    ['https://evil.example/fhir/DEFAULTx/Patient'],
    ['http://localhost:3000/fhir/DEFAULTx/Patient'],
    ['http://localhost:3000/fhir/DEFAULT/../secret/Patient/1'],
  ])('IDP-21 leaves none of its address in the audit log: %s', async (url) => {
    const { read, domain } = await browsing()
    expect((await read({ url })).status).toBe(400)
    await domain.audit.flush()
    const events = (await eventsOf(domain)).filter(({ source }) => source.site.endsWith('/browse'))
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events)).not.toMatch(/DEFAULTx|evil|secret/)
  })
})

describe('reading FHIR for the record browser', () => {
  it('returns the stored text of a resource, with its version', async () => {
    const { read, base, domain } = await browsing()
    const stored = (await domain.resources.readCurrent('Patient', 'marijke-jansen'))?.body
    for (const query of [{ path: 'Patient/marijke-jansen' }, { url: `${base}/Patient/marijke-jansen` }]) {
      const answer = await read(query)
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, 'W/"1"'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).toBe(stored)
    }
  })

  it('returns a list, and follows its next link as written', async () => {
    const { read, base } = await browsing()
    const first = (await (await read({ url: `${base}/Patient?_count=10` })).json()) as {
      link: { relation: string; url: string }[]
    }
    const next = first.link.find(({ relation }) => relation === 'next')?.url ?? ''
    expect(await (await read({ url: next }, ADMIN)).json()).toMatchObject({ resourceType: 'Bundle' })
  })

  it('returns the OperationOutcome of an unknown resource, and 410 with the version of a deleted one', async () => {
    const { read, domain } = await browsing()
    const unknown = await read({ path: 'Patient/unknown' })
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { resourceType: 'OperationOutcome' }])
    await domain.resources.delete('Patient', 'bram-de-boer', domain.clock())
    const gone = await read({ path: 'Patient/bram-de-boer' })
    expect([gone.status, gone.headers.get('etag')]).toEqual([410, 'W/"2"'])
    expect((await read({ path: 'Patient/bram-de-boer/_history/1' })).status).toBe(200)
  })

  it.each(['https://evil.example/fhir/DEFAULT/Patient/1', 'http://localhost:3000/oauth2/jwks', 'Patient/1', ''])(
    'refuses an address outside of the FHIR base: url=%s',
    async (url) => {
      const { read } = await browsing()
      expect((await read({ url })).status).toBe(400)
    },
  )

  it('reads nothing when the registration of the console is disabled', async () => {
    const { read, domain } = await browsing()
    await domain.registry.setClientStatus('demo-console', 'disabled')
    const answer = await read({ path: 'Patient/marijke-jansen' })
    expect(answer.status).toBe(502)
    expect(JSON.stringify(await answer.json())).not.toContain('Jansen')
  })

  it('takes no other method than GET', async () => {
    const { fetch } = await browsing()
    const answer = await fetch(FHIR, { method: 'POST', headers: { 'x-test-user': ADMIN } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  })
})

describe('the lists of the record browser in the audit log', () => {
  it('IDP-21 are recorded page by page, with the queries used', async () => {
    const { read, base, domain } = await browsing()
    const first = (await (await read({ url: `${base}/Patient?_count=10` })).json()) as {
      link: { relation: string; url: string }[]
    }
    const next = first.link.find(({ relation }) => relation === 'next')?.url ?? ''
    expect((await read({ url: next })).status).toBe(200)
    await domain.audit.flush()
    const [event, ...others] = (await eventsOf(domain)).filter(({ source }) => source.site.endsWith('/browse'))
    expect([others.length, event?.outcomeDesc]).toEqual([0, 'fhir: 2 searches, 0 resources shown'])
    const queries = event?.entity?.flatMap(({ query }) => query ?? []) ?? []
    expect(queries.map((query) => Buffer.from(query, 'base64').toString())).toEqual([
      'Patient?_count=10',
      expect.stringMatching(/^\?_getpages=[0-9a-f-]{36}&_getpagesoffset=10&/),
    ])
  })
})

describe('histories in the record browser', () => {
  it('are recorded in the audit log with the histories that were read', async () => {
    const { read, domain } = await browsing()
    expect(await (await read({ path: 'Patient/marijke-jansen/_history' })).json()).toMatchObject({ type: 'history' })
    expect((await read({ path: 'Patient/_history?_count=1' })).status).toBe(200)
    expect((await read({ path: 'Patient/marijke-jansen/_history/1' })).status).toBe(200)
    await domain.audit.flush()
    const seen = (await eventsOf(domain)).filter(({ source }) => source.site.endsWith('/browse'))
    expect(seen.map(({ subtype }) => subtype.map(({ code }) => code))).toEqual([
      ['history-instance', 'history-type', 'read'],
      ['vread', 'read'],
    ])
    const queries = seen.flatMap(({ entity = [] }) => entity.flatMap(({ query }) => query ?? []))
    expect(queries.map((query) => Buffer.from(query, 'base64').toString())).toEqual([
      'Patient/marijke-jansen/_history?',
      'Patient/_history?_count=1',
    ])
  })
})

describe('the registration of the console', () => {
  it('is made in a domain without a demo', async () => {
    const { domain, now } = await browsing({ DEMO: 'false' })
    await domain.sql.rows("DELETE FROM client WHERE clientId = 'demo-console'")
    await (await openDomain(domain.config, { clock: now })).close()
    expect(await domain.registry.find('demo-console')).toMatchObject({ kind: 'platform', roleName: 'reader' })
  })

  it('is made again in a demo domain that lacks it, and otherwise stays as the operator left it', async () => {
    const { domain, now } = await browsing()
    const again = () => openDomain(domain.config, { clock: now })
    await domain.sql.rows("DELETE FROM client WHERE clientId = 'demo-console'")
    await (await again()).close()
    expect(await domain.registry.find('demo-console')).toMatchObject({ status: 'approved' })
    await domain.registry.setClientStatus('demo-console', 'disabled')
    await (await again()).close()
    expect(await domain.registry.find('demo-console')).toMatchObject({ status: 'disabled' })
  })

  it('KEY-05 signs with a rotated key at the next read', async () => {
    const { domain, fetch, read } = await browsing()
    await domain.keys.rotate('console', { now: true })
    const { keys } = (await (await fetch('/browse/jwks')).json()) as {
      readonly keys: readonly { readonly kid: string }[]
    }
    expect(keys.map(({ kid }) => kid)).toContain((await domain.keys.ring('console').active()).kid)
    expect((await read({ path: 'Patient/marijke-jansen' })).status).toBe(200)
  })
})

describe('IDP-21 the audit log of the record browser', () => {
  it('has one event for each list and record that was read, however the address is written, and none for metadata', async () => {
    const { read, domain, base } = await browsing()
    const list = (await (await read({ path: 'Task?_count=1' })).json()) as { link: { relation: string; url: string }[] }
    const next = list.link.find(({ relation }) => relation === 'next')?.url ?? ''
    const views = async () => {
      await domain.audit.flush()
      return (await eventsOf(domain)).filter(({ source }) => source.site.endsWith('/browse')).length
    }
    for (const url of [
      next,
      next.replace(`${base}?`, `${base}/?`),
      `${base}/Task/`,
      `${base}/Task/review-sleep-diary/`,
    ]) {
      const before = await views()
      const answer = await read({ url })
      expect([answer.status, url, (await views()) - before]).toEqual([200, url, 1])
    }
    const before = await views()
    expect((await read({ url: `${base}/metadata?_format=json` })).status).toBe(200)
    expect((await views()) - before).toBe(0)
  })
})
