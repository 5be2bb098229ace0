// The app's sessions: one per launch, so that each tab keeps its own task. The launch's cookie holds a secret, the
// page's address holds the launch's id, and the database holds person and task but never a token (conformance APP-07,
// APP-08).
import type { FailedSession, OpenSession } from '#lib/api/launch-session.ts'
import { HOUR, SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { LaunchDeps } from './deps.ts'

/** A session as stored: without the id, which only the browser knows. */
export type KeptOpen = Omit<OpenSession, 'id'>
export type KeptSession = KeptOpen | Omit<FailedSession, 'id'>

/** A live session and its launch's id, which is public and useless without the cookie. */
export interface FoundSession {
  readonly id: string
  readonly session: KeptSession
}

export interface Sessions {
  /**
   * Starts a session for a launch; returns its id and Set-Cookie values. `newcomer` is the person of the launch:
   * sessions of other people in this browser end, and all sessions end when the person is unknown (APP-07). Without a
   * newcomer, no session ends.
   */
  readonly begin: (
    request: Request,
    session: KeptSession,
    newcomer?: { readonly person: string | undefined; readonly sid?: string | undefined },
  ) => Promise<{ readonly id: string; readonly cookies: readonly string[] }>
  /** The session of a launch, by default the newest; undefined when this browser has no live one. */
  readonly find: (request: Request, id?: string) => Promise<FoundSession | undefined>
  /** All sessions of this browser, oldest first. */
  readonly all: (request: Request) => Promise<readonly FoundSession[]>
  /** Permanently ends the session of that launch only; returns Set-Cookie values. */
  readonly end: (request: Request, id?: string) => Promise<readonly string[]>
}

export const SESSION_LIFETIME_S = HOUR / SECOND
const COOKIE = 'slipway-app-'
/** Bytes of an id that distinguishes the launches of one browser; it appears in the page's address. */
const ID_BYTES = 9
/** Open launches per browser: each is a cookie, and header size is limited. The oldest is dropped for a new one. */
const MOST_AT_ONCE = 10
/** Longest stored session, in characters. */
const LONGEST = 8 * 1024

/** Creates the session store of one app. */
export function launchSessions({ sessions: store, clientId, clock, random, cookies }: LaunchDeps): Sessions {
  /** Of this app: its secret opens no session of another one. */
  const hashOf = (secret: string) => sha256(`${clientId} ${secret}`)

  /** The launch ids in the request's cookies, the oldest first. */
  const idsOf = (request: Request) => cookies.namesAfter(request, COOKIE)

  const secretOf = (request: Request, id: string) => cookies.read(request, COOKIE + id)

  const find = async (request: Request, id: string): Promise<FoundSession | undefined> => {
    const secret = secretOf(request, id)
    const data = secret && (await store.find(hashOf(secret), clock()))
    return data ? { id, session: JSON.parse(data) as KeptSession } : undefined
  }

  const all = async (request: Request) => {
    const found = await Promise.all(idsOf(request).map((id) => find(request, id)))
    return found.filter((session) => session !== undefined)
  }

  const endOne = async (request: Request, id: string): Promise<readonly string[]> => {
    const secret = secretOf(request, id)
    if (secret === undefined) return []
    await store.end(hashOf(secret))
    return [cookies.clear(COOKIE + id)]
  }

  /** Clears the cookies of ended sessions, so that they take no room in later requests. */
  const endOthers = async (request: Request, stays: (session: KeptSession) => boolean): Promise<readonly string[]> => {
    const live = (await all(request)).filter(({ session }) => stays(session)).map(({ id }) => id)
    const staying = live.slice(Math.max(0, live.length - MOST_AT_ONCE + 1))
    const over = idsOf(request).filter((id) => !staying.includes(id))
    return (await Promise.all(over.map((id) => endOne(request, id)))).flat()
  }

  return {
    begin: async (request, session, newcomer) => {
      const over = await endOthers(request, (other) => !newcomer || isOf(other, newcomer.person))
      const [id, secret, now] = [random.token(ID_BYTES), random.token(), clock()]
      const expiresAt = now + SESSION_LIFETIME_S * SECOND
      const [person, data] = [personOf(session), asText(session)]
      await store.create({ idHash: hashOf(secret), person, data, expiresAt, sid: newcomer?.sid }, now)
      return { id, cookies: [cookies.write(COOKIE + id, secret, { maxAge: SESSION_LIFETIME_S }), ...over] }
    },
    find: async (request, id) => (id === undefined ? (await all(request)).at(-1) : find(request, id)),
    all,
    end: async (request, id) => {
      const ended = id ?? (await all(request)).at(-1)?.id
      return ended === undefined ? [] : endOne(request, ended)
    },
  }
}

const personOf = (session: KeptSession): string => (session.status === 'open' ? session.user : '')

const isOf = (session: KeptSession, person: string | undefined): boolean =>
  session.status === 'open' && session.user === person

/**
 * The session as JSON. When it is too long, details and then claims are left out: a server's texts can be of any
 * length.
 */
function asText(session: KeptSession): string {
  for (const smaller of [session, withoutDetails(session), withoutClaims(session)]) {
    const text = JSON.stringify(smaller)
    if (text.length <= LONGEST) return text
  }
  throw new Error('The session is too large')
}

const withoutDetails = (session: KeptSession): KeptSession => ({
  ...session,
  steps: session.steps.map((step) => ({ ...step, detail: '' })),
})

const withoutClaims = (session: KeptSession): KeptSession =>
  session.status === 'open' ? { ...(withoutDetails(session) as KeptOpen), idToken: {} } : session
