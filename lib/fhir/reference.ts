// Logical ids and literal references (FHIR R4 datatypes "id", references §2.3.0.1).
import { R4_TYPES } from './types.ts'

const ID = /^[A-Za-z0-9\-.]{1,64}$/
const VERSION = /^[1-9]\d{0,14}$/
const TYPE = /^[A-Z][A-Za-z]{1,63}$/
const REFERENCE = /^([A-Z][A-Za-z]{1,63})\/([A-Za-z0-9\-.]{1,64})$/

/** True for a valid Resource.id. */
export const isResourceId = (text: string): boolean => ID.test(text)

/** The number of a version (`_history/[vid]`); undefined for one that this server never assigns. */
export const parseVersionId = (text: string): number | undefined => (VERSION.test(text) ? Number(text) : undefined)

/** True for a text in the form of a resource type. */
export const isTypeName = (text: string): boolean => TYPE.test(text)

/** A literal reference to a resource of this domain, `type/id`. */
export interface Reference {
  readonly type: string
  readonly id: string
}

/** A relative reference such as `Task/7`; undefined when it is anything else (a URL, a version, a path). */
export function parseReference(text: unknown): Reference | undefined {
  const match = typeof text === 'string' ? REFERENCE.exec(text) : null
  return match?.[1] && match[2] ? { type: match[1], id: match[2] } : undefined
}

/** A reference as text: `Type/id`. */
export const formatReference = ({ type, id }: Reference): string => `${type}/${id}`

const LITERAL = /(?:^|\/)([A-Z][A-Za-z]{1,63})\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/
const TYPES: ReadonlySet<string> = new Set(R4_TYPES)

/** The resource type that a literal reference points to, relative or absolute, with or without a version; undefined when it does not say. */
export function referredType(reference: string): string | undefined {
  const type = LITERAL.exec(reference)?.[1]
  return type !== undefined && TYPES.has(type) ? type : undefined
}
