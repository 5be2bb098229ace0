// $validate (FHIR R4 resource-operation-validate.html): reports every reason to refuse a write of the resource, and
// writes nothing.
import { baseUrls } from '#lib/fhir/bases.ts'
import { items, members, skipSpace } from '#lib/fhir/json-text.ts'
import { outcomeText } from '#lib/fhir/operation-outcome.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { originsIn } from '#lib/fhir/resource-origin.ts'
import { information } from '#lib/fhir/validation/information.ts'
import { validate } from '#lib/fhir/validation/validate.ts'
import { versionReference } from '../audited.ts'
import { may, reachOf, sees } from '../authorize.ts'
import {
  type Exchange,
  type Interaction,
  segment,
  verifyPermission,
  type WriteExchange,
  type WriteInteraction,
} from '../exchange.ts'
import { FhirError, type FhirIssue, gone, issueOf, notFound } from '../outcome.ts'
import { bodyText, contentType, RESOURCE_TYPES } from './body.ts'
import type { JsonObject, ResourceObject } from './change.ts'
import { commit } from './commit.ts'
import { parsedResource } from './draft.ts'
import { originMisfits } from './origin.ts'
import { selecting } from './query.ts'
import { referenceProblems } from './references.ts'
import { laterProblems, ruleProblems, sentProblems } from './rules/rules.ts'
import type { Unit } from './unit.ts'

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
  const type = path['type'] ?? wanted.resource.resourceType
  if (path['type'] === undefined) assertWriter(exchange, type)
  const resource = claiming(wanted.resource, wanted.profile)
  const mode = path['id'] === undefined ? wanted.mode : 'update'
  const { profiles } = deps.writes.rules
  const judged = { type, parsed: resource, text: sent === wanted.resource ? text : textWithin(text) }
  const unfit = validate(judged, { profiles, mode, lookup: () => undefined })
  const problems = unfit.some(({ status }) => status === 400)
    ? unfit
    : [...unfit, ...(await rehearsed(exchange, (unit) => problemsOf({ resource, type, mode }, exchange, unit)))]
  return { status: 200, body: toldOf(problems, resource, exchange) }
}

/** Throws FhirError 404 or 403 unless the caller may create resources of the type, or update some. */
function assertWriter(exchange: WriteExchange, type: string): void {
  verifyPermission(exchange, reachOf(exchange.caller, 'c', type) ? 'c' : 'u', type)
}

/** `GET [base]/[type]/[id]/$validate`: validates the stored resource. */
export const validateStored: Interaction = (exchange) => {
  const { deps, caller } = exchange
  const { resources, writes } = deps
  const type = segment(exchange, 'type')
  const id = segment(exchange, 'id')
  const visibility = verifyPermission(exchange, 'r', type)
  const { profile } = askedIn(exchange)
  const current = isResourceId(id) ? resources.readCurrent(type, id) : undefined
  if (!current || !sees(visibility, current)) throw notFound()
  if (current.body === undefined) throw gone(current.versionId)
  const resource = claiming(JSON.parse(current.body), profile)
  const following = {
    caller,
    rules: writes.rules,
    resourceTypes: deps.resourceTypes,
    bases: baseUrls(deps),
    tx: { current: resources.readCurrent, version: resources.readVersion },
  }
  const written = { type, id, origin: current.origin, parsed: resource, before: undefined }
  const problems = [
    ...validate(
      { type, parsed: resource },
      { profiles: writes.rules.profiles, mode: 'update', lookup: () => undefined },
    ),
    ...referenceProblems({ ...written, before: originIn(resource) }, following),
    ...laterProblems(written, following),
  ]
  return { body: toldOf(problems, resource, exchange), freshness: 'never', shown: [versionReference(current)] }
}

/** The elements of a resource that the server itself has written, wherever its type has them. */
function originIn(resource: ResourceObject): ResourceObject {
  const extension = originsIn(resource)
  return { resourceType: resource.resourceType, extension, meta: { extension } }
}

interface Wanted {
  readonly resource: ResourceObject
  readonly mode: 'create' | 'update'
  readonly profile: string | undefined
}

/**
 * The requested validation: from the query parameters, or from Parameters around the resource. Throws FhirError 400.
 */
function wantedOf(sent: ResourceObject, exchange: WriteExchange): Wanted {
  const inAddress = askedIn(exchange)
  if (sent.resourceType !== 'Parameters') return { ...inAddress, resource: sent, mode: modeOf(inAddress.mode) }
  const parameter = Array.isArray(sent['parameter']) ? (sent['parameter'] as readonly JsonObject[]) : []
  const named = (name: string) => parameter.find((one) => one?.['name'] === name) ?? {}
  const { resource } = named('resource') as { readonly resource?: ResourceObject }
  const { valueCode = inAddress.mode } = named('mode')
  const mode = modeOf(valueCode)
  if (typeof resource?.resourceType !== 'string')
    throw new FhirError(400, 'required', 'The Parameters must have a parameter named resource.', {
      expression: 'Parameters.parameter',
    })
  const { valueUri = inAddress.profile, valueCanonical = valueUri } = named('profile')
  return { resource, mode, profile: typeof valueCanonical === 'string' ? valueCanonical : undefined }
}

