// The resource-origin of what is written: the server sets it on a new resource, and an update keeps the stored one word for
// word (conformance ORI-01 to ORI-04).
import { originOf } from '#lib/fhir/koppeltaal.ts'
import { deviceOf, originating, originPath, originsIn, withOrigin } from '#lib/fhir/resource-origin.ts'
import type { StoredVersion } from '../store.ts'
import type { Draft, JsonObject, ResourceObject } from './change.ts'
import { assertFit } from './draft.ts'
import type { RuleProblem } from './rule-problem.ts'

export const withText = (draft: Draft, text: string): Draft =>
  text === draft.text ? draft : { ...draft, text, parsed: JSON.parse(text) as ResourceObject }

/** A draft of a new resource with the app that creates it as its origin. */
export function withNewOrigin({ text, parsed, unfit }: Draft, clientId: string): Draft {
  const origin = originOf(clientId)
  // Not parsed again: this is done with every create.
  return { text: withOrigin(text, parsed.resourceType, origin), parsed: originating(parsed, origin), unfit }
}

/** What is wrong with the resource-origin of an update: all that names another Device than the stored one, or no Device. */
export function originMisfits(
  sent: JsonObject,
  { origin, type }: Pick<StoredVersion, 'origin' | 'type'>,
): readonly RuleProblem[] {
  if (originsIn(sent).every((one) => origin !== undefined && deviceOf(one) === origin)) return []
  return [
    {
      status: 403,
      code: 'forbidden',
      expression: [type, ...originPath(type)].join('.'),
      diagnostics: 'The resource-origin of a resource cannot change: send it as you read it, or leave it out.',
    },
  ]
}

/**
 * A draft with the origin of the version that it replaces; `before` is its content. Throws FhirError 403 for another
 * origin.
 */
export function withStoredOrigin(draft: Draft, stored: StoredVersion, before: JsonObject | undefined): Draft {
  assertFit(originMisfits(draft.parsed, stored))
  const [sent] = originsIn(draft.parsed)
  if (stored.origin === undefined) return draft
  const [own = originOf(stored.origin)] = originsIn(before ?? {})
  if (JSON.stringify(sent) === JSON.stringify(own)) return draft
  const text = withOrigin(draft.text, stored.type, own)
  // Not parsed again where it names none, which most updates do.
  return sent ? withText(draft, text) : { ...draft, text, parsed: originating(draft.parsed, own) }
}
