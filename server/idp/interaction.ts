// A pending authentication request. To find it takes its id and the cookie of the browser that started it.
import { MINUTE, SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { networkOf } from '#lib/http/network-of.ts'
import type { IdpDeps } from './deps.ts'
import type { AuthenticationRequest } from './store.ts'

const COOKIE = 'slipway-idp-browser'
const LIFETIME_MS = 15 * MINUTE // long enough to sign up, short enough for a shared computer
/** Longer than an interaction, so that a person who returns late is told that it expired. */
const COOKIE_LIFETIME_MS = 4 * LIFETIME_MS
const ID_BYTES = 16

export interface Interaction {
  /** Public: part of the page's address, so that two tabs can hold two requests. */
  readonly id: string
  readonly request: AuthenticationRequest
  /** The CSRF token of forms that belong to this interaction. */
  readonly csrf: string
}

type InteractionDeps = Pick<IdpDeps, 'stores' | 'clock' | 'random' | 'cookies' | 'clientAddress'>

/** The row's key includes a secret that only the browser has. */
const keyOf = (id: string, browser: string) => sha256(`${id}.${browser}`)

/** The CSRF token of a form, derived from the HttpOnly cookie without revealing it. */
export function csrfToken({ cookies }: Pick<IdpDeps, 'cookies'>, request: Request, id: string): string | undefined {
  const browser = cookies.read(request, COOKIE)
  return browser ? sha256(`form.${id}.${browser}`) : undefined
}

/** Stores the request until the person has logged in; returns its id and the Set-Cookie value that binds it. */
export async function startInteraction(
  { stores, clock, random, cookies, clientAddress }: InteractionDeps,
  request: Request,
  authenticationRequest: AuthenticationRequest,
): Promise<{ readonly id: string; readonly cookie: string }> {
  const id = random.token(ID_BYTES)
  const browser = cookies.read(request, COOKIE) || random.token()
  const now = clock()
  const content = { request: authenticationRequest, network: networkOf(clientAddress(request)) }
  await stores.interactions.create(keyOf(id, browser), content, now + LIFETIME_MS, now)
  return { id, cookie: cookies.write(COOKIE, browser, { maxAge: COOKIE_LIFETIME_MS / SECOND }) }
}

/** The interaction with that id, if it started in this browser and is still pending. */
export async function findInteraction(
  deps: InteractionDeps,
  request: Request,
  id: string | undefined,
): Promise<Interaction | undefined> {
  const browser = deps.cookies.read(request, COOKIE)
  const csrf = id && csrfToken(deps, request, id)
  if (!id || !browser || !csrf) return undefined
  const found = await deps.stores.interactions.find(keyOf(id, browser), deps.clock())
  return found && { id, request: found, csrf }
}

/** Ends the interaction; false when another request already ended it. */
export async function endInteraction(
  { stores, cookies }: InteractionDeps,
  request: Request,
  { id }: Interaction,
): Promise<boolean> {
  return stores.interactions.end(keyOf(id, cookies.read(request, COOKIE) ?? ''))
}
