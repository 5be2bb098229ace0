// Runs changes as one transaction, with the permissions of that moment, and answers only after they are on the disk.
import { type Answers, answerTo, replayed, Unanswered } from '#lib/async/replay.ts'
import { allSteps, type Steps } from '#lib/async/steps.ts'
import type { AuditedWrite } from '#lib/audit/audit.ts'
import { baseUrls } from '#lib/fhir/bases.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { Caller } from '../caller.ts'
import type { WriteExchange } from '../exchange.ts'
import { FhirError } from '../outcome.ts'
import type {
  FoundAhead,
  PreparedResource,
  SearchWanted,
  StoredVersion,
  WriteTrace,
  WriteTransaction,
  WrittenBy,
} from '../store.ts'
import { NeedsSteps, textLimit } from './long-text.ts'
import {
  allAhead,
  asTooCostly,
  type Budget,
  budgetOf,
  questionOf,
  type Searcher,
  searchedAhead,
  tooCostly,
} from './searching.ts'
import type { WriteContext } from './write-context.ts'

/** A recorded AuditEvent has exactly one version. */
const FIRST = { type: 'AuditEvent', versionId: 1, deleted: false } as const

/** The registry was written between reading its state and the transaction. */
const CHANGED = Symbol('the registry has changed')
/** Registry writes are rare, so more of them in a row than this is a fault. */
const MOST_TRIES = 10

/** The longest that a transaction may search, in milliseconds: others wait for its lock. */
const MOST_SEARCHED_MS = 250
/** The most questions for one transaction that nobody has foreseen: after each, it begins anew. */
const MOST_ASKED = 20

/** The request that a change comes from. */
export interface Writer extends Pick<WriteExchange, 'deps' | 'caller' | 'request'> {
  readonly numbers: WriteTrace
}

/** Events of the audit log that are written in one step: some milliseconds of work. */
const EVENTS_TOGETHER = 128

/** Index values that are written in one step, three strings each. */
const VALUES_AT_ONCE = 3 * 1024

/** What the searches of the request are allowed, and those that its transaction will need. */
export interface Searching {
  readonly budget: Budget
  readonly foreseen: (caller: Caller) => readonly SearchWanted[]
}

/** The same for a transaction of many steps; with `isLong`, others are answered between them. */
interface Expected extends Searching {
  readonly isLong: boolean
}

/** The result of a transaction, and the audit events to commit with it. */
export interface Done<T> {
  readonly value: T
  readonly audited: readonly AuditedWrite[]
}

/**
 * Runs `work` in a transaction and resolves once it is on the disk. Rejects with FhirError, after a rollback, and with
 * StorageUnavailable. The caller's permissions are those at the moment of the commit (conformance CNC-11).
 */
export const commit = <T>(
  writer: Writer,
  work: (context: WriteContext) => Done<T>,
  searching: Searching = { budget: budgetOf(writer), foreseen: () => [] },
): Promise<T> => commitInSteps(writer, (context) => inOneStep(work, context), { ...searching, isLong: false })

function* inOneStep<T>(work: (context: WriteContext) => T, context: WriteContext): Steps<T> {
  yield
  return work(context)
}

/** The same for work of many steps. Where it comes upon a long text, it is made again with others answered between its steps. */
export async function commitInSteps<T>(
  { deps, caller, request, numbers }: Writer,
  work: Work<T>,
  { budget, foreseen, ...expected }: Expected,
): Promise<T> {
  const { writes } = deps
  let { isLong } = expected
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { registry } = await deps.state()
    const client = await deps.authority.find(caller.clientId)
    if (!client)
      throw new FhirError(401, 'login', 'The client of the token is not active.', {
        challenge: { error: 'invalid_token' },
      })
    const current = { ...caller, permissions: client.permissions }
    const searcher = { deps, caller: current, request, budget }
    const answers: Answers = new Map(await allAhead(searcher, foreseen(current)))
    const by = { ...numbers, clientId: caller.clientId }
    const steps = (tx: WriteTransaction) => stepsOf({ work, registry, searcher, answers, by, isLong }, tx)
    const attempt = async () => {
      if (isLong) return writes.transactInSteps(steps)
      try {
        return await writes.transact((tx) => allSteps(steps(tx)))
      } catch (error) {
        if (!(error instanceof NeedsSteps)) throw error
        isLong = true
        return writes.transactInSteps(steps)
      }
    }
    const result = await replayed(attempt, answers, ({ isSearch }, asked) => {
      if (isSearch && asked >= MOST_ASKED) throw tooCostly()
    })
    if (result === CHANGED) continue
    await writes.durable()
    writes.committed()
    return result.value
  }
  throw new StorageUnavailable('The registry is written too often to write a resource.')
}

