// The name of the cookie of who signed in at the site.

/** With __Host- where https allows it: no other site of the domain can set such a cookie (conformance SEC-01). */
export const sessionCookieName = (publicUrl: string): string =>
  `${publicUrl.startsWith('https:') ? '__Host-' : ''}next-auth.session-token`
