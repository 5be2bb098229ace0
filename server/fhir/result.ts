// What an interaction gives: a document and what is known about it. Headers and statuses are made of it in send.ts.

/** How long an answer may be kept, and by whom. */
export type Freshness =
  /** A resource: by its reader, asking each time whether it is still current. */
  | 'revalidate'
  /** A version, which never changes: by its reader. */
  | 'immutable'
  /** A list: by nobody. */
  | 'never'
  /** A document that is the same for all: by everybody, for a while. */
  | 'public'

export interface Result {
  /** Minified JSON, as text or as bytes in UTF-8. */
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly freshness: Freshness
  /** Names this state of the document; absent where nobody could use it. */
  readonly tag?: string
  /** Epoch milliseconds. */
  readonly lastUpdated?: number
  /** The version-specific address of a resource. */
  readonly location?: string
  /** Whether the document is plain JSON rather than a FHIR resource. */
  readonly plain?: boolean
  /** What it shows, as `Type/id/_history/version`: for the audit log. */
  readonly shown?: readonly string[]
  /** The handling of unknown parameters that the client asked for and got (RFC 7240). */
  readonly handling?: 'strict' | 'lenient'
}
