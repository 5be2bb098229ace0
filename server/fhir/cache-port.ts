// The caches of the resource server, as an optional port. `cache/` implements it; with HOT_PATH=off, and without the folder, every
// request is computed anew.
import type { Maybe } from '#lib/async/maybe.ts'
import type { ReadInteraction } from '#lib/audit/audit.ts'
import type { Caller } from './caller.ts'
import type { Freshness } from './result.ts'
import type { Moment, SearchCost } from './store.ts'

/** A read that was answered before, and the caller who may get the same answer again. */
export interface CachedRead {
  readonly caller: Caller
  /** Records the read in the audit log and returns the answer, with a new X-Request-Id. */
  readonly repeat: () => Maybe<Response>
}

export interface Memory {
  /** Undefined when the answer must be computed. The call itself counts and records nothing. */
  readonly find: (request: Request) => Maybe<CachedRead | undefined>
  /**
   * The cached values for the current state of the database. Call it once per request, before any look-up: requests
   * that see the same state find the values stored in it. Throws StorageUnavailable.
   */
  readonly now: (request: Request) => Maybe<StateMemory>
}

export interface StateMemory {
  /** The caller with these headers, if cached and the token is still valid. */
  readonly caller: (headers: Headers) => Caller | undefined
  readonly keepCaller: (headers: Headers, caller: Caller) => void
  readonly pages: PageMemory
  /** Caches the answer to a read, if it may be repeated. Never caches a search. */
  readonly keepAnswer: (request: Request, response: Response, read: AnsweredRead) => void
}

interface AnsweredRead {
  readonly interaction: ReadInteraction
  /** As `Type/id/_history/version`. */
  readonly shown: readonly string[]
  readonly freshness: Freshness
}

/** First pages of searches: the results, assembled. */
export interface PageMemory {
  readonly find: (key: string) => FirstPage | undefined
  readonly offer: (key: string, page: FirstPage) => void
}

export interface FirstPage {
  /** The moment of the search. */
  readonly asOfSeq: Moment
  readonly total: number | undefined
  /** True when there is a next page. */
  readonly more: boolean
  /** The number of matches that it goes through: the position of the next page. */
  readonly end: number
  /** The entries of the Bundle, separated by commas; as UTF-8 bytes in the cache. */
  readonly entries: string | Uint8Array<ArrayBuffer>
  /** The resources in the page, as `Type/id/_history/version`. */
  readonly shown: readonly string[]
  /** True when matches may be missing, as its first entry says. */
  readonly isPartial?: boolean
  /** Undefined where it came from memory. */
  readonly cost?: SearchCost | undefined
}
