// The input of the description: facts that depend on the settings.

export interface OpenapiDeps {
  readonly publicUrl: string
  readonly issuer: string
  readonly resourceTypes: readonly string[]
  /** Of the software. */
  readonly version: string
}
