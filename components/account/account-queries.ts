// Queries and changes of the pages about the own account.
import { jsonQuery } from '#components/ui/http/json-query.ts'
import type { OwnAccount } from '#lib/api/own-account.ts'

export const BY_OWNER = { api: '/account/api', queryKey: ['account'] } as const

/** GET /account/api/me */
export const meQuery = { ...jsonQuery<OwnAccount>(['account', 'me'], '/account/api/me'), staleTime: 0 }
