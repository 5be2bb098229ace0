// Building blocks of operations: media types, responses, parameters, forms.
import type { z } from 'zod'
import type { ApiResponse, Content, Operation, Parameter, PathItem, Schema } from '#lib/api/openapi.ts'
import { schemaOf } from './shapes.ts'

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const text: Schema = { type: 'string' }
const url: Schema = { type: 'string', format: 'uri' }

/** A response with JSON that a schema describes. */
export const json = (description: string, schema: string, example?: unknown): ApiResponse => ({
  description,
  content: { 'application/json': { schema: ref(schema), ...(example === undefined ? {} : { example }) } },
})

/** A refusal in the JSON of our own pages. */
export const refused = (description: string): ApiResponse => json(description, 'PageError')

export const page = (description: string): ApiResponse => ({ description, content: { 'text/html': { schema: text } } })

export const empty = (description: string): ApiResponse => ({ description })

export const redirect = (description: string): ApiResponse => ({
  description,
  headers: { Location: { description: 'Where the browser goes', schema: url } },
})

/** FHIR answers under each name of JSON that a client may ask for (conformance NEG-03). */
export const fhir = (description: string, schema: string, example?: unknown): ApiResponse => {
  const media = { schema: ref(schema), ...(example === undefined ? {} : { example }) }
  const content: Content = { 'application/fhir+json': media, 'application/json': media, 'text/json': media }
  return { description, content }
}

/** A refusal of the FHIR API, which always comes as application/fhir+json. */
export const outcome = (description: string): ApiResponse => ({
  description,
  content: { 'application/fhir+json': { schema: ref('OperationOutcome') } },
})

export const query = (name: string, description: string, extra: Partial<Parameter> = {}): Parameter => ({
  name,
  in: 'query',
  description,
  schema: text,
  ...extra,
})

export const inPath = (name: string, description: string, schema: Schema, example: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
  example,
})

/** A body of JSON in the shape that the server checks it against. Its schema is made when it is read: few processes are asked for it. */
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

/** A form of application/x-www-form-urlencoded; `required` names what must be there. */
export const form = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  example: Readonly<Record<string, string>>,
): NonNullable<Operation['requestBody']> => ({
  required: true,
  content: {
    'application/x-www-form-urlencoded': { schema: { type: 'object', properties, required }, example },
  },
})

/** Without authentication. */
export const OPEN: NonNullable<Operation['security']> = []
/** The session of a person at this site; changes are accepted from its own pages only. */
export const SESSION: NonNullable<Operation['security']> = [{ session: [] }]
/** A token of an administrator (/admin/tokens). */
export const TOKEN: NonNullable<Operation['security']> = [{ adminToken: [] }]
export const BEARER: NonNullable<Operation['security']> = [{ bearer: [] }]

/** The description of 503 where the database is busy or its disk is full. */
export const UNAVAILABLE = 'The storage cannot answer for now.'

/** What every JSON API of our own pages may answer. */
export const FAULTS: Operation['responses'] = { 500: refused('A fault of ours.'), 503: refused(UNAVAILABLE) }

/** An operation of a table whose operations have one tag. */
export type Untagged = Omit<Operation, 'tags'>
export type Paths = Readonly<Record<string, Readonly<Partial<Record<keyof PathItem, Untagged>>>>>

export const tagged = (tag: string, paths: Paths): Readonly<Record<string, PathItem>> =>
  mapped(paths, (item) => mapped(item, (operation) => ({ ...operation, tags: [tag] })))

const mapped = <From, To>(members: Readonly<Record<string, From>>, change: (member: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]))
