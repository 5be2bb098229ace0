// One line about any resource, for lists. Resources come from elsewhere: every field may be absent or of another shape.
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { deviceName, humanName } from '#lib/fhir/display-name.ts'

/** A value of a resource as text; undefined for other types and for blank text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

const first = (resource: FhirResource, ...names: readonly string[]): string | undefined =>
  names.map((name) => textOf(resource[name])).find((text) => text !== undefined)

const BY_TYPE: Readonly<Record<string, (resource: FhirResource) => string | undefined>> = {
  Patient: humanName,
  Practitioner: humanName,
  RelatedPerson: humanName,
  Device: deviceName,
  Task: (task) => first(task, 'description') ?? referenceText(task['for']),
  AuditEvent: (event) => codingText(event['subtype']) ?? codingText([event['type']]),
  CareTeam: (team) => first(team, 'name') ?? referenceText(team['subject']),
  Subscription: (subscription) => first(subscription, 'reason', 'criteria'),
}

/** A resource in one line, in its own words. */
export const resourceText = (resource: FhirResource): string | undefined =>
  BY_TYPE[textOf(resource['resourceType']) ?? '']?.(resource) ??
  NAMING.map((name) => textOf(resource[name]) ?? conceptText(resource[name])).find((text) => text !== undefined)

/** What tells one record of a type from another, the most telling first: an Observation has a code, an Appointment a type at best. */
const NAMING = [
  ...[
    'title',
    'name',
    'description',
    'code',
    'medicationCodeableConcept',
    'vaccineCode',
    'topic',
    'serviceType',
    'appointmentType',
  ],
  ...['type', 'category', 'questionnaire'],
]

/** The elements that say whose a record is, and whose to do. */
export const WHOSE = ['for', 'patient', 'subject', 'owner'] as const

/** Whose record it is, and whose to do, with words for the elements: what tells one of two alike from the other. */
export const whoseText = (resource: FhirResource, words: Readonly<Record<(typeof WHOSE)[number], string>>): string =>
  WHOSE.flatMap((name) => {
    const who = referenceText(resource[name])
    return who === undefined ? [] : [`${words[name]} ${who}`]
  }).join(', ')

/** Its status as a code; `active` for resources with a flag instead. */
export function resourceStatus(resource: FhirResource): string | undefined {
  if (typeof resource['active'] === 'boolean') return resource['active'] ? 'active' : 'inactive'
  return textOf(resource['status']) ?? textOf(resource['lifecycleStatus']) ?? conceptCode(resource['clinicalStatus'])
}

/** A CodeableConcept, or the first of many, as people read it; undefined for anything else, such as the name of a person. */
function conceptText(value: unknown): string | undefined {
  const concept = conceptOf(value)
  return textOf(concept.text) ?? codingText(concept.coding)
}

const conceptCode = (value: unknown): string | undefined => {
  const { coding } = conceptOf(value)
  return textOf((Array.isArray(coding) ? coding[0] : undefined)?.code)
}

const conceptOf = (value: unknown) =>
  ((Array.isArray(value) ? value[0] : value) ?? {}) as { readonly text?: unknown; readonly coding?: unknown }

function referenceText(value: unknown): string | undefined {
  const { display, reference } = (value ?? {}) as { readonly display?: unknown; readonly reference?: unknown }
  return textOf(display) ?? textOf(reference)
}

function codingText(value: unknown): string | undefined {
  const coding = (Array.isArray(value) ? value[0] : undefined) as
    | { display?: unknown; code?: unknown }
    | null
    | undefined
  return textOf(coding?.display) ?? textOf(coding?.code)
}
