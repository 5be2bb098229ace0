// The ports of what finds things: what each part of the site answers to whoever asks.
import type { Handler } from '#lib/http/handler.ts'

/** What somebody may ask for. A part of the site that refuses somebody records that; what nobody meant to ask for is not asked. */
export interface Rights {
  readonly records: boolean
  readonly console: boolean
}

export interface FindDeps {
  readonly rights: (request: Request) => Promise<Rights>
  readonly publicUrl: string
  /** GET /browse/api/fhir */
  readonly records: Handler
  /** GET /traces/api */
  readonly traces: Handler
  /** GET /admin/api/users and /admin/api/apps */
  readonly admin: Handler
}
