// The settings of the baselines, as JSON in their environment.
interface Common {
  readonly port: number
  /** The beginning of a list from Slipway, up to its first entry. */
  readonly listHead: string
  /** The beginning of each entry, up to the id. */
  readonly entryHead: string
  /** The public key of the client, as a JWK. */
  readonly clientKey: object
}

export interface Settings extends Common {
  readonly databaseFile: string
  /** A database of its own, for what it writes. */
  readonly ownFile: string
  /** The key of the launching platform. */
  readonly platformKey: object
}

/** Of the baselines on PostgreSQL. */
export interface PostgresSettings extends Common {
  readonly url: string
}
