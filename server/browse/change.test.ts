import { describe, expect, it } from 'vitest'
import type { BrowseWriters } from '#lib/api/browse.ts'
import { TRACE_ID } from '#lib/fhir/koppeltaal.ts'
import { eventsOf, nameOf } from '#server/testing/audit.ts'
import { testDomain } from '#server/testing/domain.ts'

const SITE = 'http://localhost:3000'
const ADMIN = 'beheer@demo.test'
const PRACTITIONER = 'daan@demo.test'
const MARIJKE = 'Patient/marijke-jansen'

type Headers = Readonly<Record<string, string>>

/** A demo domain, and changes of records by a person from a page of the domain. */
async function changing() {
  const viewer = async (request: Request) => {
    const username = request.headers.get('x-test-user')
    return username === null ? undefined : { username, name: undefined }
  }
  const one = await testDomain({}, { viewer })
  const send = (
    method: string,
    record: string,
    body?: string,
    headers: Headers = {},
    username: string | null = ADMIN,
  ) =>
    one.fetch(`/browse/api/record?${new URLSearchParams({ path: record })}`, {
      method,
      headers: {
        origin: SITE,
        ...(username === null ? {} : { 'x-test-user': username }),
        ...(body === undefined ? {} : { 'content-type': 'application/fhir+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  const textOf = async (type: string, id: string) => (await one.domain.resources.readCurrent(type, id))?.body ?? ''
  const marijke = () => textOf('Patient', 'marijke-jansen')
  const put = (text: string, version: number, record = MARIJKE) =>
    send('PUT', record, text, { 'if-match': `W/"${version}"` })
  const ofPage = async () => (await eventsOf(one.domain)).filter(({ source }) => source.site.endsWith('/browse'))
  return { ...one, send, put, marijke, ofPage }
}

const outcomeOf = async (answer: Response) =>
  (await answer.json()) as {
    readonly resourceType: string
    readonly issue: readonly { readonly code: string; readonly expression?: readonly string[] }[]
  }

describe('changing a record in the console', () => {
  it('UPD-01 makes the next version of the version that was read, with exactly the text sent', async () => {
    const { put, marijke } = await changing()
    const text = (await marijke()).replace('"Jansen"', '"Jan\\u0073en-Bakker"')
    const answer = await put(text, 1)
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
      200,
      'W/"2"',
      'no-store',
    ])
    expect(await answer.text()).toBe(await marijke())
    expect(await marijke()).toContain('"Jan\\u0073en-Bakker"')
  })

  it('CNC-01 CNC-03 requires the version that was read, and names the current one in a 412', async () => {
    const { send, put, marijke } = await changing()
    await put((await marijke()).replace('1986-04-12', '1986-04-13'), 1)
    const stale = await put((await marijke()).replace('1986-04-13', '1986-04-14'), 1)
    expect([stale.status, stale.headers.get('etag'), (await outcomeOf(stale)).issue[0]?.code]).toEqual([
      412,
      'W/"2"',
      'conflict',
    ])
    const blind = await send('PUT', MARIJKE, await marijke())
    expect([blind.status, (await outcomeOf(blind)).issue[0]?.code]).toEqual([412, 'required'])
    expect(await marijke()).toContain('1986-04-13')
  })

  it('CRE-13 is refused with every issue and its element', async () => {
    const { put, marijke } = await changing()
    const answer = await put(
      (await marijke()).replace('"birthDate":"1986-04-12"', '"birthDate":"spring"').replace('"female"', '"x"'),
      1,
    )
    expect(answer.status).toBe(400)
    const { issue } = await outcomeOf(answer)
    expect(issue.map(({ expression }) => expression?.[0]).sort()).toEqual(['Patient.birthDate', 'Patient.gender'])
  })

  it('DEL-01 DEL-06 deletes a record that nothing refers to, and refuses to delete another', async () => {
    const { send, domain } = await changing()
    const kept = await send('DELETE', MARIJKE)
    expect([kept.status, (await outcomeOf(kept)).issue[0]?.code]).toEqual([409, 'conflict'])
    const gone = await send('DELETE', 'Task/review-sleep-diary', undefined, { 'if-match': 'W/"1"' })
    expect([gone.status, gone.headers.get('etag'), await gone.text()]).toEqual([204, 'W/"2"', ''])
    expect((await domain.resources.readCurrent('Task', 'review-sleep-diary'))?.body).toBeUndefined()
  })

  it('UPD-14 brings a deleted record back', async () => {
    const { send, put, domain } = await changing()
    const text = (await domain.resources.readCurrent('Task', 'review-sleep-diary'))?.body ?? ''
    await send('DELETE', 'Task/review-sleep-diary')
    const answer = await put(text, 2, 'Task/review-sleep-diary')
    expect([answer.status, answer.headers.get('etag')]).toEqual([201, 'W/"3"'])
  })

  it('ORI-05 is refused when the role of the console has no right to write', async () => {
    const { put, marijke, domain } = await changing()
    await domain.registry.saveRole('demo-console', [
      { resourceType: '*', operations: 'rs', scope: 'all', grantedBy: [] },
    ])
    const answer = await put((await marijke()).replace('1986-04-12', '1986-04-13'), 1)
    expect([answer.status, (await outcomeOf(answer)).issue[0]?.code]).toEqual([403, 'forbidden'])
  })

  it('answers 502 when the FHIR API cannot be used', async () => {
    const { put, marijke, domain } = await changing()
    await domain.registry.setClientStatus('demo-console', 'disabled')
    const answer = await put(await marijke(), 1)
    expect([answer.status, await answer.json()]).toMatchObject([502, { error: 'temporarily_unavailable' }])
  })
})

describe('who may change records in the console', () => {
  it.each([
    [401, 'login_required', null],
    [403, 'access_denied', 'marijke@demo.test'],
    [403, 'access_denied', PRACTITIONER],
  ])('answers %i %s to %s, for PUT and DELETE', async (status, error, username) => {
    const { send, marijke } = await changing()
    for (const method of ['PUT', 'DELETE']) {
      const answer = await send(method, MARIJKE, method === 'PUT' ? '{}' : undefined, {}, username)
      expect([answer.status, await answer.json()]).toMatchObject([status, { error }])
    }
    expect(await marijke()).toContain('"versionId":"1"')
  })

  it('SEC-08 only administrators on pages of this site', async () => {
    const { send, marijke } = await changing()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: SITE, 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      const answer = await send('DELETE', 'Task/review-sleep-diary', undefined, headers)
      expect([answer.status, await answer.json()]).toMatchObject([403, { error: 'cross_site' }])
    }
    expect(await marijke()).toContain('"versionId":"1"')
  })

  it.each([
    '',
    'Patient',
    'Patient/x/_history/1',
    'Patient?name=x',
    '../oauth2/token',
    `${SITE}/fhir/DEFAULT/Patient/x`,
  ])('nobody without the path of one record: path=%s', async (record) => {
    const { send } = await changing()
    expect((await send('DELETE', record)).status).toBe(400)
  })

  it('LIM-13 nobody with a body of more than a record can have: 413', async () => {
    const { send } = await changing()
    expect((await send('PUT', MARIJKE, ' '.repeat(2 * 1024 * 1024))).status).toBe(413)
  })

  it('nobody by another method than PUT and DELETE', async () => {
    const { send } = await changing()
    for (const method of ['GET', 'POST', 'PATCH']) {
      const answer = await send(method, MARIJKE)
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT, DELETE'])
    }
  })
})

describe('a change of a record in the audit log', () => {
  it('EVT-01 names the person, and has the trace of the write', async () => {
    const { put, marijke, domain, ofPage } = await changing()
    const answer = await put((await marijke()).replace('1986-04-12', '1986-04-13'), 1)
    const trace = answer.headers.get('x-trace-id')
    const [event, ...others] = await ofPage()
    const traceOf = ({ extension }: NonNullable<typeof event>) => extension.find(({ url }) => url === TRACE_ID)?.valueId
    expect(others).toEqual([])
    expect(event).toMatchObject({ action: 'U', outcome: '0', outcomeDesc: 'change: resource was changed' })
    expect(event?.agent.map(({ who }) => who?.identifier?.value ?? who?.reference)).toEqual([
      ADMIN,
      'Device/demo-console',
    ])
    expect(JSON.stringify(event?.entity)).toContain(MARIJKE)
    expect(event && traceOf(event)).toBe(trace)
    const write = (await eventsOf(domain)).find((one) => nameOf(one) === 'write')
    expect(write && traceOf(write)).toBe(trace)
  })

  it('names the person in the history of the record, by the name that the account has', async () => {
    const { put, marijke, fetch } = await changing()
    await put((await marijke()).replace('1986-04-12', '1986-04-13'), 1)
    const query = new URLSearchParams({ record: MARIJKE })
    const answer = await fetch(`/browse/api/writers?${query}`, { headers: { 'x-test-user': PRACTITIONER } })
    const { items } = (await answer.json()) as BrowseWriters
    expect(items).toContainEqual(
      expect.objectContaining({ version: 2, device: 'Device/demo-console', person: 'Femke Smit' }),
    )
    expect(items.find(({ version }) => version === 1)?.person).toBeUndefined()
  })

  it('EVT-02 is recorded also when it is refused, by the FHIR API or for lack of rights', async () => {
    const { put, send, ofPage } = await changing()
    await put('{', 1)
    await send('DELETE', MARIJKE, undefined, {}, PRACTITIONER)
    await send('DELETE', MARIJKE, undefined, { origin: 'https://evil.example' })
    expect((await ofPage()).map(({ outcome, outcomeDesc }) => [outcome, outcomeDesc])).toEqual([
      ['4', 'change: resource, 400'],
      ['4', 'change: access_denied'],
      ['4', 'change: cross_site'],
    ])
  })
})

describe('the trace of a change in the console', () => {
  it('opens for the administrator under the trace id in the refusal', async () => {
    const { put, marijke, fetch, domain } = await changing()
    const answer = await put(await marijke(), 7)
    expect(answer.status).toBe(412)
    await domain.traces.flush()
    const [, trace] = /\(trace ([\w-]+)\)/.exec(await answer.text()) ?? []
    const found = await fetch(`/traces/api/${trace}`, { headers: { 'x-test-user': ADMIN } })
    expect(found.status).toBe(200)
    expect(JSON.stringify(await found.json())).toContain('412')
  })

  it('is linked from the history of the record', async () => {
    const { put, marijke, fetch, domain } = await changing()
    await put((await marijke()).replace('"birthDate":"1986-04-12"', '"birthDate":"1986-04-13"'), 1)
    await domain.traces.flush()
    const headers = { 'x-test-user': ADMIN }
    const { items } = (await (
      await fetch(`/browse/api/writers?record=${MARIJKE}`, { headers })
    ).json()) as BrowseWriters
    expect(items).toMatchObject([
      { version: 2, name: 'Slipway console' },
      { version: 1, atStart: true },
    ])
    const found = await fetch(`/traces/api/${items[0]?.trace}`, { headers })
    expect(found.status).toBe(200)
    expect(JSON.stringify(await found.json())).toContain('marijke-jansen')
  })
})
