// The error of a store that cannot answer for now: locked by another process, or its disk is full or gone.

/** The storage is unavailable right now; a later attempt may succeed. The cause is for the log. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  /** True when the disk is full: reading still works. */
  readonly isFull: boolean

  constructor(message: string, { isFull = false, ...options }: ErrorOptions & { readonly isFull?: boolean } = {}) {
    super(message, options)
    this.isFull = isFull
  }
}

/** What a client is told of a full disk, whatever it asked for. */
export const DISK_IS_FULL = 'The disk of the server is full: nothing was stored.'

/** The headers of a 503 because of it: seconds until a retry (RFC 9110 §10.2.3). */
export const TRY_AGAIN = { 'retry-after': '5' } as const
