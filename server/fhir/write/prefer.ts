// What a writer wants back: Prefer: return=… (RFC 7240 §4.2, FHIR R4 http.html#ops).

export const RETURNS = ['minimal', 'representation', 'OperationOutcome'] as const

export type Return = (typeof RETURNS)[number]

/** The first known preference; undefined for none. */
export function preferredReturn(headers: Headers): Return | undefined {
  for (const part of (headers.get('prefer') ?? '').split(/[,;]/)) {
    const [, value] = /^\s*return\s*=\s*"?([A-Za-z]+)"?\s*$/.exec(part) ?? []
    if (value !== undefined) return RETURNS.find((known) => known === value)
  }
  return undefined
}
