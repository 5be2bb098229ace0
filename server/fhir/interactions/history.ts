// history-instance and history-type (FHIR R4 http.html §3.1.0.13): the versions of one resource, or of all resources of
// a type, newest first. SMART App Launch 2.2 puts the one under the letter r and the other under s.
import { canonicalBase } from '#lib/fhir/bases.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { versionReference } from '../audited.ts'
import { sees } from '../authorize.ts'
import { historyEntries } from '../bundle.ts'
import { type Exchange, type Interaction, segment, verifyPermission } from '../exchange.ts'
import { preferredHandling } from '../http/prefer.ts'
import { notFound } from '../outcome.ts'
import type { Result } from '../result.ts'
import { onBehalf } from '../search/asking.ts'
import { parseHistory } from '../search/history-query.ts'
import { allSeenBy } from '../secret-headers.ts'
import type { History } from '../store.ts'
import { firstPageOf, onOnePage, pageOf } from './paging.ts'

/** The versions of all resources of a type. Throws FhirError: 403 before any look-up, 400 for invalid parameters. */
export const historyType: Interaction = async (exchange) => {
  const type = segment(exchange, 'type')
  const visibility = verifyPermission(exchange, 's', type)
  if (exchange.params.has('_getpages')) return pageOf(exchange, type)
  return historyOf(exchange, { kind: 'history', type, visibility }, async () => {})
}

/**
 * The versions of one resource, even a deleted one. Throws FhirError: as above, and 404 when it is unknown or
 * invisible.
 */
export const historyInstance: Interaction = async (exchange) => {
  const type = segment(exchange, 'type')
  const visibility = verifyPermission(exchange, 'r', type)
  const id = segment(exchange, 'id')
  return historyOf(exchange, { kind: 'history', type, id, visibility }, async () => {
    const current = isResourceId(id) ? await exchange.deps.resources.readCurrent(type, id) : undefined
    if (!current || !sees(visibility, current)) throw notFound()
  })
}

/** The first page of a history. `assertThere` is called after the parameters are validated. */
async function historyOf(exchange: Exchange, history: History, assertThere: () => Promise<void>): Promise<Result> {
  const { deps, headers, params } = exchange
  const handling = preferredHandling(headers)
  const { wanted, count, countOnly, detail, used } = parseHistory(params, handling === 'strict')
  await assertThere()
  const limit = countOnly ? 0 : count
  const search = { ...history, ...wanted }
  const { asOfSeq, total, versions } = await onBehalf(exchange, search, (asking) =>
    deps.resources.history({ history: search, offset: 0, limit }, asking),
  )
  const { fitting, isCut, end } = onOnePage(versions, count)
  const seen = fitting.filter(({ withheld }) => !withheld)
  const path = [history.type, ...(history.id === undefined ? [] : [history.id]), '_history'].join('/')
  const result = await firstPageOf(
    exchange,
    { search, visibility: search.visibility, path, used, count, detail, now: deps.clock() },
    {
      asOfSeq,
      total,
      more: !countOnly && (isCut || total > count),
      end,
      entries: historyEntries(allSeenBy(seen, exchange.caller), detail, canonicalBase(deps)),
      shown: seen.map(versionReference),
    },
  )
  return handling ? { ...result, handling } : result
}
