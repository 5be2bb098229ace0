// The write interactions as single requests: create, update, patch and delete, each also conditional (FHIR R4
// http.html#create and below). This file turns address and headers into a change; write/apply.ts carries it out.
import { stepsInSlices } from '#lib/async/in-slices.ts'
import type { Steps } from '#lib/async/steps.ts'
import { PATCH_TYPES } from '#lib/fhir/patch/media-types.ts'
import { parsingPatch } from '#lib/fhir/patch/patch.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { segment, verifyPermission, type WriteExchange, type WriteInteraction } from '../exchange.ts'
import { FhirError, notFound } from '../outcome.ts'
import type { Written } from '../result.ts'
import { answerTo } from './answer.ts'
import { apply, assertMayCreate } from './apply.ts'
import { auditedChange } from './audited-write.ts'
import { ACCEPT_PATCH, bodyText, contentType, RESOURCE_TYPES } from './body.ts'
import { type Applied, type Change, type Criteria, criteriaOf, type Draft, type Key } from './change.ts'
import { commitInSteps, type Done } from './commit.ts'
import { parseCriteria, searchFor } from './conditional-criteria.ts'
import { type Addressed, readingDraft } from './draft.ts'
import { isLongText } from './long-text.ts'
import { asNew } from './new-resource.ts'
import { patching } from './patch-body.ts'
import { ifMatchOf, ifMatchRequired, ifNoneMatchOf } from './preconditions.ts'
import { assertNoQuery, selecting } from './query.ts'
import { isRaw, rawBinary } from './raw-binary.ts'
import { budgetOf } from './searching.ts'
import { recordWrites } from './traced-write.ts'
import type { WriteContext } from './write-context.ts'

/** `POST [base]/[type]`; with If-None-Exist, a conditional create. */
export const create: WriteInteraction = async (exchange) => {
  const { deps, headers } = exchange
  const sent = headers.get('if-none-exist')
  const type = begin(exchange, sent === null ? 'c' : 'cs')
  const text = await resourceText(exchange, type)
  assertNoQuery(exchange, 'Send the criteria of a conditional create as If-None-Exist.')
  const ifNoneExist = sent === null ? undefined : parseCriteria(encoded(sent), type, deps)
  const newId = deps.random.uuid()
  const addressed = { type, mode: 'create', profiles: deps.writes.rules.profiles } as const
  const draft = await stepsInSlices(newDraft(text, addressed, { newId, clientId: exchange.caller.clientId }))
  return carryOut(exchange, { kind: 'create', type, newId, draft, ifNoneExist })
}

function* newDraft(
  text: string,
  addressed: Addressed,
  { newId, clientId }: { readonly newId: string; readonly clientId: string },
): Steps<Draft> {
  const draft = yield* readingDraft(text, addressed)
  return { ...draft, asNew: yield* asNew(draft, newId, clientId) }
}

/** The criteria are a part of a URL, in ASCII: what other octets of a header stand for is unknown (RFC 9110 §5.5). */
function encoded(criteria: string): string {
  if (/^[\x20-\x7E]*$/.test(criteria)) return criteria
  throw new FhirError(
    400,
    'invalid',
    'If-None-Exist must be encoded as in a URL: percent-encode what is not ASCII, in UTF-8.',
  )
}

/** `PUT [base]/[type]/[id]`. */
export const update: WriteInteraction = async (exchange) => {
  const type = begin(exchange, 'u')
  return updateOf(exchange, type, { id: idOf(exchange) })
}

/** `PUT [base]/[type]?[criteria]`. */
export const conditionalUpdate: WriteInteraction = async (exchange) => {
  const type = begin(exchange, 'us')
  return updateOf(exchange, type, undefined)
}

async function updateOf(exchange: WriteExchange, type: string, known: Key | undefined): Promise<Written> {
  const { deps, headers } = exchange
  const text = await resourceText(exchange, type, known && 'id' in known ? known.id : undefined)
  const key = known ?? { criteria: criteriaOfQuery(exchange, type) }
  if (known) assertNoQuery(exchange)
  assertNoIfNoneExist(headers)
  const ifMatch = ifMatchOf(headers.get('if-match'))
  const ifNoneMatch = ifNoneMatchOf(headers.get('if-none-match'))
  if ('id' in key && ifMatch === undefined && ifNoneMatch !== '*') throw ifMatchRequired()
  const { profiles } = deps.writes.rules
  const addressed = { type, mode: 'update', profiles, id: 'id' in key ? key.id : undefined } as const
  const draft = await stepsInSlices(readingDraft(text, addressed))
  return carryOut(exchange, { kind: 'update', type, key, newId: deps.random.uuid(), draft, ifMatch, ifNoneMatch })
}

/** `PATCH [base]/[type]/[id]`. */
export const patch: WriteInteraction = async (exchange) => {
  const type = begin(exchange, 'ru')
  return patchBy(exchange, type, { id: idOf(exchange) })
}

