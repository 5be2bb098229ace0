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

/** A header of an answer (OpenAPI 3.1 §4.8.21). */
export interface ResponseHeader {
  readonly description: string
  readonly required?: boolean
  readonly schema: Schema
}

/** One answer of an operation (OpenAPI 3.1 §4.8.17). */
export interface ApiResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, ResponseHeader>>
  readonly content?: Content
}

/** The name of a response that several operations share (OpenAPI 3.1 §4.8.23). */
export interface Reference {
  readonly $ref: string
}

/** Answers by status. */
export type Responses<Answer = ApiResponse> = Readonly<Record<string, Answer>>

/** What one method of one path does (OpenAPI 3.1 §4.8.10). */
export interface Operation<Answers = Responses<ApiResponse | Reference>> {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly description?: string; readonly content: Content }
  readonly responses: Answers
}

/** The methods that a path of the description can have; OpenAPI writes them in lower case. */
export const HTTP_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The operations of one path by method. */
export type PathItem<Described = Operation> = Readonly<Partial<Record<(typeof HTTP_METHODS)[number], Described>>>

/** The whole description, as /openapi.json serves it. */
export interface OpenApi {
  readonly openapi: '3.1.1'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    /** `identifier` is that of SPDX. */
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Responses
    readonly securitySchemes: Readonly<Record<string, Schema>>
  }
}

/** The responses of an operation, with those that it shares in place of their names. */
export const responsesOf = ({ components }: Pick<OpenApi, 'components'>, { responses }: Operation): Responses =>
  Object.fromEntries(
    Object.entries(responses).flatMap(([status, said]) => {
      const response = '$ref' in said ? components.responses[said.$ref.split('/').at(-1) ?? ''] : said
      return response ? [[status, response]] : []
    }),
  )
