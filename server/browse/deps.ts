// The ports of the record browser: everything that it may touch.
import type { Audit } from '#lib/audit/audit.ts'
import type { Log } from '#lib/log.ts'
import type { TokenRequestDeps } from '#lib/oauth/token-request.ts'

/** A signed-in person, with the role that the account has at this moment. */
export interface Reader {
  readonly username: string
  readonly name: string
  readonly role: string
}

export interface BrowseDeps extends TokenRequestDeps {
  readonly fhirBase: string
  readonly log: Log
  readonly audit: Pick<Audit, 'read'>
  /** Where a request comes from. */
  readonly clientAddress: (request: Request) => string
  /** Who sends a request; undefined when nobody with an account of this domain is signed in. */
  readonly reader: (request: Request) => Promise<Reader | undefined>
}
