// Distinguishes a request with a bearer token (RFC 6750 §2.1) from a browser's, whose cookies are sent automatically.

/** True for a request with `Authorization: Bearer`, whatever its token is worth. */
export const isBearerRequest = (request: Request): boolean =>
  /^Bearer(\s|$)/i.test(request.headers.get('authorization') ?? '')

/** The challenge for a refused token; `scope` is the one that it lacks (RFC 6750 §3.1). */
export const bearerChallenge = (
  error: 'invalid_token' | 'insufficient_scope',
  scope?: string,
): { readonly 'www-authenticate': string } => ({
  'www-authenticate': `Bearer error="${error}"${scope === undefined ? '' : `, scope="${scope}"`}`,
})
