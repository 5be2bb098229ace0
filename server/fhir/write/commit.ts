// Runs changes as one transaction, with the permissions of that moment, and answers only after they are on the disk.
import { allSteps, type Steps } from '#lib/async/in-slices.ts'
import { type Answers, answerTo, replayed, Unanswered } from '#lib/async/replay.ts'
import type { AuditedWrite } from '#lib/audit/audit.ts'
import { baseUrls } from '#lib/fhir/bases.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { Caller } from '../caller.ts'
import type { WriteExchange } from '../exchange.ts'
import { FhirError } from '../outcome.ts'
import type { FoundAhead, SearchWanted, WriteTrace, WriteTransaction, WrittenBy } from '../store.ts'
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

/** The same for work of many steps. */
export async function commitInSteps<T>(
  { deps, caller, request, numbers }: Writer,
  work: Work<T>,
  { budget, foreseen, isLong }: Expected,
): Promise<T> {
  const { writes } = deps
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
    const attempted = { work, registry, searcher, answers, by: { ...numbers, clientId: caller.clientId } }
    const attempt = () =>
      isLong
        ? writes.transactInSteps((tx) => stepsOf(attempted, tx))
        : writes.transact((tx) => allSteps(stepsOf(attempted, tx)))
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
}

/** One attempt, from the look at the registry to the audit events. */
function* stepsOf<T>(
  { work, registry, searcher, answers, by }: Attempt<T>,
  tx: WriteTransaction,
): Steps<{ readonly value: T } | typeof CHANGED> {
  if (tx.registry() !== registry) return CHANGED
  const { deps, caller } = searcher
  const { writes } = deps
  const checks: (() => void)[] = []
  const now = deps.clock()
  const { value, audited } = yield* work({
    ...{ tx, caller, rules: writes.rules, ports: writes, now },
    search: searchIn(tx, searcher, answers),
    resourceTypes: deps.resourceTypes,
    bases: baseUrls(deps),
    ask: (question, find) => answerTo(answers, question, find),
    store: (resource, isNew) =>
      resource.type === 'AuditEvent'
        ? { ...FIRST, ...tx.recordSent(resource, now), id: resource.id, origin: resource.origin ?? undefined }
        : isNew
          ? tx.add(resource, now, by)
          : tx.write(resource, now, by),
    later: (check) => checks.push(check),
  })
  for (const check of checks) {
    check()
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
