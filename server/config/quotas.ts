// How many requests a minute each kind of caller may send (conformance LIM-01 to LIM-04).

/** Requests a minute. */
export interface Quotas {
  /** Token requests of one authenticated client. */
  readonly tokenPerClient: number
  /** Token requests from one address that prove no client. */
  readonly tokenPerAddress: number
  readonly authorizePerAddress: number
  /** Requests from one address to one address of a log-in or a launch. */
  readonly pagesPerAddress: number
  /** Requests from one address to one peer's JSON. */
  readonly apiPerAddress: number
  /** FHIR requests of one authenticated client, or from one address without a good token. */
  readonly fhir: number
}
