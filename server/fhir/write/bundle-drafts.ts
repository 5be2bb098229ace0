// The resources of the entries of a Bundle, made before its transaction as far as that is possible: while a transaction runs,
// nobody else writes.
import { stepsInSlices } from '#lib/async/in-slices.ts'
import type { Steps } from '#lib/async/steps.ts'
import { unlessRefused } from '../outcome.ts'
import { addressing, isUrn, keyOf, mayBeConditional, resolving } from './bundle-references.ts'
import type { Criteria, Draft } from './change.ts'
import { parseCriteria, theMatch } from './conditional-criteria.ts'
import { judging } from './draft.ts'
import type { Entry } from './entry.ts'
import type { Planned } from './entry-change.ts'
import { at, inEntry } from './entry-failure.ts'
import type { EntryExchange } from './entry-read.ts'
import { isLongText } from './long-text.ts'
import { asNew } from './new-resource.ts'
import type { WriteContext } from './write-context.ts'

export interface Drafting {
  readonly plans: ReadonlyMap<Entry, Planned>
  /** What conditional entries and conditional references ask for. */
  readonly criteria: readonly Criteria[]
  /** About how many rows the changes write. */
  readonly rows: number
  /** True if one of the resources is long by itself. */
  readonly hasLong: boolean
  /** The addresses of entries once conditions are resolved. Call it within the transaction. */
  readonly linking: (context: WriteContext) => Steps<Linking>
}

export interface Linking {
  /** The resource of a plan; undefined if the plan stores none. */
  readonly draftOf: (plan: Planned) => Steps<Draft | undefined>
  /** Replaces references to entries, and conditional references, with addresses in the text of a resource. */
  readonly linked: (plan: Planned) => (text: string) => Steps<string>
}

interface Bundled {
  readonly exchange: EntryExchange
  readonly kind: 'transaction' | 'batch'
}

/** The rows of a change beside its index values: version, text, event, link and more. */
const ROWS_OF_A_CHANGE = 10
/** The index values of a resource that is known within the transaction only. */
const USUAL_VALUES = 20
/** A search within the transaction takes as long as so many rows. */
const ROWS_OF_A_SEARCH = 100

/**
 * Validates the resources, under the addresses that they will most likely have, and prepares new ones for storing. Rejects with
 * the FhirError of the first that is refused.
 */
export async function draftsOf(plans: readonly Planned[], { exchange, kind }: Bundled): Promise<Drafting> {
  const assumed: ReadonlyMap<string, string> = new Map(plans.flatMap((plan) => addressOf(plan, plan.newId)))
  const ahead = await stepsInSlices(draftsAhead(plans, assumed, exchange))
  // Only transactions have references between entries and conditional references (FHIR R4 http.html#brules).
  const conditional = new Set(plans.filter((plan) => kind === 'transaction' && mayBeConditional(textOf(plan))))
  const rowsOf = (plan: Planned) => {
    const values = ahead.get(plan)?.asNew?.prepared?.values
    const searching = plan.criteria || conditional.has(plan) ? ROWS_OF_A_SEARCH : 0
    return ROWS_OF_A_CHANGE + (values ? values.length / 3 : USUAL_VALUES) + searching
  }
  return {
    plans: new Map(plans.map((plan) => [plan.entry, plan])),
    criteria: await stepsInSlices(criteriaOf(plans, conditional, exchange)),
    rows: plans.reduce((sum, plan) => sum + rowsOf(plan), 0),
    hasLong: plans.some((plan) => isLongText(textOf(plan))),
    linking: (context) => linkingOf({ plans, assumed, ahead, conditional, exchange, kind }, context),
  }
}

function* draftsAhead(
  plans: readonly Planned[],
  assumed: ReadonlyMap<string, string>,
  exchange: EntryExchange,
): Steps<ReadonlyMap<Planned, Draft>> {
  const ahead = new Map<Planned, Draft>()
  for (const plan of plans) {
    if (!plan.stores) continue
    const text = yield* addressing(textOf(plan), plan.entry.fullUrl, assumed)
    ahead.set(plan, yield* inEntry(plan.entry, drafting(plan, text, exchange)))
    yield
  }
  return ahead
}

