// Somebody has logged in at the shared identity provider in this browser, for a launch: the authorization server notes it in a cookie that
// says no more than that. The pages of the site then ask the provider, once and without a question, who it is (prompt=none, OpenID
// Connect Core §3.1.2.1), so that the person of a launch is known on all of them.

/** The cookie's name in the jar of the site (lib/cookies.ts). */
export const LOGGED_IN = 'slipway-logged-in'

/** Below /api/auth: where a page asks, with `callbackUrl` for the way back. */
export const WHO_IS_THERE = 'who-is-there'
