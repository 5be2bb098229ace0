// The Prefer header (RFC 7240) of reads: how unknown parameters are handled.

/** The handling of unknown parameters that a client prefers (RFC 7240 §4.4, FHIR R4 search.html §3.1.1.4.2). */
export function preferredHandling(headers: Headers): 'strict' | 'lenient' | undefined {
  const preferences = (headers.get('prefer') ?? '').split(/[,;]/).map((preference) => preference.trim().toLowerCase())
  if (preferences.some((preference) => /^handling\s*=\s*"?strict"?$/.test(preference))) return 'strict'
  return preferences.some((preference) => /^handling\s*=\s*"?lenient"?$/.test(preference)) ? 'lenient' : undefined
}
