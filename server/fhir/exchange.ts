// An authenticated request for an interaction, and the type of interactions.
import type { Maybe } from '#lib/async/maybe.ts'
import type { WriteInteraction as WriteInteractionName } from '#lib/audit/audit.ts'
import type { BasePath } from '#lib/fhir/bases.ts'
import { isTypeName } from '#lib/fhir/reference.ts'
import type { Params } from '#lib/http/params.ts'
import type { SystemScope } from '#lib/oauth/smart-scope.ts'
import type { StepRecorder } from '#lib/trace/trace.ts'
import { authorize } from './authorize.ts'
import type { PageMemory } from './cache-port.ts'
import type { Caller } from './caller.ts'
import type { FhirDeps } from './deps.ts'
import { FhirError, shown } from './outcome.ts'
import type { Result, Written } from './result.ts'
import type { Grantable, Visibility, WriteTrace } from './store.ts'

interface PublicExchange {
  readonly deps: FhirDeps
  readonly base: BasePath
  /** The variable segments of the path, by their names in the routing table. */
  readonly path: Readonly<Record<string, string>>
  readonly params: Params
  readonly headers: Headers
  /** True for indented JSON, also on the next pages. */
  readonly pretty: boolean
}

export interface Exchange extends PublicExchange {
  /** A write's body is unread. */
  readonly request: Request
  readonly caller: Caller
  readonly recorder: StepRecorder
  /** The cache of first pages, if there is one. */
  readonly pages: PageMemory | undefined
}

/** An authenticated request for a change. */
export interface WriteExchange extends Omit<Exchange, 'pages'> {
  /** The ids that the answer, the audit log and notifications repeat. */
  readonly numbers: WriteTrace
  /** Negotiates the format of the answer: after the permission check, before the body. Throws FhirError 406. */
  readonly negotiate: () => void
  /** Tells the audit log which interaction the request is. */
  readonly auditedAs: (interaction: WriteInteractionName) => void
}

/** A write interaction of FHIR: returns the result once it is on disk, or throws FhirError. */
export type WriteInteraction = (exchange: WriteExchange) => Promise<Written>

/** An interaction of FHIR: returns a document or throws FhirError, and never sees a status or sets a header. */
export type Interaction = (exchange: Exchange) => Maybe<Result>

export type PublicInteraction = (exchange: PublicExchange) => Result

/** A variable segment that the routing table guarantees. */
export function segment({ path }: PublicExchange, name: string): string {
  const value = path[name]
  if (value === undefined) throw new Error(`The route has no segment ${name}`)
  return value
}

/** The caller's visibility of a type; throws FhirError 404 or 403. */
export function verifyPermission(
  { caller, deps, recorder }: Pick<Exchange, 'caller' | 'deps' | 'recorder'>,
  operations: string,
  type: string,
): Visibility {
  const visibility = recorder.check(
    'fhir.permission',
    () => authorize(caller, operations, type, deps.resourceTypes),
    () => ({
      expected: { scope: caller.scopes.map(scopeText), permission: caller.permissions.map(scopeText) },
      received: { scope: `system/${type}.${operations}`, permission: `system/${type}.${operations}` },
    }),
  )
  return visibility
}

/** A grant as a SMART scope. */
const scopeText = ({ type, operations, origins }: Grantable | SystemScope): string =>
  `system/${type}.${operations}${origins === undefined ? '' : `?resource-origin=${origins.join(',')}`}`

/** Addresses that exist in FHIR but are not offered here, such as the history of the whole system. */
export const notOffered: Interaction = () => {
  throw notSupported('This server does not offer that interaction; see /metadata.')
}

/**
 * Checks that the address is no operation or compartment that FHIR has and this server has not, such as
 * `Patient/$everything` and `Patient/1/Task`. Throws FhirError: 404.
 */
export function assertOffered({ path }: { readonly path: string }, segments: readonly string[]): void {
  const operation = segments.find((part) => part.startsWith('$'))
  if (operation !== undefined && !path.endsWith(VALIDATE))
    throw notSupported(
      `This address has no such operation, ${shown(operation)}; this server offers ${VALIDATE} on the base, on a type and on a resource.`,
    )
  const [type = '', , searched = ''] = segments
  if (isTypeName(type) && (searched === '*' || isTypeName(searched)))
    throw notSupported(
      'Searching the compartment of a resource is not offered: search the type by a reference, such as Task?patient=Patient/1.',
    )
}

const notSupported = (diagnostics: string): FhirError => new FhirError(404, 'not-supported', diagnostics)

const VALIDATE = '$validate'

export const nothingHere = (): never => {
  throw new FhirError(404, 'not-found', 'There is nothing at this address.')
}
