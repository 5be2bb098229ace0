// Writes of FHIR resources while the server is killed, and what they have to leave: every answered version with its event in the audit
// log, transactions whole or not at all (conformance DUR-02 to DUR-05).
import type { Sqlite } from '#server/storage/sqlite/file/database.ts'
import { assertion, bearer } from '../launch-over-http.ts'
import { WRITING_SCOPE } from '../writing-app.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { LoadedSite, Site } from './site.ts'

const ENTRIES = 20
const TRANSACTION_SYSTEM = 'urn:example:transactions'

interface Versioned {
  readonly id: string
  readonly meta: { readonly versionId: string }
}

/** A function that creates, changes, patches and deletes a Patient, and makes a transaction. Rejects where there is no answer. */
export async function writerOf(site: LoadedSite, known: Acknowledged): Promise<() => Promise<void>> {
  const answer = await bearer(site.publicUrl, await assertion(site, site.writer), {}, WRITING_SCOPE)
  const { access_token } = (await answer.json()) as { readonly access_token: string }
  const send = async (method: string, path: string, body?: object, more: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${site.publicUrl}/fhir${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/fhir+json', ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status === 502) throw new Error('The process that had the request has ended.') // Of a load balancer.
    if (response.status === 503) known.unavailable += 1
    else if (!response.ok) known.violations.push(`A good ${method} was answered with ${response.status} ${text}`)
    return { response, text }
  }
  const version = (id: string, response: Response) => {
    const [, number] = /^W\/"(\d+)"$/.exec(response.headers.get('etag') ?? '') ?? []
    if (response.ok) known.written.add(`Patient/${id}/_history/${number}`)
  }
  return async () => {
    const created = await send('POST', '/Patient', { resourceType: 'Patient' })
    if (!created.response.ok) return
    const { id } = JSON.parse(created.text) as Versioned
    version(id, created.response)
    const path = `/Patient/${id}`
    const whole = { resourceType: 'Patient', id, gender: 'female' }
    version(id, (await send('PUT', path, whole, { 'if-match': 'W/"1"' })).response)
    const patch = [{ op: 'add', path: '/active', value: true }]
    const patched = await send('PATCH', path, patch, {
      'content-type': 'application/json-patch+json',
      'if-match': 'W/"2"',
    })
    version(id, patched.response)
    version(id, (await send('DELETE', path)).response)
    const name = crypto.randomUUID()
    if ((await send('POST', '', transactionOf(name))).response.ok) known.transactions.add(name)
  }
}

const transactionOf = (name: string) => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: Array.from({ length: ENTRIES }, () => ({
    resource: { resourceType: 'Patient', identifier: [{ system: TRANSACTION_SYSTEM, value: name }] },
    request: { method: 'POST', url: 'Patient' },
  })),
})

/** What is not as the writer was told, one sentence each. */
export function wrongWrites(sql: Sqlite, { writer }: Site, { written, transactions }: Acknowledged): readonly string[] {
  const stored = new Set(
    sql
      .prepare<[string], string>(
        "SELECT 'Patient/' || id || '/_history/' || versionId FROM resource_version WHERE type = 'Patient' AND origin = ?",
      )
      .pluck()
      .all(writer.clientId),
  )
  const audited = new Set(
    sql
      .prepare<[string], string>(
        `SELECT json_extract(b.body, '$.entity[0].what.reference') FROM resource_version v JOIN resource_body b ON b.seq = v.seq
         WHERE v.type = 'AuditEvent' AND json_extract(b.body, '$.agent[0].who.reference') = 'Device/' || ?
           AND json_extract(b.body, '$.subtype[0].code') IN ('create', 'update', 'patch', 'delete')
           AND json_extract(b.body, '$.outcome') = '0'`,
      )
      .pluck()
      .all(writer.clientId),
  )
  const entries = new Map(
    sql
      .prepare<[string], [string, number]>(
        `SELECT s.value, count(*) FROM search_value s WHERE s.type = 'Patient' AND s.param = 'identifier' AND s.system = ?
         GROUP BY s.value`,
      )
      .raw()
      .all(TRANSACTION_SYSTEM),
  )
  return [
    ...without(written, stored).map((version) => `${version} was answered and is not there`),
    ...without(stored, audited).map((version) => `${version} has no event in the audit log`),
    ...without(audited, stored).map((version) => `${version} is in the audit log and not there`),
    ...[...entries].filter(([, n]) => n !== ENTRIES).map(([name, n]) => `The transaction ${name} has ${n} entries`),
    ...without(transactions, entries).map((name) => `The transaction ${name} was answered and is not there`),
  ]
}

const without = (these: ReadonlySet<string>, those: { has: (one: string) => boolean }): readonly string[] =>
  [...these].filter((one) => !those.has(one))
