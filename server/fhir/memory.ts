// The caches of the resource server, as an optional port. `cache/` implements it; with HOT_PATH=off, and without the folder, every
// request is computed anew.
import type { ReadInteraction } from '#lib/audit/audit.ts'
import type { Caller } from './caller.ts'
import type { Freshness } from './result.ts'

/** A read that was answered before, and whom the answer may be given to again. */
export interface CachedRead {
  readonly caller: Caller
  /** Writes the read down in the audit log and gives the answer, with an X-Request-Id of its own. */
  readonly repeat: () => Response
}

export interface Memory {
  /** Undefined where the request has to be worked out. Nothing is counted or written down by asking. */
  readonly find: (request: Request) => CachedRead | undefined
  /**
   * The cached values for the current state of the database. Call it once per request, before any look-up: values stored in it are
   * found by requests that see the same state. Throws StorageUnavailable.
   */
  readonly now: (request: Request) => StateMemory
}

export interface StateMemory {
  /** The caller with these headers, if cached and the token is still valid. */
  readonly caller: (headers: Headers) => Caller | undefined
  readonly keepCaller: (headers: Headers, caller: Caller) => void
  readonly pages: PageMemory
  /** Caches the answer to a read, if it may be repeated; never that to a search. */
  readonly keepAnswer: (request: Request, response: Response, read: AnsweredRead) => void
}

interface AnsweredRead {
  readonly interaction: ReadInteraction
  /** As `Type/id/_history/version`. */
  readonly shown: readonly string[]
  readonly freshness: Freshness
}

/** First pages of searches: what was found, put together. */
export interface PageMemory {
  readonly find: (key: string) => FirstPage | undefined
  readonly offer: (key: string, page: FirstPage) => void
}

export interface FirstPage {
  /** The newest write when it was found. */
  readonly asOfSeq: number
  readonly total: number | undefined
  /** True when there is a next page. */
  readonly more: boolean
  /** The entries of the Bundle, separated by commas; as bytes in UTF-8 in the cache. */
  readonly entries: string | Uint8Array<ArrayBuffer>
  /** The resources in the page, as `Type/id/_history/version`. */
  readonly shown: readonly string[]
}
