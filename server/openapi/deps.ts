// The input of the description: facts that depend on the settings.

/** What the table of addresses has for an address. */
export interface AddressFacts {
  /** The form in which the server itself refuses a request. */
  readonly refusal: 'fhir' | 'json' | 'text'
  /** The kind of its traffic: `fhir` and `page` have busy answers of their own, and `vital` none. */
  readonly traffic: string
  /** What limits it; an object stands for a page. */
  readonly limit: string | object
  /** False where a body of undeclared length is refused. */
  readonly readsBodies: boolean
  /** True when the service serves this machine alone, under no other name. */
  readonly isLocal: boolean
}

export interface OpenapiDeps {
  readonly publicUrl: string
  readonly issuer: string
  readonly fhirBase: string
  readonly resourceTypes: readonly string[]
  readonly factsOf: (path: string) => AddressFacts
  readonly version: string
}
