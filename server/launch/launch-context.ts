// The context of a launch: the user from the id_token and the fields of the token response (SMART 2.2 "Launch context",
// HTI 2.0).
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { ROLE_OF_TYPE } from '#lib/fhir/person-role.ts'
import { formatReference, isResourceId, parseReference } from '#lib/fhir/reference.ts'
import type { TokenResponse } from '#lib/oauth/token-request.ts'
import { LaunchFailure } from './failure.ts'

export interface LaunchContext {
  readonly user: string
  readonly role: string
  readonly task: string
  readonly definition?: string
  readonly patient?: string
  readonly intent?: string
}

const text = z.string().optional().catch(undefined)
const fields = z.object({ task: text, resource: text, definition: text, patient: text, intent: text })

/** The context in a token response whose id_token was verified. Throws LaunchFailure when user or task is missing. */
export function launchContext(iss: string, claims: JWTPayload, response: TokenResponse): LaunchContext {
  const { task: seedName, resource, definition, patient, intent } = fields.parse(response)
  const task = referenceTo('Task', seedName ?? resource) // HTI calls it `resource`.
  if (!task) throw new LaunchFailure('open', 'no_context', { cause: 'no task in the token response' })
  const user = userOf(iss, claims)
  const found = {
    definition: referenceTo('ActivityDefinition', definition),
    patient: referenceTo('Patient', patient && isResourceId(patient) ? `Patient/${patient}` : patient),
    intent: intent && /^[a-z-]{1,40}$/.test(intent) ? intent : undefined,
  }
  return { ...user, task, ...withoutUndefined(found) }
}

/** The user from `fhirUser`, or from `sub` for older servers that put the reference there. */
function userOf(iss: string, { fhirUser, sub }: JWTPayload): { readonly user: string; readonly role: string } {
  const reference = parseReference(typeof fhirUser === 'string' ? relative(iss, fhirUser) : sub)
  const role = reference && ROLE_OF_TYPE.get(reference.type)
  if (!reference || !role) throw new LaunchFailure('id_token', 'id_token_invalid', { cause: 'fhirUser is no person' })
  return { user: formatReference(reference), role }
}

/** An absolute URL on the server of this launch as `Type/id`; a relative reference unchanged. */
function relative(iss: string, fhirUser: string): string | undefined {
  if (!URL.canParse(fhirUser)) return fhirUser
  if (new URL(fhirUser).origin !== new URL(iss).origin) return undefined
  return /\/([A-Za-z]+\/[A-Za-z0-9\-.]+)$/.exec(fhirUser)?.[1]
}

function referenceTo(type: string, value: string | undefined): string | undefined {
  const reference = parseReference(value)
  return reference?.type === type ? formatReference(reference) : undefined
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const withoutUndefined = <T extends object>(values: T): Defined<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>
