// A read is the same service on every way: worked out, or as it was answered before.
import { describe, expect, it, onTestFinished } from 'vitest'
import { registerApp } from '#server/testing/app.ts'
import { eventsOf, nameOf } from '#server/testing/audit.ts'
import { runningDomain } from '#server/testing/running.ts'
import { type Answer, Connection } from '../../../bench/connection.ts'

const FD = '/fhir/DEFAULT'
const ADDRESSES = [
  `${FD}/Patient/marijke-jansen`,
  `${FD}/Patient/gone`,
  `${FD}/Patient/nobody`,
  `${FD}/Patient/not_an_id`,
  `${FD}/Patient/..`,
  `${FD}/Patient/marijke-jansen/`,
  `${FD}/Patient/marijke%2Djansen`,
  `${FD}/Patient/marijke-jansen?_pretty=true`,
  `${FD}/Patient/marijke-jansen?`,
  `${FD}/Patient/marijke-jansen#top`,
  `${FD}/Patient/marijke-jansen/_history/1`,
  `${FD}/Patient/nobody/_history`, // One that is there is a Bundle with an id of its own.
  `${FD}/Task/nobody`,
  `${FD}/Nothing/nobody`,
  `${FD}/AuditEvent/nobody`,
  `${FD}//marijke-jansen`,
  `/fhir/Patient/marijke-jansen`,
]
const HEADERS = [
  [],
  ['Accept: application/json'],
  ['Accept: application/xml'],
  ['If-None-Match: W/"1"'],
  ['If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT'],
  ['Accept-Encoding: gzip'],
]

async function reading(env: Readonly<Record<string, string>> = {}) {
  const running = await runningDomain({ HOT_PATH: 'on', ...env })
  const { domain, url, now } = running
  const gone = { resourceType: 'Patient', id: 'gone' }
  await domain.resources.write([{ type: 'Patient', id: gone.id, text: JSON.stringify(gone), parsed: gone }], now())
  await domain.resources.delete('Patient', gone.id, now())
  const app = await registerApp(domain)
  await domain.registry.saveRole('patients', [
    { resourceType: 'Patient', operations: 'rs', scope: 'all', grantedBy: [] },
  ])
  const client = await domain.registry.find(app.clientId)
  if (client) await domain.registry.saveClient({ ...client, roleName: 'patients' })
  const bearer = await running.bearer(app)
  const connection = new Connection(Number(new URL(url).port))
  onTestFinished(() => connection.close())
  const get = (path: string, headers: readonly string[] = []) =>
    connection.ask(
      `${[`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${bearer}`, ...headers].join('\r\n')}\r\n\r\n`,
    )
  await get(`${FD}/Patient/first`) // From here on the caller is known.
  return { ...running, bearer, get }
}

interface Seen {
  readonly items?: readonly { readonly step: string; readonly outcome: string; readonly at: string }[]
}

/** An answer without what is its own. */
function shared({ head, body }: Answer) {
  const ofAll = (text: string) => text.replaceAll(/\bo-[\w-]{22}/g, 'o-trace')
  const lines = head.split('\r\n').filter((line) => !/^(x-request-id|date): /i.test(line))
  return { head: lines.map(ofAll).sort(), body: ofAll(body.toString('latin1')) }
}

describe('a read', () => {
  it('RDR-01 RDR-04 has the same answer by the fast path as by the usual one, whatever it asks for', async () => {
    const { bearer, get } = await reading()
    for (const path of ADDRESSES)
      for (const headers of HEADERS) {
        // What has its token in two headers is always worked out.
        const other = shared(await get(path, [...headers, `Authentication: Bearer ${bearer}`]))
        for (let count = 0; count < 3; count += 1) {
          const answer = shared(await get(path, headers))
          expect([path, headers, answer]).toEqual([path, headers, other])
        }
      }
  })

  it('IDP-21 is written down with what it came to, refused or not', async () => {
    const { get, domain } = await reading()
    for (const id of ['marijke-jansen', 'nobody', 'gone']) await get(`${FD}/Patient/${id}`)
    await get(`${FD}/Task/nobody`)
    await domain.audit.flush()
    const events = (await eventsOf(domain)).filter((one) => nameOf(one) === 'read')
    const told = events.flatMap(({ entity = [] }) =>
      entity.map(({ what, description }) => `${what?.reference} ${description ?? 'shown'}`),
    )
    expect(told.sort()).toEqual([
      'Patient/first refused with 404',
      'Patient/gone refused with 410',
      'Patient/marijke-jansen/_history/2 shown',
      'Patient/nobody refused with 404',
      'Task/nobody refused with 403',
    ])
  })

  it('is seen while a developer watches the app: one that is answered, and one that is refused', async () => {
    const viewer = async () => ({ username: 'marijke@demo.test', name: undefined })
    const running = await runningDomain({ HOT_PATH: 'on' }, undefined, { viewer })
    const { domain, url, advance } = running
    const app = await registerApp(domain)
    const { id } = (await domain.sql.row("SELECT id FROM account WHERE username = 'marijke@demo.test'")) as {
      readonly id: string
    }
    await domain.sql.rows('UPDATE client SET ownerAccountId = ? WHERE clientId = ?', id, app.clientId)
    const headers = { authorization: `Bearer ${await running.bearer(app)}` }
    const read = (patient: string) => fetch(`${url}${FD}/Patient/${patient}`, { headers })
    const seen = async () => {
      const { items = [] } = (await (await fetch(`${url}/connect/api/apps/${app.clientId}/seen`)).json()) as Seen
      return items.find(({ step }) => step === 'read')
    }
    await (await read('marijke-jansen')).text()
    await (await read('marijke-jansen')).text()
    expect(await seen()).toBeUndefined()
    for (const [patient, outcome] of [
      ['marijke-jansen', 'done'],
      ['nobody', 'failed'],
      ['marijke-jansen', 'done'],
    ] as const) {
      advance(1000)
      await (await read(patient)).text()
      expect(await seen()).toMatchObject({ outcome, at: new Date(running.now()).toISOString() })
    }
  })

  it('LIM-02 counts once, whether or not there is such a resource', async () => {
    const { get } = await reading({ RATE_LIMIT: 'on', RATE_LIMIT_FHIR: '5' })
    const paths = ['marijke-jansen', 'nobody', 'gone', 'sofie'].map((id) => `${FD}/Patient/${id}`)
    const statuses: number[] = []
    for (const path of [...paths, ...paths]) statuses.push((await get(path)).status)
    expect(statuses).toEqual([200, 404, 410, 404, 429, 429, 429, 429])
  })
})
