// Carries out the entries of a transaction, all or none: DELETE, then POST, then PUT and PATCH, then GET, whatever
// their order in the Bundle (FHIR R4 http.html#trules).

import { setImmediate as othersFirst } from 'node:timers/promises'
import { inSlices } from '#lib/async/in-slices.ts'
import { versionReference } from '../audited.ts'
import type { Caller } from '../caller.ts'
import type { WriteExchange } from '../exchange.ts'
import { unlessRefused } from '../outcome.ts'
import { answerTo } from './answer.ts'
import { answerRoom, answerTooLong } from './answer-room.ts'
import { apply } from './apply.ts'
import { auditedBundle, auditedChange } from './audited-write.ts'
import { isUrn, keyOf, withAddresses, withResolved } from './bundle-references.ts'
import type { Applied, Criteria, Draft } from './change.ts'
import { claim, namedBy } from './claims.ts'
import { commit, type Done } from './commit.ts'
import { parseCriteria, searchFor, theMatch } from './criteria.ts'
import { judged } from './draft.ts'
import { type Entry, isReading } from './entry.ts'
import type { EntryAnswer } from './entry-answer.ts'
import { assertAllowed, type Planned, plannedOf } from './entry-change.ts'
import { at } from './entry-failure.ts'
import { inOrder } from './entry-order.ts'
import { answerOfRead, type EntryExchange, type EntryRead, foreseenRead, lengthOf, readOf } from './entry-read.ts'
import { asNew } from './new-resource.ts'
import { preferredReturn } from './prefer.ts'
import type { Budget } from './searching.ts'
import { recordWrites } from './traced-write.ts'
import type { Unit } from './unit.ts'

/** The result of an entry, still within the transaction. */
type EntryResult = { readonly applied: Applied } | { readonly read: EntryRead }

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
  const named = namedBy(entries, exchange.deps)
  const writing = entries.filter((entry) => !isReading(entry))
  const plans = await inSlices(writing, (entry) => at(entry, () => plannedOf(entry, exchange)))
  const drafting = await draftsOf(plans, { exchange, kind })
  const work = (unit: Unit): Done<readonly EntryResult[]> => {
    const made = resultsOf(entries, { named, drafting, exchange }, unit)
    const changes = made.flatMap((one) => ('applied' in one ? [auditedChange(one.applied, exchange)] : []))
    return { value: made, audited: [...(kind === 'transaction' ? [auditedBundle(kind, exchange)] : []), ...changes] }
  }
  const foreseen = (caller: Caller) => [
    ...drafting.criteria().flatMap((criteria) => searchFor(criteria, caller)),
    ...entries.flatMap((entry) => foreseenRead(entry, exchange, caller)),
  ]
  const results = await commit(exchange, work, { budget, foreseen })
  if (kind === 'transaction')
    recordWrites(
      exchange.recorder,
      results.flatMap((result) => ('applied' in result ? [result.applied] : [])),
    )
  return answersOf(results, exchange)
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

interface Carrying {
  readonly named: ReadonlyMap<string, Entry>
  readonly drafting: Drafting
  readonly exchange: EntryExchange
}

function resultsOf(
  entries: readonly Entry[],
  { named, drafting, exchange }: Carrying,
  unit: Unit,
): readonly EntryResult[] {
  const results: EntryResult[] = []
  const claimed = new Map(named)
  for (const { entry, criteria } of drafting.plans.values())
    if (criteria && entry.method !== 'POST') at(entry, () => claim(theMatch(unit, criteria), entry, claimed))
  const room = answerRoom()
  const isShown = preferredReturn(exchange.headers) === 'representation'
  let linking: Linking | undefined
  for (const entry of inOrder(entries)) {
    const own: Unit = { ...unit, later: (check) => unit.later(() => at(entry, check)) }
    at(entry, () => {
      const plan = drafting.plans.get(entry)
      if (!plan) {
        const read = readOf(entry, exchange, unit)
        if (!room.takes(lengthOf(read))) throw answerTooLong()
        results[entry.index] = { read }
        return
      }
      // After the deletions, because the criteria of creates apply to what is left.
      if (entry.method !== 'DELETE') linking ??= drafting.linking(unit)
      // A conditional create does not change its match, so the match is claimed only below.
      if (plan.criteria && entry.method !== 'POST') claim(theMatch(unit, plan.criteria), entry, claimed)
      const applied = apply(plan.change(linking?.draftOf(plan), linking?.linked(plan)), own)
      claim(applied.version, entry, claimed)
      if (isShown && !room.takes(applied.version?.body?.length ?? 0)) throw answerTooLong()
      results[entry.index] = { applied }
    })
  }
  // A batch passes its entries one at a time, each with its index in the Bundle.
  return entries.flatMap(({ index }) => results[index] ?? [])
}

