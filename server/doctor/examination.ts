// The installation that the doctor examines, and the ports that it uses.
import type { Fetch } from '#lib/http/handler.ts'
import type { Config } from '../config/config.ts'
import type { Identity } from './domain.ts'
import type { DoctorTexts } from './texts.ts'

export interface Examination {
  readonly config: Config
  readonly env: Readonly<Record<string, string | undefined>>
  readonly identity: Identity
  readonly fetch: Fetch
  /** As the server fetches the keys of its apps. */
  readonly fetchKeys: Fetch
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly texts: DoctorTexts
}
