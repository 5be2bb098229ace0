// Distinguishes a request with a bearer token (RFC 6750 §2.1) from a browser's, whose cookies are sent automatically.

/** True for a request with `Authorization: Bearer`, whatever its token is worth. */
export const isBearerRequest = (request: Request): boolean =>
  /^Bearer(\s|$)/i.test(request.headers.get('authorization') ?? '')
