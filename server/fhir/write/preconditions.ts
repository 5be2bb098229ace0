// The preconditions of a write. If-Match names exactly one version, so that no update overwrites a version that its
// writer has not seen (RFC 9110 §13.1.1, FHIR R4 http.html#concurrency). If-None-Match names versions that must not be
// current (RFC 9110 §13.1.2).
import { matches } from '../http/etag.ts'
import { FhirError } from '../outcome.ts'
import type { StoredVersion } from '../store.ts'

const OPAQUE = '"([\\x21\\x23-\\x7e\\x80-\\xff]*)"'
const ONE = new RegExp(`^(?:W/)?${OPAQUE}$`)
const SEVERAL = new RegExp(`^(?:W/)?${OPAQUE}(?:\\s*,\\s*(?:W/)?${OPAQUE})+$`)
/** The longest accepted header. Entity tags of this server are far shorter. */
const LONGEST = 256

/** The error for a missing If-Match. `expression` names the member of a Bundle entry. */
export const ifMatchRequired = (expression?: string): FhirError =>
  new FhirError(
    412,
    'required',
    'Send If-Match with the ETag of the version that you read, such as W/"3": one version, not a list and not *.',
    { expression },
  )

/**
 * The opaque part of the one entity tag; undefined without the header. Throws FhirError: 412 for `*` and lists, 400 for
 * anything malformed.
 */
export function ifMatchOf(header: string | null | undefined, expression?: string): string | undefined {
  if (header === null || header === undefined) return undefined
  const value = header.trim()
  if (value === '*' || (value.length <= LONGEST && SEVERAL.test(value))) throw ifMatchRequired(expression)
  const [, tag] = value.length <= LONGEST ? (ONE.exec(value) ?? []) : []
  if (tag === undefined)
    throw new FhirError(400, 'invalid', 'If-Match must be an ETag from this server, such as W/"3".', {
      expression,
    })
  return tag
}

const LIST = new RegExp(`^(?:W/)?${OPAQUE}(?:\\s*,\\s*(?:W/)?${OPAQUE})*$`)

/** `*` or a list of entity tags; undefined without the header. Throws FhirError 400. */
export function ifNoneMatchOf(header: string | null | undefined, expression?: string): string | undefined {
  const value = header?.trim()
  if (value === undefined || value === '*' || LIST.test(value)) return value
  throw new FhirError(400, 'invalid', 'If-None-Match must be * or ETags from this server, such as W/"3".', {
    expression,
  })
}

/** Throws FhirError 412 if If-None-Match names the current version. A deletion matches nothing. */
export function assertNoneMatches(ifNoneMatch: string | undefined, { deleted, versionId }: StoredVersion): void {
  if (ifNoneMatch !== undefined && !deleted && matches(ifNoneMatch, String(versionId)))
    throw new FhirError(412, 'conflict', 'The resource exists in a version that If-None-Match excludes.')
}

/**
 * Throws FhirError 412 unless the named version is the current one. A caller who may read the resource is told which
 * version is current.
 */
export function assertCurrent(ifMatch: string, { versionId, type, id }: StoredVersion, mayRead: boolean): void {
  if (ifMatch === String(versionId)) return
  throw mayRead
    ? new FhirError(
        412,
        'conflict',
        `The current version of ${type}/${id} is ${versionId}, not ${ifMatch}: read it again, and repeat your change on it.`,
        { versionId },
      )
    : new FhirError(412, 'conflict', 'The resource has changed in the meantime.')
}
