// The resource types and searches that a server declares, read from its CapabilityStatement (FHIR R4 capabilitystatement.html).
import type { FhirResource } from './bundle.ts'

/** A resource type that a server declares, with its searches. */
export interface ServedType {
  readonly type: string
  readonly searchParameters: readonly { readonly name: string; readonly type: string | undefined }[]
}

interface Rest {
  readonly resource?: readonly {
    readonly type?: unknown
    readonly searchParam?: readonly { readonly name?: unknown; readonly type?: unknown }[]
  }[]
}

/** The types served, in the server's order, with their search parameters. */
export function servedTypes(capability: FhirResource): readonly ServedType[] {
  const rest = (Array.isArray(capability['rest']) ? capability['rest'][0] : undefined) as Rest | undefined
  return (rest?.resource ?? []).flatMap(({ type, searchParam = [] }) => {
    const name = textOf(type)
    return name === undefined ? [] : [{ type: name, searchParameters: searchParam.flatMap(parameter) }]
  })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const parameter = ({ name, type }: { readonly name?: unknown; readonly type?: unknown }) => {
  const text = textOf(name)
  return text === undefined ? [] : [{ name: text, type: textOf(type) }]
}
