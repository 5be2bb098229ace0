// Queries of the audit log's pages. They never refetch by themselves, since each look is recorded in the log.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { queryOf } from '#components/ui/address/query.ts'
import { getJson } from '#components/ui/http/get-json.ts'
import { jsonQuery } from '#components/ui/http/json-query.ts'
import type { AuditDetail, AuditList } from '#lib/api/audit.ts'
import { AUDIT_FILTERS, type AuditFilters, BY_PEOPLE } from '#lib/api/audit-words.ts'

const ONCE = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false, retry: false } as const

const NAMES: readonly string[] = AUDIT_FILTERS

/** The value of `by` in an address of the page that shows what apps did, too: without it, people are what an auditor looks for. */
export const BY_ALL = 'all'

/** The filters that an address of the page names. */
export function filtersOf(query: URLSearchParams): AuditFilters {
  const { by, ...others } = Object.fromEntries(
    [...query].filter(([name, value]) => value !== '' && NAMES.includes(name)),
  )
  return by === BY_ALL ? others : { ...others, by: BY_PEOPLE }
}

/** The query of the page's address. */
export const addressText = ({ by, ...others }: AuditFilters): string =>
  queryOf({ ...others, by: by === BY_PEOPLE ? undefined : BY_ALL })

/** The query of the API, whose filters leave out nothing by themselves. Days are those of the reader, as the times of the list are. */
export const filterText = ({ from, to, ...others }: AuditFilters, after?: string): string =>
  queryOf({ ...others, from: startOf(from, 0), to: startOf(to, 1), after })

/** The moment at which a day begins here, or so many days later, in UTC; a text that is no day as it is. */
function startOf(day: string | undefined, later: number): string | undefined {
  const start = new Date(`${day}T00:00`)
  if (Number.isNaN(start.getTime())) return day
  start.setDate(start.getDate() + later)
  return start.toISOString()
}

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) => getJson<AuditList>(`/admin/api/audit${filterText(filters, pageParam)}`, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    ...ONCE,
    // No cache: the log has grown since.
    gcTime: 0,
  })

export const auditEventQuery = (id: string) => ({
  ...jsonQuery<AuditDetail>(['audit event', id], `/admin/api/audit/${encodeURIComponent(id)}`),
  ...ONCE,
})
