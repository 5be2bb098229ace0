// What the description of the service is given: facts that its settings decide.

export interface OpenapiDeps {
  readonly publicUrl: string
  readonly issuer: string
  readonly resourceTypes: readonly string[]
  /** Of the software. */
  readonly version: string
}
