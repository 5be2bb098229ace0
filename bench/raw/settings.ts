// What the raw server is told by the benchmark, as JSON in its environment.
export interface RawSettings {
  readonly databaseFile: string
  /** Where each baseline listens, by its name: constant, read, list. */
  readonly ports: Readonly<Record<string, number>>
  /** The body of the constant answer. */
  readonly constant: string
  /** What a list of Slipway's begins with, up to its first entry. */
  readonly listHead: string
  /** What each entry begins with, up to the id. */
  readonly entryHead: string
}

/** What the server is told that does the least. */
export interface LeastSettings {
  readonly databaseFile: string
  /** Where it keeps what it writes: a database of its own. */
  readonly ownFile: string
  readonly port: number
  /** The public key of the client, as a JWK. */
  readonly clientKey: object
  /** That of the platform which launches. */
  readonly platformKey: object
}
