// URLs that a peer may call or redirect to: https, or http on this machine (SMART App Launch 2.2, conformance DIS-08).

/** True for a host name of this machine itself. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname)

/** The characters of RFC 3986: such an address stands in a header as it is, and means the same there. */
const URI = /^https?:\/\/(?!\/)[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/i
/** A host name or an IP address. A URL parser lets `a;script-src` pass for one, which ends a directive of a policy. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/

/** True for an absolute https URL (http on a loopback host) without user name, password or fragment. */
export function isWebUrl(text: string): boolean {
  if (!URI.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username || password || hash || !HOST.test(hostname)) return false
  return protocol === 'https:' || isLoopbackHost(hostname)
}

/** The address without one trailing slash: `…/fhir/` and `…/fhir` name the same base. */
export const withoutTrailingSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url)

/** True when two addresses are equal except for one trailing slash. */
export const isSameBase = (one: string, other: string): boolean =>
  withoutTrailingSlash(one) === withoutTrailingSlash(other)
