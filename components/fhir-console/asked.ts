// A FHIR request as the form of the console holds it, and the part of it that stands in the address of the page: never a token or a body.
import type { FhirConsoleRequest } from '#lib/api/fhir-console.ts'
import { FHIR_METHODS, type FhirMethod } from '#lib/api/fhir-console-words.ts'

/** The token to use: a client_id, a token of the reader's own, or none. */
export const OWN_TOKEN = 'own'
export const NO_TOKEN = 'none'

export type Asked = Omit<FhirConsoleRequest, 'body'> & { readonly body: string }

/** The request in an address such as ?method=GET&path=Task/7&client=demo-app, with defaults for the rest. */
export function askedOf(query: Readonly<Record<string, string | undefined>>): Asked {
  const method = FHIR_METHODS.find((known) => known === query['method']?.toUpperCase()) ?? 'GET'
  return {
    method,
    path: query['path'] ?? '',
    client: query['client'] ?? '',
    headers: usualHeaders(method),
    body: '',
  }
}

/** The address of a request; an empty path is the FHIR base. */
export const addressOf = ({ method, path, client }: Pick<Asked, 'method' | 'path' | 'client'>): string =>
  `/tools/fhir?${new URLSearchParams({ method, path, ...(client === '' ? {} : { client }) })}`

export const hasBody = (method: FhirMethod): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH'

/** The headers that a request of this method usually has. */
function usualHeaders(method: FhirMethod): Asked['headers'] {
  if (!hasBody(method)) return {}
  return { 'content-type': method === 'PATCH' ? 'application/json-patch+json' : 'application/fhir+json' }
}

/** The same request with another method: its own headers stay; headers for a body are added and removed with it. */
export function withMethod(asked: Asked, method: FhirMethod): Asked {
  const { 'content-type': _old, ...kept } = asked.headers
  return { ...asked, method, headers: { ...kept, ...usualHeaders(method) } }
}

/** A change of that version. */
export const withVersion = (asked: Asked, version: string): Asked => ({
  ...asked,
  headers: { ...asked.headers, 'if-match': version },
})
