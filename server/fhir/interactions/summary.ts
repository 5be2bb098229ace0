// Parts of a resource: _summary and _elements (FHIR R4 search.html §3.1.1.5.8 and §3.1.1.5.9). _elements names elements
// of the resource itself; a summary has the elements that R4 marks, also in nested elements.
import { narrativeOnly, summaryText, withElements, withoutNarrative } from '#lib/fhir/summary-text.ts'
import type { Params } from '#lib/http/params.ts'
import { invalidParameter, shown, unsupportedParameter } from '../outcome.ts'
import { single } from '../request.ts'

/** The requested part of each resource; everything when both are absent. */
export interface Detail {
  readonly summary?: 'true' | 'text' | 'data'
  readonly elements?: readonly string[]
}

const WHOLE: Detail = {}

const SUMMARIES = ['true', 'text', 'data', 'count', 'false']
const MOST_ELEMENTS = 100 // The same limit as for a list of values (conformance SRC-16).

/** The value of _summary; `count` is for searches only. Throws FhirError. */
export function summaryOf(params: Params): 'true' | 'text' | 'data' | 'count' | undefined {
  const summary = single(params, '_summary')
  if (summary !== undefined && !SUMMARIES.includes(summary))
    throw invalidParameter('_summary', `_summary must be one of ${SUMMARIES.join(', ')}; it is ${shown(summary)}.`)
  return summary === 'false' ? undefined : (summary as 'true' | 'text' | 'data' | 'count' | undefined)
}

/** The values of _summary and _elements. Throws FhirError. */
export function detailOf(params: Params): Detail {
  if (params.entries.length === 0) return WHOLE
  const summary = summaryOf(params)
  const elements = elementsOf(params)
  if (summary && elements)
    throw unsupportedParameter('_elements', '_elements and _summary cannot be combined: send one of them.')
  if (elements) return { elements }
  return summary && summary !== 'count' ? { summary } : {}
}

function elementsOf(params: Params): readonly string[] | undefined {
  const names = single(params, '_elements')
    ?.split(',')
    .map((name) => name.trim())
  if (names && (names.length > MOST_ELEMENTS || !names.every((name) => /^[A-Za-z]\w{0,63}$/.test(name))))
    throw invalidParameter(
      '_elements',
      `_elements must be a list of at most ${MOST_ELEMENTS} names of top-level elements, such as name,birthDate.`,
    )
  return names
}

/** A resource in the requested detail: the stored text, or a part of it marked as such (SUBSETTED). */
export function inDetail(text: string, type: string, { summary, elements }: Detail): string {
  if (elements) return withElements(text, type, elements)
  if (summary === 'true') return summaryText(text, type)
  if (summary === 'text') return narrativeOnly(text, type)
  return summary === 'data' ? withoutNarrative(text) : text
}
