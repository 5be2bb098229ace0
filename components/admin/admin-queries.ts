// Queries for the console's reads of /admin/api.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getJson } from '#components/http/get-json.ts'
import type { AdminApp, AdminApps, AdminKeys, AdminMe, AdminRoles, AdminUsers } from '#lib/api/admin.ts'
import type { AdminTokens } from '#lib/api/tokens.ts'

const reading = <Shape>(path: string) =>
  queryOptions({
    queryKey: ['admin', path],
    queryFn: ({ signal }) => getJson<Shape>(`/admin/api/${path}`, signal),
    staleTime: 0,
  })

export const meQuery = reading<AdminMe>('me')
export const appsQuery = reading<AdminApps>('apps')
export const appQuery = (clientId: string) => reading<AdminApp>(`apps/${encodeURIComponent(clientId)}`)
export const rolesQuery = reading<AdminRoles>('roles')
export const usersQuery = (text: string) =>
  queryOptions({
    ...reading<AdminUsers>(text ? `users?q=${encodeURIComponent(text)}` : 'users'),
    placeholderData: keepPreviousData,
  })
export const tokensQuery = reading<AdminTokens>('tokens')
export const keysQuery = reading<AdminKeys>('keys')
