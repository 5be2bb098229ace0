// Labels and tags of a resource that a client must not write: one marks a part of a resource, the other a process that the
// domain runs itself (conformance UPD-19, VAL-21).
import { isObject } from '../../json.ts'
import { itemsOf, type ParsedResource, type Problem } from './problem.ts'

/** Says that a resource is only a part, as `_elements` and `_summary` give it (FHIR R4 search.html#summary). */
const SUBSETTED = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'SUBSETTED' }

/** Marks a resource as part of the removal of a patient, which only the domain performs (Koppeltaal TOP-KT-028). */
const DELETE_FLOW = { system: 'https://koppeltaal.nl/fhir/CodeSystem/security-label', code: 'kt2-delete-flow' }

/** The reserved tags and labels of a resource. Each is a 422 with code `business-rule`. */
export function reservedLabels({ resourceType, meta }: ParsedResource): readonly Problem[] {
  if (!isObject(meta)) return []
  return [
    ...(itemsOf(meta['tag']).some(is(SUBSETTED))
      ? [
          refused(
            `${resourceType}.meta.tag`,
            'is SUBSETTED: this is only part of a resource, and storing it would lose the rest. Read the whole resource and send that.',
          ),
        ]
      : []),
    ...(itemsOf(meta['security']).some(is(DELETE_FLOW))
      ? [
          refused(
            `${resourceType}.meta.security`,
            'is the label kt2-delete-flow, which only the domain sets: leave it out.',
          ),
        ]
      : []),
  ]
}

const is =
  ({ system, code }: { readonly system: string; readonly code: string }) =>
  (coding: unknown): boolean =>
    isObject(coding) && coding['system'] === system && coding['code'] === code

const refused = (expression: string, why: string): Problem => ({
  status: 422,
  code: 'business-rule',
  expression,
  diagnostics: `${expression} ${why}`,
})
