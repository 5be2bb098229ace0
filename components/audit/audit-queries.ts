// Queries of the audit log's pages. They never refetch by themselves, since each look is recorded in the log.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { queryOf } from '#components/ui/address/query.ts'
import { getJson } from '#components/ui/http/get-json.ts'
import { jsonQuery } from '#components/ui/http/json-query.ts'
import type { AuditDetail, AuditList } from '#lib/api/audit.ts'
import { AUDIT_FILTERS, type AuditFilters } from '#lib/api/audit-words.ts'

const ONCE = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false, retry: false } as const

const NAMES: readonly string[] = AUDIT_FILTERS

/** The filters that an address names. */
export const filtersOf = (query: URLSearchParams): AuditFilters =>
  Object.fromEntries([...query].filter(([name, value]) => value !== '' && NAMES.includes(name)))

export const filterText = (filters: AuditFilters, after?: string): string => queryOf({ ...filters, after })

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
