// What the resource server may remember from one request to the next. `cache/` implements it; with HOT_PATH=off, and wherever
// the folder is taken out, every request is worked out anew.
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
   * What is known while the database is as it is now. To be asked for once a request, before anything is looked up: what is
   * kept there is found by requests that see the same state. Throws StorageUnavailable.
   */
  readonly now: (request: Request) => StateMemory
}

export interface StateMemory {
  /** Who sent these headers before, if the token has not ended. */
  readonly caller: (headers: Headers) => Caller | undefined
  readonly keepCaller: (headers: Headers, caller: Caller) => void
  readonly pages: PageMemory
  /** Keeps the answer to a read, where it may be given again; never that to a search. */
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
  /** Whether there is a next page. */
  readonly more: boolean
  /** The entries of the Bundle, separated by commas; as bytes in UTF-8 where they are kept. */
  readonly entries: string | Uint8Array<ArrayBuffer>
  /** What it shows, as `Type/id/_history/version`. */
  readonly shown: readonly string[]
}
