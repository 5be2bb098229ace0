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
export async function stateOf({ domain }: Holding): Promise<Readonly<Record<string, unknown>>> {
  const { sql } = domain
  const rows = TABLES.map(async (table) => [table, await sql.rows(`SELECT * FROM ${table} `)] as const)
  const records = await sql.rows("SELECT type, id, versionId FROM resource_version WHERE type <> 'AuditEvent'")
  return { ...Object.fromEntries(await Promise.all(rows)), records }
}

/** Tries something that must come to nothing: no row comes, goes or changes. What `attempt` returns. */
export async function leavingNoTrace<T>(domain: Holding, attempt: () => Promise<T>): Promise<T> {
  const before = await stateOf(domain)
  const result = await attempt()
  expect(await stateOf(domain)).toEqual(before)
  return result
}

/** The events that an attempt adds to the audit log, as `name outcome`. */
export async function auditedBy(domain: Holding, attempt: () => Promise<unknown>): Promise<readonly string[]> {
  const before = (await eventsOf(domain.domain)).length
  await attempt()
  return (await eventsOf(domain.domain)).slice(before).map((event) => `${nameOf(event)} ${event.outcome}`)
}
