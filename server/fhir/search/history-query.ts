// Parses the parameters of a history (FHIR R4 http.html §3.1.0.13): the requested versions, and the form of the result.
import { spanOf } from '#lib/fhir/search/date-span.ts'
import type { Params } from '#lib/http/params.ts'
import { type Detail, detailOf, summaryOf } from '../interactions/summary.ts'
import { invalidValue, shown, unsupportedParameter } from '../outcome.ts'
import { single } from '../request.ts'
import type { History } from '../store.ts'
import { countOf } from './search-query.ts'

export interface HistoryQuery {
  readonly wanted: Pick<History, 'since' | 'at'>
  readonly count: number
  /** True when only the number of versions is requested. */
  readonly countOnly: boolean
  readonly detail: Detail
  /** The parameters used, for the self link. */
  readonly used: readonly (readonly [string, string])[]
}

const PARAMETERS = ['_since', '_at', '_count', '_summary', '_elements', '_format', '_pretty']

/** The parsed parameters; others are refused when `strict`, otherwise ignored. Throws FhirError. */
export function parseHistory(params: Params, strict: boolean): HistoryQuery {
  const given = params.entries.filter(([, value]) => value !== '')
  const unknown = given.find(([name]) => !PARAMETERS.includes(name))
  if (unknown && strict)
    throw unsupportedParameter(
      unknown[0],
      `A history has no parameter ${shown(unknown[0])}; it has ${PARAMETERS.join(', ')}.`,
    )
  const count = countOf(params)
  return {
    wanted: { ...sinceOf(params), ...atOf(params) },
    count,
    countOnly: count === 0 || summaryOf(params) === 'count',
    detail: detailOf(params),
    used: given.flatMap(([name, value]): [string, string][] =>
      PARAMETERS.includes(name) ? [[name, name === '_count' ? String(count) : value]] : [],
    ),
  }
}

/** The FHIR R4 datatype "instant". An unescaped plus in the URL arrives as a space. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+ -]\d{2}:\d{2})$/

function sinceOf(params: Params): Pick<History, 'since'> {
  const since = single(params, '_since')
  if (since === undefined) return {}
  const from = INSTANT.test(since) ? spanOf(since)?.from : undefined
  if (from === undefined)
    throw invalidValue('_since', '_since must be an instant with an offset, such as 2026-02-07T13:28:17.239+02:00.')
  return { since: from }
}

function atOf(params: Params): Pick<History, 'at'> {
  const requested = single(params, '_at')
  if (requested === undefined) return {}
  const at = spanOf(requested)
  if (!at) throw invalidValue('_at', '_at must be a date or an instant, such as 2026-02-07.')
  return { at }
}