/** The text of the resource within the text of Parameters. */
function textWithin(text: string): string | undefined {
  const [parameter] = [...members(text, skipSpace(text, 0))].filter(({ name }) => name === 'parameter')
  for (const { start } of parameter && text[parameter.valueStart] === '[' ? items(text, parameter.valueStart) : [])
    for (const member of text[start] === '{' ? members(text, start) : [])
      if (member.name === 'resource') return text.slice(member.valueStart, member.end)
  return undefined
}

function askedIn({ params }: Pick<Exchange, 'params'>): {
  readonly mode: string | undefined
  readonly profile: string | undefined
} {
  const odd = selecting(params).find(([name]) => name !== 'mode' && name !== 'profile')
  if (odd) throw new FhirError(400, 'not-supported', '$validate has only the parameters mode and profile.')
  return { mode: params.get('mode') ?? undefined, profile: params.get('profile') ?? undefined }
}

function modeOf(mode: unknown): Wanted['mode'] {
  if (mode === undefined || mode === 'create') return 'create'
  if (mode === 'update') return mode
  throw new FhirError(400, 'not-supported', 'The mode must be create or update.')
}

/** The resource, claiming a profile. */
function claiming(resource: ResourceObject, profile: string | undefined): ResourceObject {
  const meta = (resource['meta'] ?? {}) as { readonly profile?: unknown }
  const claimed = meta.profile ?? []
  if (profile === undefined || !Array.isArray(claimed) || claimed.includes(profile)) return resource
  return { ...resource, meta: { ...meta, profile: [...claimed, profile] } }
}

/** Carries the result out of a transaction, which this rolls back. */
class Found {
  readonly problems: readonly FhirIssue[]

  constructor(problems: readonly FhirIssue[]) {
    this.problems = problems
  }
}

/** Returns the problems that `find` finds in the context of a write. Nothing is written. */
async function rehearsed(
  exchange: WriteExchange,
  find: (unit: Unit) => readonly FhirIssue[],
): Promise<readonly FhirIssue[]> {
  try {
    return await commit(exchange, (unit) => {
      throw new Found(find(unit))
    })
  } catch (error) {
    if (error instanceof Found) return error.problems
    throw error
  }
}

/** The problems by the rules of the domain, of the resource alone and in relation to other resources. */
function problemsOf(
  { resource, type, mode }: Pick<Wanted, 'resource' | 'mode'> & { readonly type: string },
  { deps, caller, path }: WriteExchange,
  unit: Unit,
): readonly FhirIssue[] {
  const id = mode === 'create' ? deps.random.uuid() : (path['id'] ?? String(resource['id']))
  const stored = mode === 'create' || !isResourceId(id) ? undefined : unit.tx.current(type, id)
  if (mode === 'update' && !(stored && may(unit.caller, 'u', stored))) return [unknown(type)]
  if (mode === 'update' && resource['id'] !== id) return [otherId(type, id)]
  const before = stored?.body === undefined ? undefined : (JSON.parse(stored.body) as ResourceObject)
  const written = { type, id, origin: stored ? stored.origin : caller.clientId, parsed: resource, before }
  const sent = [...(stored ? originMisfits(resource, stored) : []), ...sentProblems(written, unit)]
  if (sent.length > 0) return sent
  return [...ruleProblems(written, unit), ...referenceProblems(written, unit), ...laterProblems(written, unit)]
}

const unknown = (type: string): FhirIssue => ({
  code: 'not-found',
  expression: `${type}.id`,
  diagnostics: 'There is no such resource, or none that this client may update.',
})

const otherId = (type: string, id: string): FhirIssue => ({
  code: 'invalid',
  expression: `${type}.id`,
  diagnostics: `The id must be ${id}, as in the address.`,
})

/** All problems, and what was not checked, as an OperationOutcome. */
function toldOf(problems: readonly FhirIssue[], resource: ResourceObject, { deps }: Pick<Exchange, 'deps'>): string {
  const notes = information(resource, deps.writes.rules.profiles).map(({ diagnostics, expression }) => ({
    severity: 'information' as const,
    code: 'informational',
    text: 'Not checked',
    diagnostics,
    at: expression,
  }))
  const all = [...problems.map(issueOf), ...notes]
  return outcomeText(
    ...(all.length > 0
      ? all
      : [{ severity: 'information' as const, code: 'informational', text: 'No problems found' }]),
  )
}
