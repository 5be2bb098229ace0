// Addresses that a peer may call or send a browser to: https, or http on this machine (SMART App Launch 2.2, conformance DIS-08).

/** Whether a host name points to this machine itself. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname)

/** Whether a text is an absolute https URL (http on a loopback host) without user name, password or fragment. */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username || password || hash) return false
  return protocol === 'https:' || isLoopbackHost(hostname)
}

/** The address without one trailing slash: `…/fhir/` and `…/fhir` name the same base. */
export const withoutTrailingSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url)
