// CORS headers (Fetch standard; conformance DIS-22, HOC-05..10). Public documents are open to all origins; the rest only to
// registered ones. Never with credentials: the API uses no cookies.
import type { Maybe } from '#lib/async/maybe.ts'
import type { FhirDeps } from '../deps.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const REQUEST_HEADERS = [
  ...['Accept', 'Authorization', 'Authentication', 'Content-Type', 'If-Match', 'If-Modified-Since', 'If-None-Exist'],
  ...['If-None-Match', 'Prefer', 'X-Correlation-Id', 'X-Request-Id', 'X-Security-Context', 'X-Trace-Id'],
].join(', ')
const RESPONSE_HEADERS = [
  ...['Accept-Patch', 'Allow', 'Content-Location', 'ETag', 'Last-Modified', 'Location', 'Preference-Applied'],
  ...['Retry-After', 'WWW-Authenticate', 'X-Correlation-Id', 'X-Request-Id', 'X-Security-Context', 'X-Trace-Id'],
].join(', ')
const PREFLIGHT_MAX_AGE_S = 600 // Chromium caches a preflight for two hours at most, Safari for ten minutes.

/** CORS headers of an answer; empty when the origin is not allowed. */
export function corsHeaders(
  request: Request,
  { isPublic, isOriginAllowed }: { readonly isPublic: boolean; readonly isOriginAllowed: boolean },
): Readonly<Record<string, string>> {
  const origin = request.headers.get('origin')
  if (!isPublic && !isOriginAllowed) return {}
  const headers = {
    'access-control-allow-origin': isPublic || origin === null ? '*' : origin,
    'access-control-expose-headers': RESPONSE_HEADERS,
  }
  if (request.method !== 'OPTIONS') return headers
  return {
    ...headers,
    'access-control-allow-methods': METHODS,
    // A public document is the same for everybody, whatever a page adds to its requests.
    'access-control-allow-headers': isPublic ? `*, ${REQUEST_HEADERS}` : REQUEST_HEADERS,
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
  }
}

/**
 * Whether the registry allows the Origin of a request. False when it cannot be looked up now: the answer may be the one that
 * reports this.
 */
export function allowedOrigin({ headers }: Request, { allowsOrigin }: Pick<FhirDeps, 'allowsOrigin'>): Maybe<boolean> {
  const origin = headers.get('origin')
  return origin !== null && allowsOrigin(origin).catch(() => false)
}
