// The problems of a resource to be stored. Each becomes an issue of an OperationOutcome (FHIR R4 operationoutcome.html,
// value set issue-type).
import { isObject, type JsonObject } from '../../json.ts'

/** Most problems in an answer: somebody with twenty problems to fix will send the resource again anyway. */
export const MOST_PROBLEMS = 20

/** A problem that must be fixed before the resource can be stored. */
export interface Problem {
  /** 400 when FHIR R4 itself is broken, 422 for a profile or a rule of the domain (http.html#create). */
  readonly status: 400 | 422
  readonly code:
    | 'structure'
    | 'required'
    | 'value'
    | 'code-invalid'
    | 'invariant'
    | 'invalid'
    | 'extension'
    | 'business-rule'
    | 'not-found'
    | 'not-supported'
    | 'too-costly'
  /** The element as FHIRPath, such as `Patient.name[0].given[1]`; empty when no single element is at fault. */
  readonly expression: string
  /** For people: the expectation, the received value, and the remedy. */
  readonly diagnostics: string
}

/** A resource as its JSON text says: the type is one of FHIR R4, everything else is still to be judged. */
export interface ParsedResource extends JsonObject {
  readonly resourceType: string
}

/** The items of a JSON array; none when the value is anything else. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A received value is shown up to here, in characters. */
const LONGEST_SHOWN = 60

/** A received value for a message: JSON on one line, shortened when long. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (isObject(value)) return Object.keys(value).length === 0 ? 'an empty object' : 'an object'
  const text = typeof value === 'string' && value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value
  return JSON.stringify(text) ?? 'nothing'
}
