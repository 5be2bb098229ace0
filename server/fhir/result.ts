// The result of an interaction: a document and its properties. send.ts turns them into headers and a status.

import type { ReadInteraction } from '#lib/audit/audit.ts'
import type { SearchCost } from './store.ts'
import type { Return } from './write/prefer.ts'

/** The caching of an answer. */
export type Freshness =
  /** A resource: cached by its reader, who asks each time whether it is still current. */
  | 'revalidate'
  /** A version, which never changes: cached by its reader. */
  | 'immutable'
  /** A list: not cacheable. */
  | 'never'
  /** A document that is the same for all callers: anybody may cache it for a while. */
  | 'public'

/** The result of a write. send.ts turns it into a response. */
export interface Written {
  readonly status: 200 | 201 | 204
  /** Minified JSON of a resource, an OperationOutcome or a Bundle; absent when nothing is shown. */
  readonly body?: string
  readonly version?: { readonly versionId: number; readonly lastUpdated: number } | undefined
  /** The address of the resulting version; undefined for a deletion. */
  readonly location?: string | undefined
  /** The preference that was applied (RFC 7240 §3). */
  readonly applied?: Return
}

export interface Result {
  /** Minified JSON, as text or as UTF-8 bytes. */
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly freshness: Freshness
  /** The entity tag of the document; absent when it has no use. */
  readonly tag?: string
  /** Epoch milliseconds. */
  readonly lastUpdated?: number
  /** The version-specific address of a resource. */
  readonly location?: string
  /** The media type of bytes that a person or an app wrote; undefined for JSON. */
  readonly media?: string
  /** The reference that says how sensitive those bytes are (X-Security-Context). */
  readonly context?: string
  /** True for plain JSON rather than a FHIR resource. */
  readonly plain?: boolean
  /** The resources in the document, as `Type/id/_history/version`: for the audit log. */
  readonly shown?: readonly string[]
  /** The interaction for the audit log, when the address does not tell it. */
  readonly interaction?: ReadInteraction
  /** The handling of unknown parameters that the client requested and got (RFC 7240). */
  readonly handling?: 'strict' | 'lenient'
  /** What the search read, for a developer who may know it; 'memory' for one that read nothing. */
  readonly cost?: SearchCost | 'memory'
}
