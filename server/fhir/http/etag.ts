// Entity tags (RFC 9110 §8.8.3). Those of resources are weak, because pretty-printing changes the bytes (FHIR R4 http.html#versioning).

/** The entity tag of a version, or of another state of a document. */
export const etagOf = (state: string | number): string => `W/"${state}"`

const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7E\x80-\xFF]*)"$/

/** Weak comparison with a list of entity tags, or `*` (§13.1.2). An invalid entity tag matches nothing. */
export function matches(list: string, tag: string): boolean {
  if (list.trim() === '*') return true
  return list.split(',').some((one) => ENTITY_TAG.exec(one.trim())?.[1] === tag)
}
