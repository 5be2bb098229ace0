// A draft as the new resource that it becomes, with all that does not depend on what is stored. A Bundle makes it before its
// transaction.
import type { Steps } from '#lib/async/steps.ts'
import { preparing } from '#lib/fhir/prepared-resource.ts'
import { withId, withoutId } from '#lib/fhir/resource-text.ts'
import type { Draft } from './change.ts'
import { withNewOrigin } from './origin.ts'

/** The draft with an id, and the app that creates it as its origin. */
export function* asNew(draft: Draft, id: string, clientId: string): Steps<Draft> {
  const made = draft.asNew
  if (made?.prepared?.id === id && made.prepared.origin === clientId) return made
  const own = draft.parsed['id'] === undefined ? draft.text : withoutId(draft.text)
  const next = withNewOrigin({ ...draft, text: withId(own, id), parsed: { ...draft.parsed, id } }, clientId)
  return { ...next, prepared: yield* preparing({ type: draft.parsed.resourceType, id, ...next }) }
}
