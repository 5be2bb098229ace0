// Runs changes as one transaction, with the permissions of that moment, and answers only after they are on the disk.
import type { AuditedWrite } from '#lib/audit/audit.ts'
import { baseUrls } from '#lib/fhir/bases.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { Caller } from '../caller.ts'
import type { FhirDeps } from '../deps.ts'
import { FhirError } from '../outcome.ts'
import type { WriteTrace } from '../store.ts'
import type { Unit } from './unit.ts'

/** A recorded AuditEvent has exactly one version. */
const FIRST = { type: 'AuditEvent', versionId: 1, deleted: false } as const

/** The registry was written between reading its state and the transaction. */
const CHANGED = Symbol('the registry has changed')
/** Registry writes are rare, so more of them in a row than this is a fault. */
const MOST_TRIES = 10

export interface Writer {
  readonly deps: FhirDeps
  readonly caller: Caller
  readonly trace: WriteTrace
}

/** The result of a transaction, and the audit events to commit with it. */
export interface Done<T> {
  readonly value: T
  readonly audited: readonly AuditedWrite[]
}

/** A question whose answer is not known yet. */
class Unanswered {
  readonly question: string
  readonly find: () => Promise<unknown>

  constructor(question: string, find: () => Promise<unknown>) {
    this.question = question
    this.find = find
  }
}

/**
 * Runs `work` in a transaction and resolves once it is on the disk. Rejects with FhirError, after a rollback, and with
 * StorageUnavailable. The caller's permissions are those at the moment of the commit (conformance CNC-11).
 */
export async function commit<T>({ deps, caller, trace }: Writer, work: (unit: Unit) => Done<T>): Promise<T> {
  const { writes } = deps
  const bases = baseUrls(deps)
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { registry } = deps.state()
    const client = await deps.authority.find(caller.clientId)
    if (!client)
      throw new FhirError(401, 'login', 'The client of the token is not active.', {
        challenge: { error: 'invalid_token' },
      })
    const current = { ...caller, permissions: client.permissions }
    const by = { ...trace, clientId: caller.clientId }
    const answers = new Map<string, unknown>()
    const attempt = () =>
      writes.transact((tx): { readonly value: T } | typeof CHANGED => {
        if (tx.registry() !== registry) return CHANGED
        const checks: (() => void)[] = []
        const now = deps.clock()
        const { value, audited } = work({
          ...{ tx, caller: current, rules: writes.rules, ports: writes, now },
          resourceTypes: deps.resourceTypes,
          bases,
          ask: (question, find) => {
            if (!answers.has(question)) throw new Unanswered(question, find)
            return answers.get(question) as Awaited<ReturnType<typeof find>>
          },
          store: (resource, isNew) =>
            resource.type === 'AuditEvent'
              ? {
                  ...FIRST,
                  ...writes.audit.append(resource, now),
                  id: resource.id,
                  origin: resource.origin ?? undefined,
                }
              : isNew
                ? tx.add(resource, now, by)
                : tx.write(resource, now, by),
          later: (check) => checks.push(check),
        })
        for (const check of checks) check()
        writes.audit.written(audited)
        return { value }
      })
    const result = await answered(attempt, answers)
    if (result === CHANGED) continue
    await writes.durable()
    writes.committed()
    return result.value
  }
  throw new StorageUnavailable('The registry is written too often to write a resource.')
}

/** Repeats an attempt until all of its questions are answered. */
async function answered<T>(attempt: () => Promise<T>, answers: Map<string, unknown>): Promise<T> {
  for (;;)
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      answers.set(error.question, await error.find())
    }
}
