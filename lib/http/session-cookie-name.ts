// The name of the session cookie of a person signed in to the site.
import { cookieName } from '../cookies.ts'

/** The whole name of the session cookie of the site at `publicUrl` (conformance SEC-01). */
export const sessionCookieName = (publicUrl: string): string => cookieName(publicUrl, 'next-auth.session-token')
