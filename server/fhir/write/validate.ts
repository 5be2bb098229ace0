// $validate (FHIR R4 resource-operation-validate.html): reports what is wrong with a resource and, for a mode, every reason
// to refuse that write. It writes nothing.
import type { Maybe } from '#lib/async/maybe.ts'
import { type Answers, replayed, Unanswered } from '#lib/async/replay.ts'
import { baseUrls } from '#lib/fhir/bases.ts'
import { outcomeText } from '#lib/fhir/operation-outcome.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { information } from '#lib/fhir/validation/information.ts'
import { MOST_PROBLEMS } from '#lib/fhir/validation/problem.ts'
import { validate } from '#lib/fhir/validation/validate.ts'
import { versionReference } from '../audited.ts'
import { reachOf, sees } from '../authorize.ts'
import {
  type Exchange,
  type Interaction,
  segment,
  verifyPermission,
  type WriteExchange,
  type WriteInteraction,
} from '../exchange.ts'
import { type FhirIssue, gone, issueOf, notFound } from '../outcome.ts'
import type { ResourceStore, StoredVersion, WriteTransaction } from '../store.ts'
import { bodyText, contentType, RESOURCE_TYPES } from './body.ts'
import type { ResourceObject } from './change.ts'
import { parsedResource } from './draft.ts'
import { referenceProblems } from './references.ts'
import { rehearsed } from './rehearsal.ts'
import { askedIn, textWithin, type Wanted, wantedOf } from './validate-request.ts'

/**
 * `POST [base]/[type]/$validate` and `POST [base]/[type]/[id]/$validate`, with a resource or with Parameters that
 * contain one; `POST [base]/$validate`, with a resource that names its type.
 */
export const validateSent: WriteInteraction = async (exchange) => {
  const { deps, request, headers, path } = exchange
  exchange.auditedAs('operation')
  if (path['type'] !== undefined) assertWriter(exchange, path['type'])
  exchange.negotiate()
  contentType(headers, RESOURCE_TYPES)
  const { parsed: sent, text } = parsedResource(await bodyText(request, deps.writes.limits.resource))
  const wanted = wantedOf(sent, exchange)
  const type = path['type'] ?? String(wanted.resource?.resourceType)
  if (path['type'] === undefined) assertWriter(exchange, type)
  const judged = { ...wanted, type, id: path['id'], text: sent === wanted.resource ? text : textWithin(text) }
  return { status: 200, body: await toldOf(judged, exchange) }
}

/** Throws FhirError 404 or 403 unless the caller may create resources of the type, or update some. */
function assertWriter(exchange: WriteExchange, type: string): void {
  verifyPermission(exchange, reachOf(exchange.caller, 'c', type) ? 'c' : 'u', type)
}

/** `GET [base]/[type]/[id]/$validate`: validates the stored resource. */
export const validateStored: Interaction = async (exchange) => {
  const { resources } = exchange.deps
  const type = segment(exchange, 'type')
  const id = segment(exchange, 'id')
  const visibility = verifyPermission(exchange, 'r', type)
  const asked = askedIn(exchange)
  const current = isResourceId(id) ? await resources.readCurrent(type, id) : undefined
  if (!current || !sees(visibility, current)) throw notFound()
  if (current.body === undefined) throw gone(current.versionId)
  const judged = { ...asked, type, id, resource: JSON.parse(current.body) as ResourceObject, text: current.body }
  return { body: await toldOf(judged, exchange), freshness: 'never', shown: [versionReference(current)] }
}

interface Judged extends Wanted {
  readonly type: string
  readonly id: string | undefined
  readonly text: string | undefined
}

type Context = Pick<Exchange, 'deps' | 'caller' | 'request'>

