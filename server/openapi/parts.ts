// Building blocks of operations: media types, responses, parameters, forms.
import type { z } from 'zod'
import type {
  ApiResponse,
  Content,
  HTTP_METHODS,
  Operation,
  Parameter,
  PathItem,
  ResponseHeader,
  Responses,
  Schema,
} from '#lib/api/openapi.ts'
import { schemaOf } from './shapes.ts'

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const text: Schema = { type: 'string' }
const url: Schema = { type: 'string', format: 'uri' }

/** One of some words. */
export const oneOf = (...words: readonly string[]): Schema => ({ type: 'string', enum: words })

/** A response with JSON that a schema describes. */
export const json = (description: string, schema: string, example?: unknown): ApiResponse => ({
  description,
  content: { 'application/json': { schema: ref(schema), ...(example === undefined ? {} : { example }) } },
})

/** A refusal in the JSON of our own pages. */
export const refused = (description: string): ApiResponse => json(description, 'ApiError')

export const header = (description: string, schema: Schema, required?: true): ResponseHeader => ({
  description,
  schema,
  ...(required ? { required } : {}),
})

export const page = (description: string): ApiResponse => ({ description, content: { 'text/html': { schema: text } } })

export const plain = (description: string): ApiResponse => ({
  description,
  content: { 'text/plain': { schema: text } },
})

/** Server-Sent Events. */
export const events = (description: string): ApiResponse => ({
  description,
  content: { 'text/event-stream': { schema: text } },
})

export const empty = (description: string): ApiResponse => ({ description })

export const UNCHANGED = empty('Unchanged since the ETag of If-None-Match.')

export const redirect = (description: string): ApiResponse => ({
  description,
  headers: { Location: header('Where the browser goes.', url, true) },
})

/** Of a 401: how to authenticate (RFC 9110 §11.6.1). */
export const CHALLENGE = { 'WWW-Authenticate': header('How to authenticate, and what was wrong.', text, true) }

/** FHIR answers under each name of JSON that a client may ask for (conformance NEG-03). */
export const fhir = (description: string, schema: string, example?: unknown): ApiResponse => {
  const media = { schema: ref(schema), ...(example === undefined ? {} : { example }) }
  const content: Content = { 'application/fhir+json': media, 'application/json': media, 'text/json': media }
  return { description, content }
}

/** A refusal of the FHIR API, which is always application/fhir+json. */
export const outcome = (description: string, headers?: ApiResponse['headers']): ApiResponse => ({
  description,
  ...(headers ? { headers } : {}),
  content: { 'application/fhir+json': { schema: ref('OperationOutcome') } },
})

export const query = (name: string, description: string, extra: Partial<Parameter> = {}): Parameter => ({
  name,
  in: 'query',
  description,
  schema: text,
  ...extra,
})

export const inHeader = (name: string, description: string, extra: Partial<Parameter> = {}): Parameter => ({
  ...query(name, description, extra),
  in: 'header',
})

export const inPath = (name: string, description: string, schema: Schema, example: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
  example,
})

/**
 * A JSON body in the shape that the server validates. Its schema is computed when read, because few processes need it.
 */
export const jsonBody = (shape: z.ZodType, example: object): NonNullable<Operation['requestBody']> => ({
  required: true,
  content: {
    'application/json': {
      get schema() {
        return schemaOf(shape)
      },
      example,
    },
  },
})

/** A form of application/x-www-form-urlencoded; `required` names the mandatory fields. */
export const form = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  example: Readonly<Record<string, string | number>>,
): NonNullable<Operation['requestBody']> => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties, required }, example } },
})

type Security = NonNullable<Operation['security']>

/** Without authentication. */
export const OPEN: Security = []
/** The session of a person at this site; changes are accepted from its own pages only. */
export const SESSION: Security = [{ session: [] }]
/** With or without a session, which shows or allows more. */
export const EITHER: Security = [{}, ...SESSION]
/** A token of an administrator (/admin/tokens). */
export const TOKEN: Security = [{ adminToken: [] }]
export const BEARER: Security = [{ bearer: [] }]

type Method = Uppercase<(typeof HTTP_METHODS)[number]>

export interface Answers {
  readonly [status: number]: ApiResponse
}

/** An operation in a table, which provides the tag and, by default, the authentication. */
export interface Row extends Omit<Operation, 'tags' | 'responses'>, Answers {}
export type Paths = Readonly<Record<string, PathItem<Operation<Responses>>>>

/** Operations by method and path, such as `GET /livez`. */
export function pathsOf(tag: string, security: Security, rows: Readonly<Record<`${Method} /${string}`, Row>>): Paths {
  const paths: Record<string, Record<string, Operation<Responses>>> = {}
  for (const [address, row] of Object.entries(rows)) {
    const [method = '', path = ''] = address.split(' ')
    const { operationId, summary, ...more } = row
    const members = Object.entries({ security, ...more })
    const pick = (areStatuses: boolean) =>
      Object.fromEntries(members.filter(([name]) => /^\d+$/.test(name) === areStatuses))
    const operation = { operationId, summary, ...pick(false), tags: [tag], responses: pick(true) as Responses }
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return paths
}

export const op = (operationId: string, summary: string, row: Omit<Row, 'operationId' | 'summary'>): Row => ({
  operationId,
  summary,
  ...row,
})

/** GET of a public, cacheable JSON document. */
export const document = (operationId: string, summary: string, schema: string): Row =>
  op(operationId, summary, {
    security: OPEN,
    200: json('The document.', schema),
    304: UNCHANGED,
  })

/** GET of the public keys of a client. */
export const keys = (operationId: string, summary: string): Row =>
  op(operationId, summary, {
    security: OPEN,
    200: { description: 'The keys.', content: { 'application/jwk-set+json': { schema: ref('JwkSet') } } },
    304: UNCHANGED,
  })

/** The address of a relying party for logout tokens. */
export const logoutToken = (operationId: string, summary: string): Row =>
  op(operationId, summary, {
    description:
      'OpenID Connect Back-Channel Logout 1.0 §2.5. The token names the session by `sid`, and is accepted once.',
    security: OPEN,
    requestBody: form({ logout_token: text }, ['logout_token'], { logout_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' }),
    200: empty('Its sessions have ended.'),
    400: json('The token is refused.', 'OAuthError'),
    429: json('Too many refused requests; see Retry-After.', 'OAuthError'),
  })
