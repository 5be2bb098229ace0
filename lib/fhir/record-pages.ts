// The addresses below /browse that are pages: a resource type, a record of it, and its editor.
import { isTypeName, parseReference } from './reference.ts'

const NAMED = /^\/browse\/([^/]+)(?:\/([^/]+)(?:\/edit)?)?\/?$/

/**
 * False for a string that cannot be a type or an id. A type that is not served has a page, on which the FHIR API says
 * so.
 */
export function isInBrowse(pathname: string): boolean {
  const [, type, id] = NAMED.exec(pathname) ?? []
  if (type === undefined) return true
  return isTypeName(type) && (id === undefined || parseReference(`${type}/${id}`) !== undefined)
}