/** All problems of a resource, and what was not checked, as an OperationOutcome. */
async function toldOf(judged: Judged, exchange: Context): Promise<string> {
  const { mode, profile } = judged
  const resource = judged.resource && claiming(judged.resource, profile)
  const problems = await problemsOf({ ...judged, resource }, exchange)
  const notes = resource && mode !== 'delete' ? information(resource, exchange.deps.writes.rules.profiles) : []
  const all = [
    ...problems.map((problem) => issueOf(placedIn(judged.resource, problem))),
    ...notes.map((note) => {
      const { severity, code, diagnostics, expression } = placedIn(judged.resource, note)
      return { severity, code, text: TEXTS[severity], diagnostics, at: expression }
    }),
  ]
  const nothing = { severity: 'information' as const, code: 'informational', text: 'No problems found' }
  return outcomeText(...(all.length > 0 ? all : [nothing]))
}

const TEXTS = { information: 'Not checked', warning: 'Not advised' } as const

/** Without a mode only what R4 and the profiles say of the resource itself; a deletion looks at no content. */
async function problemsOf(
  { type, id, resource, text, mode }: Judged,
  exchange: Context,
): Promise<readonly FhirIssue[]> {
  const { deps, caller } = exchange
  const { rules } = deps.writes
  const own = resource?.['id']
  const write = { type, id: id ?? (typeof own === 'string' ? own : undefined), resource }
  if (mode === 'delete') return rehearsed({ ...write, mode }, exchange)
  if (!resource) return []
  const judging = { profiles: rules.profiles, mode, lookup: () => undefined }
  const unfit = validate({ type, parsed: resource, text }, judging)
  if (unfit.some(({ status }) => status === 400)) return unfit
  if (mode !== undefined) return [...unfit, ...(await rehearsed({ ...write, mode }, exchange))]
  const following = { caller, rules: { ...rules, integrity: false }, resourceTypes: deps.resourceTypes }
  const answers: Answers = new Map()
  const tx = readingBy(deps.resources, answers)
  const misfits = await replayed(
    async () =>
      referenceProblems({ type, parsed: resource, before: undefined }, { ...following, bases: baseUrls(deps), tx }),
    answers,
  )
  return [...unfit, ...misfits].slice(0, MOST_PROBLEMS)
}

/** What a transaction reads, as of now: at once, or as a question where the storage takes its time. */
function readingBy(
  { readCurrent, readVersion }: Pick<ResourceStore, 'readCurrent' | 'readVersion'>,
  answers: Answers,
): Pick<WriteTransaction, 'current' | 'version'> {
  const answer = (question: string, find: () => Maybe<StoredVersion | undefined>): StoredVersion | undefined => {
    if (answers.has(question)) return answers.get(question) as StoredVersion | undefined
    const found = find()
    if (found instanceof Promise) throw new Unanswered(answers, question, () => found)
    return found
  }
  return {
    current: (type, id) => answer(`${type}/${id}`, () => readCurrent(type, id)),
    version: (type, id, version) => answer(`${type}/${id}/${version}`, () => readVersion(type, id, version)),
  }
}

/** The resource, claiming a profile. */
function claiming(resource: ResourceObject, profile: string | undefined): ResourceObject {
  const claimed = claimsOf(resource)
  if (profile === undefined || claimed === undefined || claimed.includes(profile)) return resource
  return { ...resource, meta: { ...(resource['meta'] as object | undefined), profile: [...claimed, profile] } }
}

/** The profiles in a resource; undefined when what is there is no list. */
function claimsOf(resource: ResourceObject): readonly unknown[] | undefined {
  const { profile = [] } = (resource['meta'] ?? {}) as { readonly profile?: unknown }
  return Array.isArray(profile) ? profile : undefined
}

/** An issue about a profile that only the request names is one of the resource as it came. */
function placedIn<Told extends Pick<FhirIssue, 'expression' | 'diagnostics'>>(
  resource: ResourceObject | undefined,
  told: Told,
): Told {
  const claims = resource && claimsOf(resource)?.length
  if (resource === undefined || claims === undefined) return told
  const { resourceType } = resource
  const asked = `${resourceType}.meta.profile`
  if (told.expression !== `${asked}[${claims}]` && (claims > 0 || told.expression !== asked)) return told
  const diagnostics = told.diagnostics.replace(told.expression, 'The profile of the request')
  return { ...told, expression: resourceType, diagnostics }
}
