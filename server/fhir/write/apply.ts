// The one entrance for every write: both single requests and Bundle entries call these functions, within a transaction.
// In this order, they decide who may write, on which version, and whether the result may be stored (conformance CRE,
// UPD, PAT, DEL, CON).
import type { Steps } from '#lib/async/steps.ts'
import { applying } from '#lib/fhir/patch/patch.ts'
import { preparing, sameContent } from '#lib/fhir/prepared-resource.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { withId } from '#lib/fhir/resource-text.ts'
import { forbidden, may } from '../authorize.ts'
import { FhirError, gone, notFound, nothingToUpdate, refusalOf } from '../outcome.ts'
import { seenBy } from '../secret-headers.ts'
import type { StoredVersion } from '../store.ts'
import type { Applied, Change, Draft, Preconditions, ResourceObject } from './change.ts'
import { assertMeets, theMatch } from './conditional-criteria.ts'
import { assertFit, assertId, judgingPatch } from './draft.ts'
import { asNew } from './new-resource.ts'
import { withStoredOrigin, withText } from './origin.ts'
import { patching } from './patch-body.ts'
import { assertCurrent, assertNoneMatches, ifMatchRequired } from './preconditions.ts'
import { assertUnreferenced, findingReferences } from './references.ts'
import { assertDeletable, laterProblems, ruleProblems, toStore } from './rules/rules.ts'
import type { WriteContext } from './write-context.ts'

type Of<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>

/** Applies one change. Throws FhirError; the transaction must then be rolled back. */
export function* apply(change: Change, context: WriteContext): Steps<Applied> {
  switch (change.kind) {
    case 'create':
      return yield* create(change, context)
    case 'update':
      return yield* update(change, context)
    case 'patch':
      return yield* patch(change, context)
    case 'delete':
      return remove(change, context)
  }
}

function* create(change: Of<'create'>, context: WriteContext): Steps<Applied> {
  const { ifNoneExist, newId, draft } = change
  const there = ifNoneExist && theMatch(context, ifNoneExist)
  if (there) return { change, outcome: 'found', version: there, warnings: [] }
  const version = yield* storeNew(draft, newId, context)
  if (ifNoneExist) assertMeets(context, ifNoneExist, version)
  return { change, outcome: 'created', version, warnings: [] }
}

function* update(change: Of<'update'>, context: WriteContext): Steps<Applied> {
  const { key, type, draft } = change
  const stored = target(change, context)
  if (!stored) return yield* createByUpdate(change, context)
  if ('criteria' in key && draft.parsed['id'] !== undefined) assertId(draft.parsed, type, stored.id)
  assertVersion(change, stored, context)
  const whole = draft.parsed['id'] === undefined ? withText(draft, withId(draft.text, stored.id)) : draft
  yield
  const before = contentBefore(stored, context)
  yield
  const version = yield* replace(withStoredOrigin(whole, stored, before), stored, before, context)
  if ('criteria' in key) assertMeets(context, key.criteria, version)
  const outcome = version === stored ? 'unchanged' : stored.deleted ? 'created' : 'updated'
  return { change, outcome, version, statusBefore: before?.['status'], warnings: [] }
}

/**
 * A conditional update without a match creates a resource (FHIR R4 http.html#cond-update). Only the server chooses ids.
 */
function* createByUpdate(change: Of<'update'>, context: WriteContext): Steps<Applied> {
  const { key, draft, newId, ifMatch, ifNoneMatch } = change
  if (!('criteria' in key)) throw ifNoneMatch === '*' ? ifMatchRequired() : nothingToUpdate()
  // The version that the writer read is gone, or no longer meets the criteria (RFC 9110 §13.1.1). Creating another
  // resource would make a duplicate.
  if (ifMatch !== undefined)
    throw new FhirError(
      412,
      'conflict',
      'Nothing meets the criteria, so the version in If-Match does not exist: leave If-Match out to create a resource.',
    )
  if (draft.parsed['id'] !== undefined)
    throw new FhirError(
      404,
      'not-found',
      'Nothing meets the criteria, and this server assigns the ids of new resources: leave the id out to create one.',
    )
  const version = yield* storeNew(draft, newId, context)
  assertMeets(context, key.criteria, version)
  return { change, outcome: 'created', version, warnings: [] }
}

function* patch(change: Of<'patch'>, context: WriteContext): Steps<Applied> {
  const { type, patch: operations, links } = change
  const stored = target(change, context)
  if (!stored) throw notFound()
  if (stored.body === undefined) throw gone(stored.versionId)
  if (!mayRead(stored, context)) throw forbidden(type, 'ru')
  assertVersion(change, stored, context)
  // A test operation reveals content, so the patch applies to what its client may see.
  const { body = stored.body } = seenBy(stored, context.caller)
  context.worksOn(body)
  const { growsTo } = context
  const { text, narrativeDropped } = yield* patching(applying({ text: body, patch: operations, growsTo }))
  const warnings = narrativeDropped
    ? ['The narrative was generated from the resource before this patch, and was removed.']
    : []
  if (text === body) return { change, outcome: 'unchanged', version: stored, warnings: [] }
  yield
  const linked = links ? yield* links(text) : text
  const draft = yield* judgingPatch(linked, body, { type, mode: 'update', profiles: context.rules.profiles })
  const before = contentBefore(stored, context)
  yield
  const version = yield* replace(draft, stored, before, context)
  return {
    change,
    outcome: version === stored ? 'unchanged' : 'updated',
    version,
    statusBefore: before?.['status'],
    warnings,
  }
}

