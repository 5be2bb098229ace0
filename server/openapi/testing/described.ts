// Compares an answer with the description of its operation.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { HTTP_METHODS, type OpenApi, type Operation } from '#lib/api/openapi.ts'

export interface DescribedOperation {
  readonly path: string
  readonly method: (typeof HTTP_METHODS)[number]
  readonly operation: Operation
}

export const operationsOf = ({ paths }: OpenApi): readonly DescribedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    HTTP_METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )

export function schemasOf(document: OpenApi): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'openapi')
  return ajv
}

/** Asserts that an answer is one of those that the description promises, its body included. */
export async function expectDescribed(
  ajv: Ajv2020,
  { path, method, operation }: DescribedOperation,
  response: Response,
): Promise<void> {
  const { status } = response
  const promised = operation.responses[status]
  const body = await textOf(response)
  const what = `${method} ${path}: ${status}`
  expect(promised, `${what} ${body.slice(0, 200)}`).toBeDefined()
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (!promised?.content) return expect(body, what).toBe('')
  expect(Object.keys(promised.content), what).toContain(type)
  if (!type.includes('json')) return
  const pointer = [path, method, 'responses', String(status), 'content', type, 'schema']
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const valid = ajv.validate({ $ref: `openapi#/paths/${pointer}` }, JSON.parse(body))
  expect(valid, `${what} ${ajv.errorsText()} ${body.slice(0, 300)}`).toBe(true)
}

/** The body; of a stream, which has no end, what comes first. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text()
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  reader?.cancel().catch(() => undefined) // Not waited for: of a clone it ends with the other half.
  return new TextDecoder().decode(value)
}