interface Ahead extends Bundled {
  readonly plans: readonly Planned[]
  readonly assumed: ReadonlyMap<string, string>
  readonly ahead: ReadonlyMap<Planned, Draft>
  readonly conditional: ReadonlySet<Planned>
}

function* linkingOf(
  { plans, assumed, ahead, conditional, exchange, kind }: Ahead,
  context: WriteContext,
): Steps<Linking> {
  const addresses = new Map(assumed)
  for (const plan of plans) {
    if (!plan.criteria) continue
    for (const [fullUrl, address] of at(plan.entry, () => foundAddress(plan, context))) addresses.set(fullUrl, address)
    yield
  }
  const areAsAssumed = [...addresses].every(([fullUrl, address]) => assumed.get(fullUrl) === address)
  const find = (type: string, query: string) => theMatch(context, conditionOf(type, query, exchange))?.id
  const links = { addresses, find: kind === 'transaction' ? find : undefined }
  const linked: Linking['linked'] = (plan) => (text) => linkedText(plan, text, links)
  return {
    linked,
    draftOf: (plan) =>
      draftOf(plan, ahead.get(plan), areAsAssumed && !conditional.has(plan) ? undefined : links, exchange),
  }
}

interface Links {
  readonly addresses: ReadonlyMap<string, string>
  readonly find: ((type: string, query: string) => string | undefined) | undefined
}

function* linkedText(plan: Planned, text: string, { addresses, find }: Links): Steps<string> {
  const own = yield* addressing(text, plan.entry.fullUrl, addresses)
  return find ? yield* resolving(own, find) : own
}

/** The draft with the addresses of its references, or as it is for those that were assumed. */
function* draftOf(
  plan: Planned,
  draft: Draft | undefined,
  links: Links | undefined,
  exchange: EntryExchange,
): Steps<Draft | undefined> {
  if (!draft || !links) return draft
  const text = yield* linkedText(plan, textOf(plan), links)
  return text === draft.text ? draft : yield* drafting(plan, text, exchange)
}

const textOf = ({ entry: { resource } }: Planned): string => resource?.text ?? ''

/** The resource of an entry with the text that it has once its references are addresses. */
function* drafting({ entry, newId }: Planned, text: string, { caller, deps }: EntryExchange): Steps<Draft> {
  const { type, method, resource } = entry
  const parsed = resource && text === resource.text ? resource.parsed : JSON.parse(text)
  const isNew = method === 'POST'
  const { profiles } = deps.writes.rules
  const draft = yield* judging({ text, parsed }, { type, mode: isNew ? 'create' : 'update', profiles })
  return isNew ? { ...draft, asNew: yield* asNew(draft, newId, caller.clientId) } : draft
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
function foundAddress(plan: Planned, context: WriteContext): readonly Address[] {
  const isNamed = plan.stores && plan.entry.fullUrl !== undefined
  const found = isNamed && plan.criteria && theMatch(context, plan.criteria)
  return found ? addressOf(plan, found.id) : []
}

const conditionOf = (type: string, query: string, { deps: { baseUrl }, begunAt }: EntryExchange): Criteria =>
  parseCriteria(query, type, { baseUrl, clock: () => begunAt })

/** What conditional entries ask for, and the conditional references in their texts, but for those that will be refused. */
function* criteriaOf(
  plans: readonly Planned[],
  conditional: ReadonlySet<Planned>,
  exchange: EntryExchange,
): Steps<readonly Criteria[]> {
  const found: Criteria[] = []
  const find = (type: string, query: string) => {
    found.push(...unlessRefused(() => [conditionOf(type, query, exchange)]))
    return type
  }
  for (const plan of plans) {
    if (plan.criteria) found.push(plan.criteria)
    if (conditional.has(plan)) yield* resolving(textOf(plan), find)
  }
  return found
}
