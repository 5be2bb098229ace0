// Which version a writer has read: If-Match (RFC 9110 §13.1.1, FHIR R4 http.html#concurrency). Exactly one version has to be named, so
// that no update overwrites what its writer did not see. And which ones must not be there: If-None-Match (RFC 9110 §13.1.2).
import { matches } from '../http/conditional.ts'
import { FhirError } from '../outcome.ts'
import type { StoredVersion } from '../store.ts'

const OPAQUE = '"([\\x21\\x23-\\x7e\\x80-\\xff]*)"'
const ONE = new RegExp(`^(?:W/)?${OPAQUE}$`)
const SEVERAL = new RegExp(`^(?:W/)?${OPAQUE}(?:\\s*,\\s*(?:W/)?${OPAQUE})+$`)
/** Entity tags of this server are far shorter. */
const LONGEST = 256

/** How a missing If-Match is mended. `expression` names the member of a Bundle entry. */
export const ifMatchRequired = (expression?: string): FhirError =>
  new FhirError(
    412,
    'required',
    'Send If-Match with the ETag of the version that you read, such as W/"3": one version, no list and no *.',
    { expression },
  )

/** The opaque part of the one entity tag; undefined where there is no header. Throws FhirError: 412 for `*` and lists, 400. */
export function ifMatchOf(header: string | null | undefined, expression?: string): string | undefined {
  if (header === null || header === undefined) return undefined
  const value = header.trim()
  if (value === '*' || (value.length <= LONGEST && SEVERAL.test(value))) throw ifMatchRequired(expression)
  const [, tag] = value.length <= LONGEST ? (ONE.exec(value) ?? []) : []
  if (tag === undefined)
    throw new FhirError(400, 'invalid', 'If-Match has to be an ETag as this server gives it, such as W/"3".', {
      expression,
    })
  return tag
}

const LIST = new RegExp(`^(?:W/)?${OPAQUE}(?:\\s*,\\s*(?:W/)?${OPAQUE})*$`)

/** `*` or a list of entity tags; undefined where there is no header. Throws FhirError 400. */
export function ifNoneMatchOf(header: string | null | undefined, expression?: string): string | undefined {
  const value = header?.trim()
  if (value === undefined || value === '*' || LIST.test(value)) return value
  throw new FhirError(400, 'invalid', 'If-None-Match has to be * or ETags as this server gives them, such as W/"3".', {
    expression,
  })
}

/** Throws FhirError 412 where a version is there that If-None-Match names. A deletion is none. */
export function assertNoneMatches(ifNoneMatch: string | undefined, { deleted, versionId }: StoredVersion): void {
  if (ifNoneMatch !== undefined && !deleted && matches(ifNoneMatch, String(versionId)))
    throw new FhirError(412, 'conflict', 'The resource is there in a version that If-None-Match excludes.')
}

/** Throws FhirError 412 unless the named version is the current one; which that is, is told to who may read it. */
export function assertCurrent(ifMatch: string, { versionId, type, id }: StoredVersion, mayRead: boolean): void {
  if (ifMatch === String(versionId)) return
  throw mayRead
    ? new FhirError(
        412,
        'conflict',
        `The current version of ${type}/${id} is ${versionId}, not ${ifMatch}: read it again, and repeat your change on it.`,
        { versionId },
      )
    : new FhirError(412, 'conflict', 'The resource has another version by now.')
}
