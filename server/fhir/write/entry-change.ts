// Turns a Bundle entry into the change that it asks for, with the same checks as a single request.
import type { Steps } from '#lib/async/steps.ts'
import { JSON_PATCH } from '#lib/fhir/patch/media-types.ts'
import { type ParsedPatch, parsingPatch } from '#lib/fhir/patch/patch.ts'
import { verifyPermission, type WriteExchange } from '../exchange.ts'
import { FhirError } from '../outcome.ts'
import { assertMayCreate } from './apply.ts'
import type { Change, Criteria, Draft, JsonObject, Key, ResourceObject } from './change.ts'
import { parseCriteria } from './conditional-criteria.ts'
import { assertId, judging } from './draft.ts'
import type { Entry } from './entry.ts'
import { patching } from './patch-body.ts'
import { ifMatchOf, ifMatchRequired, ifNoneMatchOf } from './preconditions.ts'

/** The letters of `cruds` that an entry needs. */
export function lettersOf({ method, query, ifNoneExist, id }: Entry): string {
  const isConditional = id === undefined && (query !== undefined || ifNoneExist !== undefined)
  switch (method) {
    case 'GET':
    case 'HEAD':
      return id === undefined ? 's' : 'r'
    case 'POST':
      return isConditional ? 'cs' : 'c'
    case 'PUT':
      return isConditional ? 'us' : 'u'
    case 'PATCH':
      return isConditional ? 'rus' : 'ru'
    case 'DELETE':
      return isConditional ? 'ds' : 'd'
  }
}

/** Throws FhirError 404 or 403 unless the caller may do this with the type, whatever is stored. */
export function assertAllowed(entry: Entry, exchange: WriteExchange): void {
  const { type, method } = entry
  if (type === 'AuditEvent' && method !== 'POST' && method !== 'GET' && method !== 'HEAD')
    throw new FhirError(405, 'not-supported', 'An AuditEvent is never changed.')
  const letters = lettersOf(entry)
  verifyPermission(exchange, letters, type)
  if (method === 'POST') assertMayCreate(type, exchange.caller, letters)
}

/** An entry that writes. Its resource may still need the addresses of other entries. */
export interface Planned {
  readonly entry: Entry
  /** The id for a new resource, if the entry creates one. */
  readonly newId: string
  /** The criteria of a conditional entry. */
  readonly criteria?: Criteria | undefined
  /** True if the change stores the resource of the entry. */
  readonly stores: boolean
  /**
   * The change. `draft` is required if the entry stores a resource; `links` replaces references in the result of a
   * patch.
   */
  readonly change: (draft: Draft | undefined, links?: (text: string) => Steps<string>) => Change
}

/** The plan for an entry that writes, in steps. Throws FhirError with the expression of the invalid member. */
export function* planning(entry: Entry, exchange: WriteExchange): Steps<Planned> {
  const { deps } = exchange
  const { index, method, type } = entry
  const at = `Bundle.entry[${index}].request`
  const newId = deps.random.uuid()
  assertType(entry)
  if (entry.ifNoneExist !== undefined && method !== 'POST')
    throw new FhirError(400, 'invalid', 'ifNoneExist is only for POST.', { expression: `${at}.ifNoneExist` })
  if (method === 'POST') {
    const ifNoneExist = entry.ifNoneExist === undefined ? undefined : parseCriteria(entry.ifNoneExist, type, deps)
    const change = (draft: Draft | undefined): Change => ({
      kind: 'create',
      type,
      newId,
      draft: complete(draft),
      ifNoneExist,
    })
    return { entry, newId, criteria: ifNoneExist, stores: true, change }
  }
  const key: Key =
    entry.id === undefined ? { criteria: parseCriteria(entry.query ?? '', type, deps) } : { id: entry.id }
  const criteria = 'criteria' in key ? key.criteria : undefined
  const ifMatch = ifMatchOf(entry.ifMatch, `${at}.ifMatch`)
  const ifNoneMatch = ifNoneMatchOf(entry.ifNoneMatch, `${at}.ifNoneMatch`)
  if (method === 'DELETE') {
    const change = (): Change => ({ kind: 'delete', type, key, ifMatch, ifNoneMatch })
    return { entry, newId, criteria, stores: false, change }
  }
  const createsOnly = method === 'PUT' && ifNoneMatch === '*'
  if ('id' in key && ifMatch === undefined && !createsOnly) throw ifMatchRequired(`${at}.ifMatch`)
  if (method === 'PATCH') {
    const patch = yield* patchIn(entry)
    const change: Planned['change'] = (_, links) => ({ kind: 'patch', type, key, patch, ifMatch, ifNoneMatch, links })
    return { entry, newId, criteria, stores: false, change }
  }
  if ('id' in key) assertId(entry.resource?.parsed ?? {}, type, key.id)
  const change = (draft: Draft | undefined): Change => {
    return { kind: 'update', type, key, newId, draft: complete(draft), ifMatch, ifNoneMatch }
  }
  return { entry, newId, criteria, stores: true, change }
}

function complete(draft: Draft | undefined): Draft {
  if (!draft) throw new Error('An entry that stores a resource needs one')
  return draft
}

/**
 * Checks that the resource of an entry has the type in its url, and that a patch is Parameters, or JSON Patch in a
 * Binary.
 */
function assertType({ method, type, resource, index }: Entry): void {
  if (!resource) return
  const { resourceType } = resource.parsed
  const expression = `Bundle.entry[${index}].resource`
  if (method === 'PATCH') {
    if (resourceType === 'Parameters' || resourceType === 'Binary') return
    throw new FhirError(
      400,
      'structure',
      'A patch in a Bundle must be Parameters (FHIRPath Patch), or a Binary with a JSON Patch.',
      { expression },
    )
  }
  if (resourceType === type) return
  throw new FhirError(400, 'invalid', `The resource must be a ${type}, as in the url.`, { expression })
}

function* patchIn({ resource, index }: Entry): Steps<ParsedPatch> {
  const { parsed, text } = resource ?? { parsed: {} as JsonObject, text: '' }
  if (parsed['resourceType'] === 'Parameters') return yield* patching(parsingPatch('application/fhir+json', text))
  yield* judging({ parsed: parsed as ResourceObject, text }, { type: 'Binary', mode: 'create', profiles: 'off' })
  const { contentType, data } = parsed
  if (mediaType(String(contentType)) !== JSON_PATCH)
    throw new FhirError(400, 'not-supported', `The contentType of a Binary that is a patch must be ${JSON_PATCH}.`)
  if (data === undefined)
    throw new FhirError(400, 'required', 'A Binary that is a patch needs data: the patch, in base64.', {
      expression: `Bundle.entry[${index}].resource.data`,
    })
  return yield* patching(parsingPatch(JSON_PATCH, Buffer.from(String(data), 'base64').toString('utf8')))
}

/** A media type without its parameters. */
const mediaType = (contentType: string): string => contentType.replace(/;.*$/s, '').trim().toLowerCase()
