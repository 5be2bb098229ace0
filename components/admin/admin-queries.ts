// Queries for the console's reads of /admin/api.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getJson, HttpError } from '#components/ui/http/get-json.ts'
import { jsonQuery } from '#components/ui/http/json-query.ts'
import type { AdminApp, AdminApps, AdminFindings, AdminKeys, AdminMe, AdminRoles, AdminUserPage, AdminUsers } from '#lib/api/admin.ts'
import type { AdminData } from '#lib/api/data.ts'
import type { AdminTokens } from '#lib/api/tokens.ts'
import type { TraceList } from '#lib/api/traces.ts'
import type { Language } from '#lib/i18n/language.ts'

const reading = <Shape>(path: string) => ({
  ...jsonQuery<Shape>(['admin', path], `/admin/api/${path}`),
  staleTime: 0,
})

/** GET /admin/api/me: whether the reader may use the console. */
export const meQuery = reading<AdminMe>('me')
export const appsQuery = reading<AdminApps>('apps')
export const appQuery = (clientId: string) => reading<AdminApp>(`apps/${encodeURIComponent(clientId)}`)
export const rolesQuery = reading<AdminRoles>('roles')
export const usersQuery = (text: string) =>
  queryOptions({
    ...reading<AdminUsers>(text ? `users?q=${encodeURIComponent(text)}` : 'users'),
    placeholderData: keepPreviousData,
  })
export const userQuery = (id: string) => reading<AdminUserPage>(`users/${encodeURIComponent(id)}`)
export const tokensQuery = reading<AdminTokens>('tokens')
export const dataQuery = reading<AdminData>('data')
export const keysQuery = reading<AdminKeys>('keys')

/** The doctor reads files: once a minute is enough. The server words its findings in the page's language. */
const LOOKED_AT_MS = 60_000
export const doctorQuery = (language: Language) =>
  queryOptions({
    ...reading<AdminFindings>('doctor'),
    queryKey: ['admin', 'doctor', language],
    staleTime: LOOKED_AT_MS,
    placeholderData: keepPreviousData,
  })

interface Health {
  readonly checks: readonly { readonly name: string; readonly ok: boolean }[]
}

/** GET /readyz, which answers 503 with the same body when something is wrong. */
export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: async ({ signal }): Promise<Health> => {
    try {
      return await getJson<Health>('/readyz', signal)
    } catch (error) {
      if (error instanceof HttpError && error.status === 503 && isHealth(error.body)) return error.body
      throw error
    }
  },
  staleTime: 0,
})

const isHealth = (body: unknown): body is Health =>
  typeof body === 'object' && body !== null && 'checks' in body && Array.isArray(body.checks)

/** The launches and calls that were refused, newest first. */
export const refusalsQuery = {
  ...jsonQuery<TraceList>(['admin', 'refusals'], '/traces/api?outcome=refused'),
  staleTime: 0,
}
