// The error of a store that cannot answer for now: locked by another process, or its disk is full or gone.

/** The storage cannot be used at this moment; asking again later may help. The cause is for the log. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}
