// Claims of a launch: texts that must be there, and references to resources of the domain.
import type { CheckName } from '#lib/checks/checks.ts'
import { formatReference, parseReference, type Reference } from '#lib/fhir/reference.ts'
import type { UnverifiedJwt } from '#lib/oauth/jws.ts'
import { invalidRequest } from '../refusal.ts'
import type { Directory } from '../store.ts'
import type { LaunchClaims, Resource } from './check-context.ts'

export function requiredClaim({ claims }: UnverifiedJwt, claim: string, check: CheckName): string {
  const value = claims[claim]
  if (typeof value !== 'string' || value === '') throw invalidRequest(check, `${claim} is required.`)
  return value
}

/** The resource that a claim refers to. */
export async function existing(
  directory: Directory,
  claim: 'sub' | 'resource' | 'definition' | 'patient',
  { type, id }: Reference,
): Promise<Resource> {
  const resource = await directory.find(type, id)
  if (!resource) throw invalidRequest(`launch.${claim}`, `${claim} must be a resource of this domain.`)
  return resource
}

/** The same for a claim whose resource must be of one type. */
export async function existingOf(
  directory: Directory,
  claim: 'resource' | 'definition' | 'patient',
  type: string,
  launch: LaunchClaims,
): Promise<{ readonly reference: string; readonly resource: Resource }> {
  const reference = parseReference(launch[claim])
  if (reference?.type !== type) throw invalidRequest(`launch.${claim}`, `${claim} must be ${type}/id.`)
  return { reference: formatReference(reference), resource: await existing(directory, claim, reference) }
}