type Work<T> = (context: WriteContext) => Steps<Done<T>>

interface Attempt<T> {
  readonly work: Work<T>
  readonly registry: unknown
  readonly searcher: Searcher
  readonly answers: Answers
  readonly by: WrittenBy
  readonly isLong: boolean
}

interface Storing {
  readonly tx: WriteTransaction
  readonly now: number
  readonly by: WrittenBy
}

function* storing(resource: PreparedResource, isNew: boolean, { tx, now, by }: Storing): Steps<StoredVersion> {
  if (resource.type === 'AuditEvent')
    return { ...FIRST, ...tx.recordSent(resource, now), id: resource.id, origin: resource.origin ?? undefined }
  const first =
    resource.values.length > VALUES_AT_ONCE
      ? { ...resource, values: resource.values.slice(0, VALUES_AT_ONCE) }
      : resource
  const version = isNew ? tx.add(first, now, by) : tx.write(first, now, by)
  for (let from = VALUES_AT_ONCE; from < resource.values.length; from += VALUES_AT_ONCE) {
    yield
    tx.index(version, resource.values.slice(from, from + VALUES_AT_ONCE))
  }
  return version
}

/** One attempt, from the look at the registry to the audit events. */
function* stepsOf<T>(
  { work, registry, searcher, answers, by, isLong }: Attempt<T>,
  tx: WriteTransaction,
): Steps<{ readonly value: T } | typeof CHANGED> {
  if (tx.registry() !== registry) return CHANGED
  const { deps, caller } = searcher
  const { writes } = deps
  const checks: (() => Steps<void>)[] = []
  const now = deps.clock()
  const { value, audited } = yield* work({
    ...{ tx, caller, rules: writes.rules, ports: writes, now },
    search: searchIn(tx, searcher, answers),
    resourceTypes: deps.resourceTypes,
    bases: baseUrls(deps),
    ask: (question, find) => answerTo(answers, question, find),
    store: (resource, isNew) => storing(resource, isNew, { tx, now, by }),
    later: (check) => checks.push(check),
    ...textLimit({ isLong }),
    followed: new Map(),
  })
  for (const check of checks) {
    yield* check()
    yield
  }
  for (let from = 0; from < audited.length; from += EVENTS_TOGETHER) {
    writes.audit.written(tx, audited.slice(from, from + EVENTS_TOGETHER))
    yield
  }
  return { value }
}

/** Searches in a transaction. What takes longer than a moment is a question. One that is refused uses the budget up. */
function searchIn(tx: WriteTransaction, searcher: Searcher, answers: Answers): WriteContext['search'] {
  const { budget } = searcher
  let left = MOST_SEARCHED_MS
  const within = (wanted: SearchWanted, before: FoundAhead | undefined) => {
    const begun = performance.now()
    try {
      return tx.search(wanted, { before, ms: left })
    } catch (error) {
      if (error instanceof Unanswered) throw error
      budget.left = 0
      throw asTooCostly(error)
    } finally {
      left -= performance.now() - begun
    }
  }
  return (wanted) => {
    if (left <= 0) budget.left = 0
    if (budget.left <= 0) throw tooCostly()
    const question = questionOf(wanted)
    const before = answers.get(question) as FoundAhead | undefined
    const found = within(wanted, before)
    if (found) return found
    // Asked again, it was too little: the transaction may itself take away as many matches as it has entries.
    const spare = before ? searcher.deps.writes.limits.entries : 0
    const find = () => searchedAhead(searcher, { ...wanted, limit: wanted.limit + spare })
    throw new Unanswered(answers, question, find, { isSearch: true })
  }
}
