// Tells a request that bears a token (RFC 6750 §2.1) from one of a browser, whose cookies are sent by themselves.

/** True for a request with `Authorization: Bearer`, whatever its token is worth. */
export const isBearerRequest = (request: Request): boolean =>
  /^Bearer(\s|$)/i.test(request.headers.get('authorization') ?? '')
