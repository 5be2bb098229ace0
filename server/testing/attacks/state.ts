// The state that a refused request must not change: everything usable, and everything used up.
import { expect } from 'vitest'
import { eventsOf, nameOf } from '../audit.ts'
import type { TestDomain } from '../domain.ts'

const TABLES = [
  ...['used_jti', 'authorize_transaction', 'authorization_code', 'noop_token', 'pending_launch', 'composed_launch'],
  ...['idp_session', 'idp_interaction', 'idp_code', 'account'],
  ...['client', 'role', 'signing_key', 'app_developer', 'search_snapshot'],
] as const

type Holding = Pick<TestDomain, 'domain'>

/** Every row of every table that counts; records of FHIR but for the audit log. */
export function stateOf({ domain }: Holding): Readonly<Record<string, unknown>> {
  const { sql } = domain.database
  const rows = TABLES.map((table) => [table, sql.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all()] as const)
  const records = sql.prepare("SELECT type, id, versionId FROM resource_version WHERE type <> 'AuditEvent'").all()
  return { ...Object.fromEntries(rows), records }
}

/** Tries something that must come to nothing: no row comes, goes or changes. What `attempt` returns. */
export async function leavingNoTrace<T>(domain: Holding, attempt: () => Promise<T>): Promise<T> {
  const before = stateOf(domain)
  const result = await attempt()
  expect(stateOf(domain)).toEqual(before)
  return result
}

/** The events that an attempt adds to the audit log, as `name outcome`. */
export async function auditedBy(domain: Holding, attempt: () => Promise<unknown>): Promise<readonly string[]> {
  const before = eventsOf(domain.domain.database).length
  await attempt()
  return eventsOf(domain.domain.database)
    .slice(before)
    .map((event) => `${nameOf(event)} ${event.outcome}`)
}
