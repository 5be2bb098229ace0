// Carries out the entries of a transaction, all or none: DELETE, then POST, then PUT and PATCH, then GET, whatever
// their order in the Bundle (FHIR R4 http.html#trules).

import { setImmediate as othersFirst } from 'node:timers/promises'
import { stepsInSlices } from '#lib/async/in-slices.ts'
import type { Steps } from '#lib/async/steps.ts'
import { versionReference } from '../audited.ts'
import type { Caller } from '../caller.ts'
import type { WriteExchange } from '../exchange.ts'
import { answerTo } from './answer.ts'
import { answerLimit, answerTooLong } from './answer-limit.ts'
import { apply } from './apply.ts'
import { auditedBundle, auditedChange } from './audited-write.ts'
import { type Drafting, draftsOf, type Linking } from './bundle-drafts.ts'
import type { Applied } from './change.ts'
import { claim, namedBy } from './claims.ts'
import { commitInSteps, type Done } from './commit.ts'
import { searchFor, theMatch } from './conditional-criteria.ts'
import { type Entry, isReading } from './entry.ts'
import type { EntryAnswer } from './entry-answer.ts'
import { assertAllowed, type Planned, planning } from './entry-change.ts'
import { at, inEntry } from './entry-failure.ts'
import { inOrder } from './entry-order.ts'
import { answerOfRead, type EntryExchange, type EntryRead, foreseenRead, lengthOf, readOf } from './entry-read.ts'
import { preferredReturn } from './prefer.ts'
import type { Budget } from './searching.ts'
import { recordWrites } from './traced-write.ts'
import type { WriteContext } from './write-context.ts'

/** The result of an entry, still within the transaction. */
type EntryResult = { readonly applied: Applied } | { readonly read: EntryRead }

/** The most rows that a transaction writes in one turn of the event loop: some twenty milliseconds. */
const MOST_ROWS_AT_ONCE = 4000
/** The request that the entries belong to. */
interface Whole {
  readonly exchange: WriteExchange
  readonly kind: 'transaction' | 'batch'
  /** What all searches of the Bundle may take. */
  readonly budget: Budget
}

/**
 * Carries out entries: all entries of a transaction, which may refer to each other, or a single entry of a batch.
 * Returns their answers in the order of the request. Throws the FhirError of the first failure.
 */
export async function carriedOut(entries: readonly Entry[], whole: Whole): Promise<readonly EntryAnswer[]> {
  const { kind, budget } = whole
  const exchange: EntryExchange = { ...whole.exchange, begunAt: whole.exchange.deps.clock() }
  for (const entry of entries) at(entry, () => assertAllowed(entry, exchange))
  // A reader of the log sees everything up to now.
  if (entries.some((entry) => entry.type === 'AuditEvent' && isReading(entry))) await exchange.deps.audit.flush()
  const named = namedBy(entries, exchange.deps)
  const writing = entries.filter((entry) => !isReading(entry))
  const plans = await stepsInSlices(planningEach(writing, exchange))
  const drafting = await draftsOf(plans, { exchange, kind })
  const work = (context: WriteContext) => resultsOf(entries, { named, drafting, exchange, kind }, context)
  const foreseen = (caller: Caller) => [
    ...drafting.criteria.flatMap((criteria) => searchFor(criteria, caller)),
    ...entries.flatMap((entry) => foreseenRead(entry, exchange, caller)),
  ]
  const isLong = drafting.rows > MOST_ROWS_AT_ONCE || drafting.hasLong
  const results = await commitInSteps(exchange, work, { budget, foreseen, isLong })
  if (kind === 'transaction')
    recordWrites(
      exchange.recorder,
      results.flatMap((result) => ('applied' in result ? [result.applied] : [])),
    )
  return answersOf(results, exchange)
}

function* planningEach(entries: readonly Entry[], exchange: WriteExchange): Steps<readonly Planned[]> {
  const plans: Planned[] = []
  for (const entry of entries) {
    plans.push(yield* inEntry(entry, planning(entry, exchange)))
    yield
  }
  return plans
}

