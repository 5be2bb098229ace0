// The target of a reference (FHIR R4 references §2.3.0): a record of this domain, or an address outside of it.
import type { JsonNode } from '#lib/fhir/json-tree.ts'
import { parseReference } from '#lib/fhir/reference.ts'

const VERSIONED = /^(.+)\/_history\/([1-9]\d{0,9})$/

/** The page of a record. */
export const recordHref = (type: string, id: string, version?: string | number): string =>
  `/browse/${type}/${id}${version === undefined ? '' : `?version=${version}`}`

export const editHref = (type: string, id: string): string => `${recordHref(type, id)}/edit`

/** The page of the record that a relative reference, or a URL below `fhirBase`, points to; undefined for all else. */
export function referenceHref(reference: string, fhirBase: string): string | undefined {
  const relative = reference.startsWith(`${fhirBase}/`) ? reference.slice(fhirBase.length + 1) : reference
  const [, current, version] = VERSIONED.exec(relative) ?? [undefined, relative]
  const target = parseReference(current)
  return target && recordHref(target.type, target.id, version)
}

export interface FoundReference {
  /** The path of the reference within the resource. */
  readonly path: string
  readonly reference: string
  readonly display: string | undefined
}

/** Every Reference in a resource that has a `reference`, in its order. */
export function referencesIn(node: JsonNode, path = ''): readonly FoundReference[] {
  if (node.kind === 'array') return node.items.flatMap((item, index) => referencesIn(item, `${path}[${index}]`))
  if (node.kind !== 'object') return []
  const reference = textOf(node, 'reference')
  const own = reference === undefined ? [] : [{ path, reference, display: textOf(node, 'display') }]
  const below = node.members.flatMap(({ name, node: child }) =>
    referencesIn(child, path === '' ? name : `${path}.${name}`),
  )
  return [...own, ...below]
}

function textOf(node: JsonNode, name: string): string | undefined {
  const value = node.kind === 'object' ? node.members.find((member) => member.name === name)?.node : undefined
  return value?.kind === 'string' ? value.text : undefined
}
