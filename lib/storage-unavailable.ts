// The error of a store that cannot answer for now: locked by another process, or its disk is full or gone.

/** The storage cannot be used at this moment; asking again later may help. The cause is for the log. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  /** True where there is no room left: reading goes on. */
  readonly isFull: boolean

  constructor(message: string, { isFull = false, ...options }: ErrorOptions & { readonly isFull?: boolean } = {}) {
    super(message, options)
    this.isFull = isFull
  }
}

/** What an answer says that is 503 because of it: seconds after which to ask again (RFC 9110 §10.2.3). */
export const TRY_AGAIN = { 'retry-after': '5' } as const