function remove(change: Of<'delete'>, context: WriteContext): Applied {
  const { type, key } = change
  const stored = target(change, context)
  if (!stored) {
    if ('criteria' in key) return { change, outcome: 'absent', version: undefined, warnings: [] }
    throw notFound()
  }
  // Repeating a deletion has no effect (FHIR R4 http.html#delete), whichever version the first writer had read.
  if (stored.deleted) return { change, outcome: 'unchanged', version: stored, warnings: [] }
  assertPreconditions(change, stored, context)
  assertDeletable(stored, context)
  const version = context.tx.bury(type, stored.id, context.now)
  context.later(() => unreferenced(stored, context))
  return { change, outcome: 'deleted', version, warnings: [] }
}

function* unreferenced(stored: StoredVersion, context: WriteContext): Steps<void> {
  yield
  assertUnreferenced(stored, context)
}

/** The permission that each kind of change needs on the stored resource. */
const LETTER = { update: 'u', patch: 'u', delete: 'd' } as const

/**
 * The newest version of the resource to change, including a deletion. Undefined if there is none, or if the caller may
 * neither see nor change it. Throws FhirError: 403 if the caller may only read it or find it by the criteria, 412 for
 * several matches.
 */
function target(
  { kind, type, key }: Of<'update' | 'patch' | 'delete'>,
  context: WriteContext,
): StoredVersion | undefined {
  const stored = 'criteria' in key ? theMatch(context, key.criteria) : byId(type, key.id, context)
  if (!stored || may(context.caller, LETTER[kind], stored)) return stored
  if (mayRead(stored, context)) throw forbidden(type, LETTER[kind], stored.origin)
  if ('criteria' in key) throw forbidden(type, LETTER[kind])
  return undefined
}

const byId = (type: string, id: string, { tx }: WriteContext) => (isResourceId(id) ? tx.current(type, id) : undefined)

const mayRead = (stored: StoredVersion, { caller }: WriteContext): boolean => may(caller, 'r', stored)

/** Throws FhirError 412 if a precondition in the request is false (RFC 9110 §13.2.2). */
function assertPreconditions(
  { ifMatch, ifNoneMatch }: Preconditions,
  stored: StoredVersion,
  context: WriteContext,
): void {
  if (ifMatch !== undefined) assertCurrent(ifMatch, stored, mayRead(stored, context))
  assertNoneMatches(ifNoneMatch, stored)
}

/** The same, for changes that must name the version that was read. */
function assertVersion(change: Preconditions, stored: StoredVersion, context: WriteContext): void {
  assertPreconditions(change, stored, context)
  if (change.ifMatch === undefined) throw ifMatchRequired()
}

/** Throws FhirError 403 unless the caller may create resources of its own. */
export function assertMayCreate(type: string, caller: WriteContext['caller'], operations = 'c'): void {
  if (!may(caller, 'c', { type, origin: caller.clientId })) throw forbidden(type, operations)
}

/** Stores a draft as a new resource. The server assigns its id and origin. */
function* storeNew(draft: Draft, id: string, context: WriteContext): Steps<StoredVersion> {
  const type = String(draft.parsed['resourceType'])
  assertMayCreate(type, context.caller)
  const { clientId } = context.caller
  return yield* store(
    asStored(yield* asNew(draft, id, clientId), undefined, context),
    undefined,
    { type, id, origin: clientId },
    context,
  )
}

/** Stores a draft as the successor of a version. Returns the version itself if nothing would change. */
function* replace(
  draft: Draft,
  stored: StoredVersion,
  before: ResourceObject | undefined,
  context: WriteContext,
): Steps<StoredVersion> {
  const next = asStored(draft, before, context)
  if (stored.body !== undefined && sameContent(next.text, stored.body)) return stored
  yield
  return yield* store(next, before, stored, context)
}

/** A draft with the changes that its resource type makes before storing. */
function asStored(draft: Draft, before: ResourceObject | undefined, context: WriteContext): Draft {
  return withText(draft, toStore(draft.text, draft.parsed, before, context))
}

/** `where` identifies the resource: its newest version, or only the id and origin of a new one. */
function* store(
  { text, parsed, unfit, prepared }: Draft,
  before: ResourceObject | undefined,
  where: Pick<StoredVersion, 'type' | 'id' | 'origin'> & { readonly deleted?: boolean },
  context: WriteContext,
): Steps<StoredVersion> {
  const { type, id, origin } = where
  const written = { type, id, origin, parsed, before }
  assertFit([...unfit, ...ruleProblems(written, context)])
  const resource = prepared?.text === text ? prepared : yield* preparing({ type, id, text, parsed })
  const version = yield* context.store(resource, where.deleted === undefined)
  context.later(() => fitting(written, where.deleted === true, context))
  return version
}

/** Checks what was written once all changes are made. */
function* fitting(
  written: Parameters<typeof laterProblems>[0],
  wasDeleted: boolean,
  context: WriteContext,
): Steps<void> {
  const { type, parsed, before } = written
  // A deleted resource may refer to resources that are gone by now, so bringing it back checks all its references.
  const lost = yield* findingReferences({ type, parsed, before: wasDeleted ? undefined : before }, context)
  if (lost.length > 0) throw refusalOf(422, lost)
  assertFit(laterProblems(written, context))
}

/**
 * The content of a version. For a deletion, the content that was deleted, so that restoring it cannot bypass the rules.
 */
function contentBefore(
  { type, id, versionId, body }: StoredVersion,
  { tx, worksOn }: WriteContext,
): ResourceObject | undefined {
  const text = body ?? tx.version(type, id, versionId - 1)?.body
  if (text === undefined) return undefined
  worksOn(text)
  return JSON.parse(text) as ResourceObject
}
