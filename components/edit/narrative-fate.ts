// What becomes of a record's narrative in an edited text, when it was generated from the contents of before (FHIR R4 narrative.html).
import { narrativeAnew } from '#lib/fhir/person-narrative.ts'
import { isObject, type JsonObject, parsedJson } from '#lib/json.ts'

/** Left out, made anew, or still the one of the old contents. */
export type NarrativeFate = 'dropped' | 'remade' | 'outdated'

/** Undefined when the contents are the same, when the narrative was written by people, and when somebody writes another one. */
export function narrativeFate(base: string, text: string): NarrativeFate | undefined {
  const [before, after] = [parsedJson(base), parsedJson(text)]
  if (!isObject(before) || !isObject(after) || narrativeOf(before)['status'] !== 'generated') return undefined
  if (contentsOf(before) === contentsOf(after)) return undefined
  if (after['text'] === undefined) return 'dropped'
  const [was, now, anew] = [narrativeOf(before)['div'], narrativeOf(after)['div'], narrativeAnew(before, after)]
  if (now === was) return anew === was ? undefined : 'outdated'
  return now === anew ? 'remade' : undefined
}

const narrativeOf = ({ text }: JsonObject): JsonObject => (isObject(text) ? text : {})

const contentsOf = ({ text: _, ...contents }: JsonObject): string => JSON.stringify(contents)
