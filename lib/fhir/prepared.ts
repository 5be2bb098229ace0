// A resource in the form that storage takes. prepared-resource.ts makes it.

/** A resource prepared for storage, complete except for its version. */
export interface PreparedResource {
  readonly type: string
  readonly id: string
  /** Minified. */
  readonly text: string
  /** The hash of the text without the version, which the server assigns. */
  readonly contentHash: string
  /** id of the Device in the resource-origin extension. */
  readonly origin: string | null
  /** Index values: param, system and value, one after the other. */
  readonly values: readonly string[]
}
