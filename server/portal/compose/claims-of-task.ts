// The claims of a launch of a task by a person: what the portal would sign if that person opened it (HTI 2.0).
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { extensionReference, INSTANTIATES, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { formatReference, parseReference } from '#lib/fhir/reference.ts'
import { OAuthError } from '#lib/oauth/oauth-error.ts'
import { type PortalFhir, patientIn } from '../fhir.ts'

interface Opening {
  /** The person and the task, as relative references. */
  readonly as: unknown
  readonly task: unknown
  /** client_id of the app. */
  readonly app: unknown
}

/** Throws OAuthError for a person or task that does not exist, and PortalFailure when the FHIR API does not answer. */
export async function claimsOf(
  fhir: PortalFhir,
  { as, task, app }: Opening,
): Promise<Readonly<Record<string, unknown>>> {
  const [person, opened] = await Promise.all([
    found(fhir, parseReference(as)?.type ?? '', as),
    found(fhir, 'Task', task),
  ])
  const sub = `${person['resourceType']}/${person['id']}`
  const patient = patientIn(opened['for'])
  const definition = extensionReference(opened, INSTANTIATES)
  const activity = await fhir.find('ActivityDefinition', definition)
  const isOfApp = activity !== undefined && extensionReference(activity, RESOURCE_ORIGIN) === `Device/${app}`
  return {
    sub,
    resource: `Task/${opened['id']}`,
    ...(isOfApp ? { definition } : {}),
    ...(typeof opened['intent'] === 'string' ? { intent: opened['intent'] } : {}),
    ...(patient && formatReference(patient) !== sub ? { patient: formatReference(patient) } : {}),
  }
}

async function found(fhir: PortalFhir, type: string, reference: unknown): Promise<FhirResource> {
  const resource = await fhir.find(type, reference)
  if (resource) return resource
  throw new OAuthError('invalid_request', `as and task are references to what exists, such as Patient/7 and Task/12.`)
}
