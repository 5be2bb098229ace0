// The client that sent a request, according to its token and the registry.
import type { SystemScope } from '#lib/oauth/smart-scope.ts'
import type { Grantable } from './store.ts'

export interface Caller {
  readonly clientId: string
  readonly tokenId: string | undefined
  readonly scopes: readonly SystemScope[]
  /** The client's current permissions, independent of the token. */
  readonly permissions: readonly Grantable[]
  /** NumericDate at which the token expires. */
  readonly exp: number
}
