// The addresses below /docs that are pages.
import { CHECK_NAMES } from '#lib/checks/checks.ts'
import { OAUTH_ERROR_CODES } from '#lib/oauth/oauth-error.ts'
import { API_TAGS, slugOfTag } from './api-tags.ts'
import { SHELVES } from './reading-order.ts'

const PAGES: ReadonlySet<string> = new Set([
  ...SHELVES.flatMap(({ pages }) => pages),
  ...API_TAGS.map(({ name }) => `api/${slugOfTag(name)}`),
  ...[...CHECK_NAMES, ...OAUTH_ERROR_CODES].map((id) => `errors/${id}`),
])

/** A page that takes a name, in its folder. Pictures are no pages. */
const NAMED = /^\/docs\/((?!images\/)[^/]+\/[^/]+)\/?$/

/** False for a name that no page of the documentation has. */
export function isInDocs(pathname: string): boolean {
  const named = NAMED.exec(pathname)?.[1]
  return named === undefined || PAGES.has(named)
}