/** `PATCH [base]/[type]?[criteria]`. */
export const conditionalPatch: WriteInteraction = async (exchange) => {
  const type = begin(exchange, 'rus')
  return patchBy(exchange, type, undefined)
}

async function patchBy(exchange: WriteExchange, type: string, known: Key | undefined): Promise<Written> {
  const { deps, headers, request } = exchange
  const mediaType = contentType(headers, PATCH_TYPES, { headers: { 'accept-patch': ACCEPT_PATCH } })
  const text = await bodyText(request, deps.writes.limits.resource)
  const key = known ?? { criteria: criteriaOfQuery(exchange, type) }
  if (known) assertNoQuery(exchange)
  assertNoIfNoneExist(headers)
  const ifMatch = ifMatchOf(headers.get('if-match'))
  const ifNoneMatch = ifNoneMatchOf(headers.get('if-none-match'))
  if ('id' in key && ifMatch === undefined) throw ifMatchRequired()
  const operations = await stepsInSlices(patching(parsingPatch(mediaType, text)))
  return carryOut(exchange, { kind: 'patch', type, key, patch: operations, ifMatch, ifNoneMatch })
}

/** `DELETE [base]/[type]/[id]`. */
export const remove: WriteInteraction = async (exchange) => {
  const type = begin(exchange, 'd')
  assertNoQuery(exchange)
  return removeBy(exchange, type, { id: idOf(exchange) })
}

/** `DELETE [base]/[type]?[criteria]`: deletes at most one resource. */
export const conditionalRemove: WriteInteraction = async (exchange) => {
  const type = begin(exchange, 'ds')
  return removeBy(exchange, type, { criteria: criteriaOfQuery(exchange, type) })
}

function removeBy(exchange: WriteExchange, type: string, key: Key): Promise<Written> {
  const { headers } = exchange
  assertNoIfNoneExist(headers)
  const ifMatch = ifMatchOf(headers.get('if-match'))
  // If-Unmodified-Since alone is refused rather than ignored. A date is too coarse: several versions may fall within
  // one second.
  if (ifMatch === undefined && headers.has('if-unmodified-since')) throw ifMatchRequired()
  const ifNoneMatch = ifNoneMatchOf(headers.get('if-none-match'))
  return carryOut(exchange, { kind: 'delete', type, key, ifMatch, ifNoneMatch })
}

/**
 * The type in the address, after checking that the caller may do this with it and that the answer has a format. Throws
 * FhirError: 404, 403, 406.
 */
function begin(exchange: WriteExchange, operations: string): string {
  const type = segment(exchange, 'type')
  verifyPermission(exchange, operations, type)
  if (operations.startsWith('c')) assertMayCreate(type, exchange.caller, operations)
  exchange.negotiate()
  return type
}

/**
 * The id in the address. Throws FhirError: 404 for one that no resource can have, 400 for one with control characters.
 */
function idOf(exchange: WriteExchange): string {
  const id = segment(exchange, 'id')
  if (isResourceId(id)) return id
  throw CONTROL.test(id) ? new FhirError(400, 'invalid', 'The id in the address has control characters.') : notFound()
}

const CONTROL = /\p{Cc}/u

function resourceText(exchange: WriteExchange, type: string, id?: string): Promise<string> {
  const { headers, request, deps } = exchange
  if (isRaw(type, headers)) return rawBinary(exchange, id)
  contentType(headers, RESOURCE_TYPES)
  return bodyText(request, deps.writes.limits.resource)
}

function criteriaOfQuery({ deps, params }: WriteExchange, type: string): Criteria {
  const pairs = selecting(params).map((pair) => [...pair])
  return parseCriteria(new URLSearchParams(pairs).toString(), type, deps)
}

function assertNoIfNoneExist(headers: Headers): void {
  if (headers.has('if-none-exist'))
    throw new FhirError(400, 'invalid', 'If-None-Exist is for creating with POST; here the criteria are the query.')
}

/** Commits one change, and answers as the client prefers. */
async function carryOut(exchange: WriteExchange, change: Change): Promise<Written> {
  const { recorder } = exchange
  const criteria = criteriaOf(change)
  const applied = await recorder.check('fhir.write', () =>
    commitInSteps(exchange, (context) => done(change, exchange, context), {
      budget: budgetOf(exchange),
      foreseen: (caller) => (criteria && searchFor(criteria, caller)) ?? [],
      isLong: isLongText(change.kind === 'patch' ? change.patch : 'draft' in change ? change.draft.text : ''),
    }),
  )
  recordWrites(recorder, [applied])
  return answerTo(applied, exchange)
}

function* done(change: Change, exchange: WriteExchange, context: WriteContext): Steps<Done<Applied>> {
  const value = yield* apply(change, context)
  return { value, audited: [auditedChange(value, exchange)] }
}
