// The ports of the record browser: everything that it may touch.
import type { Log } from '#lib/log.ts'
import type { TokenRequestDeps } from '#lib/oauth/token-request.ts'

/** A signed-in person, with the role that the account has at this moment. */
export interface Reader {
  readonly name: string
  readonly role: string
}

export interface BrowseDeps extends TokenRequestDeps {
  readonly fhirBase: string
  readonly log: Log
  /** Who sends a request; undefined when nobody with an account of this domain is signed in. */
  readonly reader: (request: Request) => Promise<Reader | undefined>
}
