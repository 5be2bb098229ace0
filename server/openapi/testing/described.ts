// Compares an answer with the description of its operation.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import {
  type ApiResponse,
  HTTP_METHODS,
  type OpenApi,
  type Operation,
  type Responses,
  responsesOf,
} from '#lib/api/openapi.ts'

export interface DescribedOperation {
  readonly path: string
  readonly method: (typeof HTTP_METHODS)[number]
  readonly operation: Operation
  /** Those that it shares included. */
  readonly responses: Responses
}

export const operationsOf = (document: OpenApi): readonly DescribedOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    HTTP_METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation, responses: responsesOf(document, operation) }] : []
    }),
  )

/** The operation of an id; throws when there is none. */
export function operationNamed(operations: readonly DescribedOperation[], operationId: string): DescribedOperation {
  const described = operations.find(({ operation }) => operation.operationId === operationId)
  if (!described) throw new Error(`${operationId} is not described`)
  return described
}

export function schemasOf(document: OpenApi): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'openapi')
  return ajv
}

/** Asserts that an answer is one of those that the description promises, its headers and body included. */
export async function expectDescribed(ajv: Ajv2020, described: DescribedOperation, response: Response): Promise<void> {
  expect(await undescribed(ajv, described, response)).toEqual([])
}

/** What an answer has that the description does not promise, or lacks of what it promises. */
export async function undescribed(
  ajv: Ajv2020,
  { path, method, operation, responses }: DescribedOperation,
  response: Response,
): Promise<readonly string[]> {
  const { status } = response
  const promised = responses[status]
  const body = await textOf(response)
  const shown = `${status} ${body.slice(0, 200)}`
  if (!promised) return [`is not described: ${shown}`]
  const missing = missingHeaders(promised, response).map((name) => `${status} has no header ${name}`)
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (!promised.content) return [...missing, ...(body === '' ? [] : [`has a body: ${shown}`])]
  if (body === '' && type === '' && isMinimal(response)) return missing
  if (!promised.content[type]) return [...missing, `${type || 'no body'} is not described: ${shown}`]
  if (!type.includes('json')) return missing
  const said = operation.responses[status] ?? promised
  const place = '$ref' in said ? said.$ref.slice(2).split('/') : ['paths', path, method, 'responses', String(status)]
  const invalid = invalidBy(ajv, [...place, 'content', type, 'schema'], JSON.parse(body))
  return invalid === undefined ? missing : [...missing, `${invalid}: ${shown}`]
}

/** What makes a value invalid by the schema at a place of the description; undefined for a valid one. */
export function invalidBy(ajv: Ajv2020, place: readonly string[], value: unknown): string | undefined {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/') // RFC 6901 §6
  const validate = ajv.getSchema(`openapi#/${pointer}`) // Compiled once, however often it is asked for.
  if (!validate) throw new Error(`The description has no schema at ${pointer}`)
  return validate(value) ? undefined : ajv.errorsText(validate.errors)
}

/** True for an answer that leaves its body out (RFC 7240 §4.2). */
const isMinimal = ({ headers }: Response): boolean => headers.get('preference-applied') === 'return=minimal'

const missingHeaders = ({ headers = {} }: ApiResponse, response: Response): readonly string[] =>
  Object.entries(headers).flatMap(([name, { required }]) => (required && !response.headers.has(name) ? [name] : []))

/** The body; of a stream, which has no end, what comes first. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text()
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  reader?.cancel().catch(() => undefined) // Not waited for: of a clone it ends with the other half.
  return new TextDecoder().decode(value)
}