/** Made one after the other: a page of a list takes a few milliseconds. */
async function answersOf(results: readonly EntryResult[], exchange: WriteExchange): Promise<readonly EntryAnswer[]> {
  const answers: EntryAnswer[] = []
  for (const result of results) {
    if ('read' in result) await othersFirst()
    answers.push('applied' in result ? answerOf(result.applied, exchange) : await answerOfRead(result.read, exchange))
  }
  return answers
}

interface Carrying extends Pick<Whole, 'kind'> {
  readonly named: ReadonlyMap<string, Entry>
  readonly drafting: Drafting
  readonly exchange: EntryExchange
}

function* resultsOf(
  entries: readonly Entry[],
  { named, drafting, exchange, kind }: Carrying,
  context: WriteContext,
): Steps<Done<readonly EntryResult[]>> {
  const results: EntryResult[] = []
  const claimed = new Map(named)
  for (const { entry, criteria } of drafting.plans.values())
    if (criteria && entry.method !== 'POST') {
      at(entry, () => claim(theMatch(context, criteria), entry, claimed))
      yield
    }
  const limit = answerLimit()
  const isShown = preferredReturn(exchange.headers) === 'representation'
  let linking: Linking | undefined
  const found = (entry: Entry): EntryResult => {
    const read = readOf(entry, exchange, context)
    if (!limit.takes(lengthOf(read))) throw answerTooLong()
    return { read }
  }
  const made = (applied: Applied): EntryResult => {
    if (isShown && !limit.takes(applied.version?.body?.length ?? 0)) throw answerTooLong()
    return { applied }
  }
  for (const entry of inOrder(entries)) {
    // After the deletions, because the criteria of creates apply to what is left.
    if (entry.method !== 'DELETE' && !isReading(entry)) linking ??= yield* drafting.linking(context)
    const plan = drafting.plans.get(entry)
    if (plan) {
      const applied = yield* inEntry(entry, changed(plan, { linking, claimed, context }))
      results[entry.index] = at(entry, () => made(applied))
    } else results[entry.index] = at(entry, () => found(entry))
    yield
  }
  // A batch passes its entries one at a time, each with its index in the Bundle.
  const value = entries.flatMap(({ index }) => results[index] ?? [])
  const changes = value.flatMap((one) => ('applied' in one ? [auditedChange(one.applied, exchange)] : []))
  return { value, audited: [...(kind === 'transaction' ? [auditedBundle(kind, exchange)] : []), ...changes] }
}

interface Changing {
  readonly linking: Linking | undefined
  readonly claimed: Map<string, Entry>
  readonly context: WriteContext
}

function* changed(plan: Planned, { linking, claimed, context }: Changing): Steps<Applied> {
  const { entry, criteria } = plan
  const own: WriteContext = { ...context, later: (check) => context.later(() => inEntry(entry, check())) }
  // A conditional create does not change its match, so the match is claimed only below.
  if (criteria && entry.method !== 'POST') claim(theMatch(context, criteria), entry, claimed)
  const draft = linking && (yield* linking.draftOf(plan))
  const applied = yield* apply(plan.change(draft, linking?.linked(plan)), own)
  claim(applied.version, entry, claimed)
  return applied
}

/** The answer to an entry that wrote. It contains the resource only if the client prefers that (conformance HDR-01). */
function answerOf(applied: Applied, exchange: WriteExchange): EntryAnswer {
  const { deps, base } = exchange
  const { version } = applied
  const written = answerTo(applied, exchange, 'minimal')
  const isOutcome = written.applied === 'OperationOutcome'
  return {
    status: written.status,
    location: version && `${deps.baseUrl}${base}/${versionReference(version)}`,
    version,
    ...(written.body === undefined ? {} : isOutcome ? { outcome: written.body } : { resource: written.body }),
  }
}
