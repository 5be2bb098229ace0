// A launch between the redirect to the authorization server and its answer, found by state and bound to one browser
// (RFC 9700 §4.7).
import type { LaunchStep, OpenSession } from '#lib/api/launch-session.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { FailureName } from '#lib/launch/failures.ts'
import type { LaunchDeps } from './deps.ts'

/** The state that a launch's callback needs. Its endpoints are those of this launch only (conformance SEC-09). */
export interface Pending {
  readonly iss: string
  readonly issuer: string
  /** True when the answer must carry `iss` (RFC 9207 §2.4). */
  readonly issRequired: boolean
  readonly tokenEndpoint: string
  readonly jwksUri: string
  readonly codeVerifier: string
  readonly nonce: string
  /** jti of the launch token, if it has one that is usable as a header value. */
  readonly launchId: string | undefined
  /** The person in the launch token, unverified. */
  readonly person: string | undefined
  /** client_id of the portal, as the launch token says; the authorization server verifies it. */
  readonly portal?: string | undefined
  readonly launchedFrom: OpenSession['launchedFrom']
  /** The failure that the app must simulate, in the demo. */
  readonly simulate: FailureName | undefined
  /** True for a step-by-step launch, in the demo. */
  readonly stepwise?: boolean
  readonly startedAt: number
  readonly steps: readonly LaunchStep[]
}

type PendingDeps = Pick<LaunchDeps, 'pending' | 'cookies' | 'clock' | 'random' | 'networkOf'>

/** Time to log in, including a sign-up. */
const LIFETIME_MS = 15 * MINUTE
const COOKIE = 'slipway-launch-'
/** Characters of the state's hash in the cookie's name: each launch has its own cookie, so that tabs do not interfere. */
const NAME_LENGTH = 16
/** Pending launches per browser: each is a cookie, and header size is limited. The oldest is dropped for a new one. */
const MOST_AT_ONCE = 10

const cookieName = (stateHash: string) => `${COOKIE}${stateHash.slice(0, NAME_LENGTH)}`

/** A state for a new launch: 256 bits, never used before. */
export const newState = ({ random }: Pick<PendingDeps, 'random'>): string => random.token()

/** The state as the trace links it: qualified by this app's client_id. */
export const appState = ({ clientId }: Pick<LaunchDeps, 'clientId'>, state: string): string => `${clientId} ${state}`

/** Stores a launch under its state and returns the Set-Cookie values that bind it to the browser. */
export async function keepPending(
  deps: PendingDeps,
  request: Request,
  state: string,
  pending: Pending,
): Promise<readonly string[]> {
  const browser = deps.random.token()
  const stateHash = sha256(state)
  const now = deps.clock()
  const data = JSON.stringify(pending)
  const network = deps.networkOf(request)
  const expiresAt = now + LIFETIME_MS
  await deps.pending.create({ stateHash, browserHash: sha256(browser), data, expiresAt, network }, now)
  const cookie = deps.cookies.write(cookieName(stateHash), browser, { maxAge: LIFETIME_MS / SECOND })
  return [...surplusCookies(deps, request).map(deps.cookies.clear), cookie]
}

/** Uses up the launch with this state; undefined when it is unknown, used, expired or from another browser. */
export async function takePending(
  deps: PendingDeps,
  request: Request,
  state: string,
): Promise<{ readonly pending: Pending; readonly clearCookie: string } | undefined> {
  const stateHash = sha256(state)
  const browser = deps.cookies.read(request, cookieName(stateHash))
  if (browser === undefined) return undefined
  const found = await deps.pending.consume(stateHash, sha256(browser), deps.clock())
  if (!found) return undefined
  return { pending: JSON.parse(found.data) as Pending, clearCookie: deps.cookies.clear(cookieName(stateHash)) }
}

/** Names of the oldest launch cookies of a browser that has as many as it can. */
function surplusCookies({ cookies }: Pick<PendingDeps, 'cookies'>, request: Request): readonly string[] {
  const hashes = cookies.namesAfter(request, COOKIE)
  return hashes.slice(0, Math.max(0, hashes.length - MOST_AT_ONCE + 1)).map(cookieName)
}
