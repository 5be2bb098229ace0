// Every kind of OAuth error by its stable id: the name of the check that refused, or a code of RFC 6749.
import { AUTHORIZE_ERRORS } from './authorize.ts'
import { CODE_ERRORS } from './codes.ts'
import type { ErrorEntry } from './error-text.ts'
import { LAUNCH_TOKEN_ERRORS } from './launch-token.ts'
import { LOGIN_ERRORS } from './login.ts'
import { TOKEN_ERRORS } from './token.ts'

/** The groups of the page that lists them, in the order in which a launch meets them. */
export const ERROR_GROUPS = {
  authorize: AUTHORIZE_ERRORS,
  launch: LAUNCH_TOKEN_ERRORS,
  login: LOGIN_ERRORS,
  token: TOKEN_ERRORS,
  codes: CODE_ERRORS,
} as const satisfies Readonly<Record<string, Readonly<Record<string, ErrorEntry>>>>

const ENTRIES: ReadonlyMap<string, ErrorEntry> = new Map(
  Object.values(ERROR_GROUPS).flatMap((group) => Object.entries(group)),
)

export const findError = (id: string): ErrorEntry | undefined => ENTRIES.get(id)
