// The settings of the raw servers, as JSON in their environment.
export interface RawSettings {
  readonly databaseFile: string
  /** The port of each baseline, by name: constant, read, list. */
  readonly ports: Readonly<Record<string, number>>
  /** The body of the constant answer. */
  readonly constant: string
  /** The beginning of a list from Slipway, up to its first entry. */
  readonly listHead: string
  /** The beginning of each entry, up to the id. */
  readonly entryHead: string
}

/** The settings of the raw server for writes. */
export interface WriterSettings {
  /** A database of its own. */
  readonly ownFile: string
  readonly port: number
}

/** The settings of the minimal server. */
export interface LeastSettings {
  readonly databaseFile: string
  /** A database of its own, for what it writes. */
  readonly ownFile: string
  readonly port: number
  /** The public key of the client, as a JWK. */
  readonly clientKey: object
  /** The key of the launching platform. */
  readonly platformKey: object
}
