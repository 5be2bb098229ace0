// Says why an address did not answer, in words of one line.

export interface Unreachable {
  /** Node's error code, such as ECONNREFUSED, if any. */
  readonly code: string | undefined
  readonly reason: string
}

interface Failure {
  readonly message: string
  readonly code?: string
  /** OpenSSL's short sentence: its message has several lines, with the places in its source. */
  readonly reason?: string
  readonly cause?: Failure
}

/** The root cause of an error thrown by fetch. */
export function unreachable(error: unknown): Unreachable {
  const { message, code, reason, cause } = error as Failure
  if (cause) return unreachable(cause)
  return { code, reason: reason ? `TLS: ${reason}` : message.trim() || code || 'no answer' }
}
