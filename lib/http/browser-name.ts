// The name of a browser and its system, by which a person recognises a session (RFC 9110 §10.1.5). Of the header nothing else is kept.

/** In this order: many browsers also name those that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(e|ium)\/|\bHeadlessChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Such as "Firefox, Linux"; undefined for a client that is no known browser. */
export function browserName(request: Request): string | undefined {
  const agent = request.headers.get('user-agent') ?? ''
  const named = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1]
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(', ') || undefined
}
