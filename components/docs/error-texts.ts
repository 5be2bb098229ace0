// Texts of every error that has a page, by its stable id: the name of the failed check, or a code of RFC 6749.
import type { ErrorEntry } from '#lib/checks/check-text.ts'
import { CHECK_GROUPS } from '#lib/checks/checks.ts'
import { CODE_ERRORS } from './error-codes.ts'

/** The groups of the page that lists them, in the order in which a launch meets them. */
export const ERROR_GROUPS = { ...CHECK_GROUPS, codes: CODE_ERRORS } as const satisfies Readonly<
  Record<string, Readonly<Record<string, ErrorEntry>>>
>

const ENTRIES: ReadonlyMap<string, ErrorEntry> = new Map(
  Object.values(ERROR_GROUPS).flatMap((group) => Object.entries(group)),
)

/** The texts of an error by its id, which is the last part of error_uri; undefined for an unknown one. */
export const findError = (id: string): ErrorEntry | undefined => ENTRIES.get(id)