interface Drafting {
  readonly plans: ReadonlyMap<Entry, Planned>
  /** What conditional entries and conditional references ask for. */
  readonly criteria: () => readonly Criteria[]
  /** The addresses of entries once conditions are resolved. Call it within the transaction. */
  readonly linking: (unit: Unit) => Linking
}

interface Linking {
  /** The resource of a plan; undefined if the plan stores none. */
  readonly draftOf: (plan: Planned) => Draft | undefined
  /** Replaces references to entries, and conditional references, with addresses in the text of a resource. */
  readonly linked: (plan: Planned) => (text: string) => string
}

/**
 * Validates the resources before the transaction starts, under the addresses that they will most likely have, and prepares
 * new ones for storing: while it runs, nobody else writes.
 */
async function draftsOf(
  plans: readonly Planned[],
  { exchange, kind }: Pick<Whole, 'kind'> & { readonly exchange: EntryExchange },
): Promise<Drafting> {
  const { clientId } = exchange.caller
  const { profiles } = exchange.deps.writes.rules
  const known = new Map<Planned, Draft>()
  const drafted = (plan: Planned, text: string): Draft => {
    const before = known.get(plan)
    if (before?.text === text) return before
    const { type, method, resource } = plan.entry
    const parsed = resource && text === resource.text ? resource.parsed : JSON.parse(text)
    const isNew = method === 'POST'
    const judgedOne = judged({ text, parsed }, { type, mode: isNew ? 'create' : 'update', profiles })
    const draft = isNew ? { ...judgedOne, asNew: asNew(judgedOne, plan.newId, clientId) } : judgedOne
    known.set(plan, draft)
    return draft
  }
  const assumed = new Map(plans.flatMap((plan) => addressOf(plan, plan.newId)))
  await inSlices(
    plans.filter(({ stores }) => stores),
    (plan) =>
      at(plan.entry, () => drafted(plan, withAddresses(plan.entry.resource?.text ?? '', plan.entry.fullUrl, assumed))),
  )
  return {
    plans: new Map(plans.map((plan) => [plan.entry, plan])),
    criteria: () =>
      plans.flatMap(({ criteria, entry }) => [
        ...(criteria ? [criteria] : []),
        ...(kind === 'transaction' ? conditionsIn(entry.resource?.text ?? '', exchange) : []),
      ]),
    linking: (unit) => {
      const addresses = new Map(assumed)
      for (const plan of plans)
        for (const [fullUrl, address] of at(plan.entry, () => foundAddress(plan, unit))) addresses.set(fullUrl, address)
      const linked =
        ({ entry }: Planned) =>
        (text: string) => {
          const addressed = withAddresses(text, entry.fullUrl, addresses)
          // Only transactions have references between entries and conditional references (FHIR R4 http.html#brules).
          return kind === 'transaction' ? resolved(addressed, exchange, unit) : addressed
        }
      const draftOf = (plan: Planned) =>
        plan.stores ? drafted(plan, linked(plan)(plan.entry.resource?.text ?? '')) : undefined
      return { draftOf, linked }
    },
  }
}

type Address = readonly [fullUrl: string, address: string]

/**
 * `newId` is the id of the resource that the entry creates. A fullUrl that already is the address of a resource stays
 * unchanged.
 */
function addressOf({ entry: { fullUrl, type, id } }: Planned, newId: string): readonly Address[] {
  if (fullUrl === undefined || (id !== undefined && !isUrn(fullUrl))) return []
  return [[keyOf(fullUrl), `${type}/${id ?? newId}`]]
}

/** The address of the stored resource that a conditional entry matches. */
function foundAddress(plan: Planned, unit: Unit): readonly Address[] {
  const isNamed = plan.stores && plan.entry.fullUrl !== undefined
  const found = isNamed && plan.criteria && theMatch(unit, plan.criteria)
  return found ? addressOf(plan, found.id) : []
}

const resolved = (text: string, exchange: EntryExchange, unit: Unit): string =>
  withResolved(text, (type, query) => theMatch(unit, conditionOf(type, query, exchange))?.id)

const conditionOf = (type: string, query: string, { deps: { baseUrl }, begunAt }: EntryExchange): Criteria =>
  parseCriteria(query, type, { baseUrl, clock: () => begunAt })

/** The criteria of the conditional references in a text, but for those that will be refused. */
function conditionsIn(text: string, exchange: EntryExchange): readonly Criteria[] {
  const found: Criteria[] = []
  withResolved(text, (type, query) => {
    found.push(...unlessRefused(() => [conditionOf(type, query, exchange)]))
    return type
  })
  return found
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
