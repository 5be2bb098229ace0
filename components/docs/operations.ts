// The operations of the OpenAPI description as the reference shows them: by tag, and the FHIR API once for its two addresses.

import { HTTP_METHODS, type OpenApi, type Operation, type Responses } from '#lib/api/openapi.ts'
import { slugOfTag } from '#lib/docs/api-tags.ts'
import { BASES } from '#lib/fhir/bases.ts'

export interface DescribedOperation {
  readonly path: string
  readonly method: (typeof HTTP_METHODS)[number]
  /** With the responses that are its own. */
  readonly operation: Operation<Responses>
  /** The statuses of the responses that it shares with others. */
  readonly shared: readonly string[]
  /** The other address at which the same is served. */
  readonly alsoAt?: string
}

const [OTHER_BASE, BASE] = BASES

/** Every operation; an operation of the FHIR API appears once, with both addresses. */
export function operationsOf({ paths }: OpenApi): readonly DescribedOperation[] {
  return Object.entries(paths)
    .filter(([path]) => !(path === OTHER_BASE || path.startsWith(`${OTHER_BASE}/`)) || isAtBase(path))
    .flatMap(([path, item]) =>
      HTTP_METHODS.flatMap((method) => {
        const operation = item[method]
        const other = isAtBase(path) ? OTHER_BASE + path.slice(BASE.length) : undefined
        const alsoAt = other !== undefined && paths[other]?.[method] ? { alsoAt: other } : {}
        return operation ? [{ path, method, ...apart(operation), ...alsoAt }] : []
      }),
    )
}

/** An operation with its own responses, apart from those that it shares. */
function apart(operation: Operation): Pick<DescribedOperation, 'operation' | 'shared'> {
  const all = Object.entries(operation.responses)
  const own = all.flatMap(([status, said]) => ('$ref' in said ? [] : [[status, said] as const]))
  const shared = all.flatMap(([status, said]) => ('$ref' in said ? [status] : []))
  return { operation: { ...operation, responses: Object.fromEntries(own) }, shared }
}

/** What the shared refusals mean, by their status. */
export function sharedRefusals({ paths, components }: OpenApi): readonly (readonly [status: string, text: string])[] {
  const found = new Map<string, string>()
  for (const item of Object.values(paths))
    for (const { responses } of Object.values(item))
      for (const [status, said] of Object.entries(responses))
        if ('$ref' in said)
          found.set(status, components.responses[said.$ref.split('/').at(-1) ?? '']?.description ?? '')
  return [...found].sort(([one], [other]) => Number(one) - Number(other))
}

const isAtBase = (path: string): boolean => path === BASE || path.startsWith(`${BASE}/`)

/** The page and the place of an operation. */
export const addressOfOperation = ({ operation }: Pick<DescribedOperation, 'operation'>): string =>
  `/docs/api/${slugOfTag(operation.tags[0] ?? '')}#${operation.operationId}`

/**
 * The FHIR console with an operation filled in; undefined unless it is an operation on a type or a resource of the FHIR
 * API.
 */
export function tryItAddress({ path, method, operation }: DescribedOperation): string | undefined {
  if (!isAtBase(path) || path === BASE || !operation.tags.includes('FHIR API')) return undefined
  const { parameters = [] } = operation
  const filled = parameters.reduce(
    (at, { in: place, name, example = '' }) => (place === 'path' ? at.replace(`{${name}}`, example) : at),
    path.slice(`${BASE}/`.length),
  )
  const criteria = parameters.flatMap(({ in: place, name, example }) =>
    method !== 'get' && place === 'query' && example ? [`${name}=${example}`] : [],
  )
  const target = criteria.length > 0 ? `${filled}?${criteria.join('&')}` : filled
  return `/tools/fhir?method=${method.toUpperCase()}&path=${encodeURIComponent(target).replaceAll('%2F', '/')}`
}

/** The page that makes the request of an operation which a browser cannot send by itself. */
export function makerOf({ operation }: Pick<DescribedOperation, 'operation'>): 'assertion' | 'launch' | undefined {
  if (operation.security?.some((scheme) => 'privateKeyJwt' in scheme)) return 'assertion'
  return operation.operationId === 'authorize' ? 'launch' : undefined
}
