// The ports of the record browser, complete: it has access to nothing else.
import type { BrowseWriter } from '#lib/api/browse.ts'
import type { Audit } from '#lib/audit/audit.ts'
import type { Reference } from '#lib/fhir/reference.ts'
import type { ProfileValidation } from '#lib/fhir/validation/koppeltaal.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { Log } from '#lib/log.ts'
import type { TokenRequestDeps } from '#lib/oauth/token-request.ts'

/** A signed-in person, with the role that the account has at this moment. */
export interface Reader {
  readonly username: string
  readonly name: string
  readonly role: string
}

export interface BrowseDeps extends TokenRequestDeps {
  /** The address of this site, whose own pages send the changes. */
  readonly publicUrl: string
  readonly fhirBase: string
  readonly profiles: ProfileValidation
  /** The largest record that the FHIR API accepts, in bytes. */
  readonly mostBytes: number
  readonly log: Log
  readonly audit: Pick<Audit, 'read' | 'record'>
  readonly clientAddress: (request: Request) => string
  /** The writers of a record's versions, as far as the audit log tells, with the names of apps in that language. */
  readonly writers: (record: Reference, language: Language) => Promise<readonly BrowseWriter[]>
  /** The sender of a request; undefined without a session of an account of this domain. */
  readonly reader: (request: Request) => Promise<Reader | undefined>
}
