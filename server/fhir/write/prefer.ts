// The content that a writer wants returned: Prefer: return=… (RFC 7240 §4.2, FHIR R4 http.html#ops).

export const RETURNS = ['minimal', 'representation', 'OperationOutcome'] as const

export type Return = (typeof RETURNS)[number]

/** The first return preference, case-insensitive; undefined if there is none or its value is unknown. */
export function preferredReturn(headers: Headers): Return | undefined {
  for (const part of (headers.get('prefer') ?? '').split(/[,;]/)) {
    const [, value] = /^\s*return\s*=\s*"?([a-z]+)"?\s*$/.exec(part.toLowerCase()) ?? []
    if (value !== undefined) return RETURNS.find((known) => known.toLowerCase() === value)
  }
  return undefined
}
