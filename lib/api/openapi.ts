// The types of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1) that this service uses to write and to show its description.

/** A schema object: JSON Schema 2020-12. */
export type Schema = Readonly<Record<string, unknown>>

export interface MediaType {
  readonly schema: Schema
  readonly example?: unknown
}

/** The shapes of a body by media type. */
export type Content = Readonly<Record<string, MediaType>>

/** A parameter of an operation (OpenAPI 3.1 §4.8.12). */
export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly description: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: string
}

/** One answer of an operation (OpenAPI 3.1 §4.8.17). */
export interface ApiResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>
  readonly content?: Content
}

/** What one method of one path does (OpenAPI 3.1 §4.8.10). */
export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly description?: string; readonly content: Content }
  readonly responses: Readonly<Record<string, ApiResponse>>
}

/** The methods that a path of the description can have; OpenAPI writes them in lower case. */
export const HTTP_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The operations of one path by method. */
export type PathItem = Readonly<Partial<Record<(typeof HTTP_METHODS)[number], Operation>>>

/** The whole description, as /openapi.json serves it. */
export interface OpenApi {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, Schema>>
  }
}
