// Runs changes as one transaction, with the rights of that moment, and has them on the disk before anybody is told.
import type { AuditedWrite } from '#lib/audit/audit.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { reachOf } from '../authorize.ts'
import type { Caller } from '../caller.ts'
import { BASES, type FhirDeps } from '../deps.ts'
import { FhirError } from '../outcome.ts'
import type { WriteTrace } from '../store.ts'
import type { RegistryFacts, Unit } from './unit.ts'

/** An event that was recorded has one version. */
const FIRST = { type: 'AuditEvent', versionId: 1, deleted: false } as const

/** The registry was written between the look at it and the transaction. */
const CHANGED = Symbol('the registry has changed')
/** Writes of the registry are rare: more of them in a row than this is a fault. */
const MOST_TRIES = 10

export interface Writer {
  readonly deps: FhirDeps
  readonly caller: Caller
  readonly trace: WriteTrace
}

/** A transaction that is made: what it gives back, and the events of the audit log that are committed with it. */
export interface Done<T> {
  readonly value: T
  readonly audited: readonly AuditedWrite[]
}

/**
 * Runs `work` in a transaction and resolves once it is on the disk. `types` are those that it writes. Rejects with FhirError, with all
 * undone, and with StorageUnavailable. The caller's rights are those at the moment of the commit (conformance CNC-11).
 */
export async function commit<T>(
  { deps, caller, trace }: Writer,
  types: readonly string[],
  work: (unit: Unit) => Done<T>,
): Promise<T> {
  const { writes } = deps
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { registry } = deps.state()
    const client = await deps.authority.find(caller.clientId)
    if (!client)
      throw new FhirError(401, 'login', 'The client of the token is not active.', {
        challenge: { error: 'invalid_token' },
      })
    const current = { ...caller, permissions: client.permissions }
    const facts = await factsFor(current, types, deps)
    const result = await writes.transact((tx): { readonly value: T } | typeof CHANGED => {
      if (tx.registry() !== registry) return CHANGED
      const checks: (() => void)[] = []
      const now = deps.clock()
      const { value, audited } = work({
        ...{ tx, caller: current, rules: writes.rules, facts, now },
        resourceTypes: deps.resourceTypes,
        bases: BASES.map((base) => `${deps.baseUrl}${base}`),
        store: (resource) =>
          resource.type === 'AuditEvent'
            ? { ...FIRST, ...writes.audit.append(resource, now), id: resource.id, origin: resource.origin ?? undefined }
            : tx.write(resource, now, trace),
        later: (check) => checks.push(check),
      })
      for (const check of checks) check()
      writes.audit.written(audited)
      return { value }
    })
    if (result === CHANGED) continue
    await writes.durable()
    writes.committed()
    return result.value
  }
  throw new StorageUnavailable('The registry is written too often to write a resource.')
}

/** What rules need to know from the registry for these types. */
async function factsFor(caller: Caller, types: readonly string[], { writes }: FhirDeps): Promise<RegistryFacts> {
  const mayForAll = reachOf(caller, 'u', 'Endpoint') === 'all' || reachOf(caller, 'c', 'Endpoint') === 'all'
  return {
    ...(types.includes('Device') ? { clientIds: await writes.clientIds() } : {}),
    ...(types.includes('Endpoint')
      ? { addressOrigins: await writes.addressOrigins(mayForAll ? 'all' : caller.clientId) }
      : {}),
  }
}
