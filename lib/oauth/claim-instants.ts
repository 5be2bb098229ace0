// The times in a token: NumericDate claims (RFC 7519 §2), as RFC 3339 for people.

/** Claims that hold a NumericDate; `now` is the server's clock, which a check examines beside them. */
const TIMES: readonly string[] = ['exp', 'iat', 'nbf', 'auth_time', 'now']

/** The time of a claim in RFC 3339. Undefined for another claim, and for a number that is no date, such as one in milliseconds. */
export function instantOfClaim(name: string, value: unknown): string | undefined {
  if (!TIMES.includes(name) || typeof value !== 'number') return undefined
  const time = new Date(value * 1000)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
