// The ports of the demo app's receiver, complete: it has access to nothing else.
import type { Clock } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import type { Log } from '#lib/log.ts'

export interface ReceiverDeps {
  /** Its own address: the endpoint of Subscriptions, letter by letter. */
  readonly endpoint: string
  readonly publicUrl: string
  /** The issuer of notification signatures, and the address of its keys. */
  readonly issuer: string
  readonly jwksUri: string
  readonly fetch: Fetch
  /** True for an administrator or a developer of the demo app; undefined for a sender who is not signed in. */
  readonly mayLook: (request: Request) => Promise<boolean | undefined>
  readonly clock: Clock
  readonly log: Log
}
