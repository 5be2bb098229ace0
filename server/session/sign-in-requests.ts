// Filters requests to next-auth: only the actions that our pages use, with the parameters of each. next-auth would log
// anything else verbatim, pass it on to the identity provider, or fail on it.
import { cookieName, readCookie } from '#lib/cookies.ts'
import { formParams, type Params, queryParams } from '#lib/http/params.ts'

/** A request as passed to next-auth. */
export interface CleanRequest {
  readonly query: string
  /** The form body of a POST. */
  readonly form: string | undefined
}

/** The HTTP status for a request that is not passed on. */
export type NotLetIn = 204 | 404 | 413 | 415

/** The parameters of each action, by method and path below /api/auth. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'GET session': [],
  'GET csrf': [],
  'GET providers': [],
  'GET error': ['error'],
  'GET signin': ['callbackUrl', 'error', 'csrf'],
  'GET signout': ['callbackUrl', 'csrf'],
  'GET callback/shared-idp': ['code', 'state', 'iss', 'error'],
  'POST signin/shared-idp': ['callbackUrl', 'prompt', 'login_hint'],
  'POST signout': ['callbackUrl'],
}
const FORM_FIELDS = ['csrfToken', 'callbackUrl', 'json']
/**
 * The address to which next-auth's script reports browser errors. It is answered but not logged, because anybody can
 * post there.
 */
const BROWSER_LOG = 'POST _log'

const CODE = /^[A-Za-z_]{1,40}$/
const PRINTABLE = /^[\x21-\x7e]{1,2048}$/

/** The request, reduced to what is meant for next-auth, or the status to answer. `path` is below /api/auth. */
export async function cleanRequest(
  request: Request,
  path: readonly string[],
  publicUrl: string,
): Promise<CleanRequest | NotLetIn> {
  const action = `${request.method} ${path.join('/')}`
  if (action === BROWSER_LOG) return 204
  const names = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!names) return 404
  const query = allowedQuery(queryParams(request), names, publicUrl)
  if (request.method !== 'POST') return { query, form: undefined }
  const form = await formParams(request)
  if (form === 'too-large') return 413
  return typeof form === 'string' ? 415 : { query, form: allowedQuery(form, FORM_FIELDS, publicUrl) }
}

/** The named parameters that occur once and are valid, as a query. */
function allowedQuery(params: Params, names: readonly string[], publicUrl: string): string {
  const known = names.filter((name) => params.has(name) && !params.repeated.has(name))
  const good = known
    .map((name) => [name, params.get(name) ?? ''])
    .filter(([name = '', value = '']) => holds(name, value, publicUrl))
  return new URLSearchParams(good).toString()
}

function holds(name: string, value: string, publicUrl: string): boolean {
  if (!PRINTABLE.test(value)) return false
  if (name === 'callbackUrl') return isOwnAddress(value, publicUrl)
  return ['error', 'prompt', 'csrf', 'json'].includes(name) ? CODE.test(value) : true
}

/** next-auth's cookie with the address to which a sign-in returns. */
export const CALLBACK_COOKIE = 'next-auth.callback-url'

/** True when this site's own return-address cookie leads elsewhere: next-auth refuses every request that has it. */
export function hasStrangeCallback(request: Request, publicUrl: string): boolean {
  const value = callbackOf(request, publicUrl)
  return value !== undefined && !isOwnAddress(value, publicUrl)
}

/**
 * The address on this site that a sign-in returns to, from next-auth's cookie; undefined when absent or on another
 * site.
 */
export function signInLeadsTo(request: Request, publicUrl: string): URL | undefined {
  const value = callbackOf(request, publicUrl)
  return value !== undefined && isOwnAddress(value, publicUrl) ? new URL(value, publicUrl) : undefined
}

function callbackOf({ headers }: Request, publicUrl: string): string | undefined {
  const value = readCookie(headers, cookieName(publicUrl, CALLBACK_COOKIE))
  return value === undefined ? undefined : (new URLSearchParams(`v=${value}`).get('v') ?? '')
}

/** True for an address on this site, absolute or as a path. */
function isOwnAddress(value: string, publicUrl: string): boolean {
  const { origin } = new URL(publicUrl)
  if (!value.startsWith('/') && !value.startsWith(`${origin}/`) && value !== origin) return false
  return URL.canParse(value, origin) && new URL(value, origin).origin === origin
}
