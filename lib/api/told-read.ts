// An answer of a FHIR API that comes with a page, which then need not ask for it.

export interface ToldRead {
  readonly status: number
  /** As it was sent. */
  readonly text: string
  readonly etag: string | null
}

/** On its way while the page is; undefined where nothing was read: then the page asks, and says what went wrong. */
export type ComingRead = Promise<ToldRead | undefined>
