// SMART App Launch 2.2 scopes for back-end services: `system/Patient.rs?resource-origin=Device/x`.
// Parsed into values and compared as values: a scope is never a pattern.

const OPERATIONS = 'cruds'
const SYSTEM_SCOPE =
  /^system\/(\*|[A-Z][A-Za-z]{1,63})\.([a-z]{1,8}|\*)(?:\?resource-origin=([A-Za-z0-9\-./,]{1,2000}))?$/
const V1_OPERATIONS: Readonly<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' }

/** One scope, taken apart. */
export interface SystemScope {
  /** A FHIR type, or `*` for all. */
  readonly type: string
  /** An ordered subset of `cruds`. */
  readonly operations: string
  /** Ids of the Devices whose resources it covers; undefined for all. */
  readonly origins?: readonly string[]
}

/** A system scope, its v1 forms (`.read`, `.write`, `.*`) included; undefined when it is none or its letters are out of order. */
export function parseSystemScope(scope: string): SystemScope | undefined {
  const [, type, letters, origins] = SYSTEM_SCOPE.exec(scope) ?? []
  if (!type || !letters) return undefined
  const operations = V1_OPERATIONS[letters] ?? letters
  if (!isOrderedSubset(operations)) return undefined
  if (origins === undefined) return { type, operations }
  const ids = origins.split(',').map((origin) => /^Device\/([A-Za-z0-9\-.]{1,64})$/.exec(origin)?.[1])
  return ids.every((id) => id !== undefined) ? { type, operations, origins: ids as string[] } : undefined
}

/** The scope as it is written in a token. */
export function formatSystemScope({ type, operations, origins }: SystemScope): string {
  const narrowing = origins ? `?resource-origin=${origins.map((id) => `Device/${id}`).join(',')}` : ''
  return `system/${type}.${operations}${narrowing}`
}

/**
 * True for letters out of c, r, u, d, s, each at most once and in that order (SMART 2.2 "Scopes for requesting FHIR resources").
 */
export function isOrderedSubset(letters: string): boolean {
  let from = 0
  for (const letter of letters) {
    const at = OPERATIONS.indexOf(letter, from)
    if (at < 0) return false
    from = at + 1
  }
  return letters.length > 0
}
