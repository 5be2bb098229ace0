// The settings of the raw servers, as JSON in their environment.
export interface RawSettings {
  readonly databaseFile: string
  /** The port of each baseline, by its name: constant, read, list. */
  readonly ports: Readonly<Record<string, number>>
  /** The body of the constant answer. */
  readonly constant: string
  /** The beginning of a list of Slipway's, up to its first entry. */
  readonly listHead: string
  /** The beginning of each entry, up to the id. */
  readonly entryHead: string
}

/** The settings of the raw server that writes. */
export interface WriterSettings {
  /** Its own database. */
  readonly ownFile: string
  readonly port: number
}

/** The settings of the minimal server. */
export interface LeastSettings {
  readonly databaseFile: string
  /** Its own database, for what it writes. */
  readonly ownFile: string
  readonly port: number
  /** The public key of the client, as a JWK. */
  readonly clientKey: object
  /** The key of the launching platform. */
  readonly platformKey: object
}
