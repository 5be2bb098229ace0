// The name of the session cookie of a person signed in to the site.

/** With __Host- when https allows it, so that no other site of the domain can set such a cookie (conformance SEC-01). */
export const sessionCookieName = (publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Host-' : ''}next-auth.session-token`
