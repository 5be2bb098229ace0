// Bundles of type transaction and batch for tests, and what came back for their entries.
import { expect } from 'vitest'
import type { Json } from '../../testing/fhir-server.ts'

export const transaction = (...entry: readonly Json[]): Json => ({ resourceType: 'Bundle', type: 'transaction', entry })

export const batch = (...entry: readonly Json[]): Json => ({ resourceType: 'Bundle', type: 'batch', entry })

/** Adds to Bundle.entry.request. */
type Request = Readonly<Partial<Record<'ifMatch' | 'ifNoneExist' | 'ifNoneMatch' | 'ifModifiedSince', string>>>

const entry = (method: string, url: string, resource: Json | undefined, request: Request, fullUrl?: string): Json => ({
  ...(fullUrl === undefined ? {} : { fullUrl }),
  ...(resource === undefined ? {} : { resource }),
  request: { method, url, ...request },
})

export const posting = (resource: Json, fullUrl?: string, request: Request = {}): Json =>
  entry('POST', String(resource['resourceType']), resource, request, fullUrl)

/** A PUT on the version that the resource is of. */
export const putting = (resource: Json, request: Request = version(resource)): Json =>
  entry('PUT', `${resource['resourceType']}/${resource['id']}`, resource, request)

const version = ({ meta }: Json): Request => ({ ifMatch: `W/"${(meta as Json)['versionId']}"` })

/** A JSON Patch, which a Bundle carries as a Binary. */
export const patching = (url: string, patch: unknown, request: Request, contentType = 'application/json-patch+json') =>
  entry(
    'PATCH',
    url,
    { resourceType: 'Binary', contentType, data: Buffer.from(JSON.stringify(patch)).toString('base64') },
    request,
  )

export const replacing = (path: string, value: unknown) => [{ op: 'replace', path, value }]

export const deleting = (url: string, request: Request = {}): Json => entry('DELETE', url, undefined, request)
export const getting = (url: string, request: Request = {}): Json => entry('GET', url, undefined, request)
export const requesting = (method: string, url: string, resource?: Json, request: Request = {}): Json =>
  entry(method, url, resource, request)

export interface EntryJson {
  readonly fullUrl?: string
  readonly resource?: Json
  readonly response: {
    readonly status: string
    readonly location?: string
    readonly etag?: string
    readonly lastModified?: string
    readonly outcome?: { readonly issue: readonly Json[] }
  }
}

/** The entries of a response Bundle. Fails where there is none. */
export async function entriesOf(response: Response, type: 'transaction' | 'batch'): Promise<readonly EntryJson[]> {
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(/^200 /)
  const bundle = JSON.parse(text) as { readonly type: string; readonly entry?: readonly EntryJson[] }
  expect(bundle).toMatchObject({ resourceType: 'Bundle', type: `${type}-response` })
  return bundle.entry ?? []
}

/** The status codes of the entries. */
export const statusesOf = (entries: readonly EntryJson[]): readonly number[] =>
  entries.map(({ response }) => Number(/^\d{3}(?= |$)/.exec(response.status)?.[0]))

/** `Patient/1` of where an entry is stored. */
export const addressOf = ({ response }: EntryJson): string =>
  /[A-Z][A-Za-z]+\/[^/]+(?=\/_history\/)/.exec(response.location ?? '')?.[0] ?? ''
