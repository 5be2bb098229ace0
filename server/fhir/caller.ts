// The client that sent a request, as its token and the registry describe it.
import type { SystemScope } from '#lib/oauth/smart-scope.ts'
import type { Grantable } from './store.ts'

export interface Caller {
  readonly clientId: string
  /** jti of the token. */
  readonly tokenId: string | undefined
  /** What the token was given. */
  readonly scopes: readonly SystemScope[]
  /** What the client may do now, whatever the token says. */
  readonly permissions: readonly Grantable[]
  /** NumericDate at which the token ends. */
  readonly exp: number
}
