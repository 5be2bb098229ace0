// The app's session: a sealed, HttpOnly cookie (JWE, dir + A256GCM). It holds who and what, never a token (conformance APP-07, APP-08).
import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { FailedSession, OpenSession } from '#lib/api/launch-session.ts'
import { HOUR, numericDate, SECOND } from '#lib/clock.ts'
import type { LaunchDeps } from './deps.ts'

export type SealedSession = OpenSession | FailedSession

export interface Sessions {
  /** A Set-Cookie value that begins a new session in place of any other. */
  readonly begin: (session: SealedSession) => Promise<string>
  /** The session of a request; undefined when there is none, or none that this app sealed and that still counts. */
  readonly read: (request: Request) => Promise<SealedSession | undefined>
  /** A Set-Cookie value that ends the session. */
  readonly end: () => string
}

/** How long a session lasts. */
export const SESSION_LIFETIME_S = HOUR / SECOND
const COOKIE = 'slipway-app'
const TYP = 'app-session+jwt'
/** Browsers keep cookies up to 4096 bytes, name and attributes included. */
const LONGEST = 3500
const KEY_BYTES = 32

/** Sessions sealed with a key derived from the app's secret (HKDF-SHA-256, RFC 5869). */
export function sealedSessions({ clientId, sealingSecret, clock, random, cookies }: LaunchDeps): Sessions {
  const key = new Uint8Array(hkdfSync('sha256', sealingSecret, '', 'slipway app session', KEY_BYTES))

  const seal = (session: SealedSession) => {
    const now = numericDate(clock())
    return new EncryptJWT({ session, iss: clientId, aud: clientId, iat: now, exp: now + SESSION_LIFETIME_S })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: TYP })
      .setJti(random.uuid())
      .encrypt(key)
  }

  return {
    begin: async (session) => {
      for (const smaller of [asIs, withoutDetails, withoutClaims]) {
        const sealed = await seal(smaller(session))
        if (sealed.length <= LONGEST) return cookies.write(COOKIE, sealed, { maxAge: SESSION_LIFETIME_S })
      }
      throw new Error('The session does not fit into a cookie')
    },
    read: async (request) => {
      const sealed = cookies.read(request, COOKIE)
      if (!sealed) return undefined
      try {
        const { payload } = await jwtDecrypt<{ readonly session: SealedSession }>(sealed, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          typ: TYP,
          issuer: clientId,
          audience: clientId,
          requiredClaims: ['exp', 'jti', 'session'],
          currentDate: new Date(clock()),
        })
        return payload.session
      } catch {
        return undefined // Expired, or of another key: as if there were none.
      }
    },
    end: () => cookies.clear(COOKIE),
  }
}

const asIs = (session: SealedSession): SealedSession => session

const withoutDetails = (session: SealedSession): SealedSession => ({
  ...session,
  steps: session.steps.map((step) => ({ ...step, detail: '' })),
})

const withoutClaims = (session: SealedSession): SealedSession =>
  session.status === 'open' ? { ...(withoutDetails(session) as OpenSession), idToken: {} } : session
