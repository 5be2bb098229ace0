// The settings of the raw servers, as JSON in their environment.
export interface RawSettings {
  readonly port: number
  readonly databaseFile: string
  /** A database of its own, for what it writes. */
  readonly ownFile: string
  /** The body of the constant answer. */
  readonly constant: string
  /** The beginning of a list from Slipway, up to its first entry. */
  readonly listHead: string
  /** The beginning of each entry, up to the id. */
  readonly entryHead: string
}

/** The settings of the minimal server. */
export interface LeastSettings {
  readonly port: number
  readonly databaseFile: string
  /** A database of its own, for what it writes. */
  readonly ownFile: string
  /** The public key of the client, as a JWK. */
  readonly clientKey: object
  /** The key of the launching platform. */
  readonly platformKey: object
}
