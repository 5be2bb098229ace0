// Every address of the machine interface counts who calls it (conformance LIM-03, LIM-04): the one table of how, and how each
// says that it was too often. A handler that is not in the table does not compile. Calls of the peers among themselves stay
// inside and are not counted.
import { html } from '#lib/html/html.ts'
import { type Actor, respondPage } from '#lib/html/page.ts'
import { clientNetwork } from '#lib/http/client-address.ts'
import type { Handler } from '#lib/http/handler.ts'
import { type Exceeded, type RateLimit, rateLimitHeaders } from '#lib/http/rate-limit.ts'
import { type Catalogue, languageOf } from '#lib/i18n/language.ts'
import { OAuthError, oauthErrorJson } from '#lib/oauth/oauth-error.ts'
import type { Peers } from './peers.ts'
import type { Limits } from './rate-limits.ts'

const TOO_MANY_REQUESTS = 429 // RFC 6585 §4

/** Counts each request of an address, and answers in the form that its callers read. */
type Each = { readonly each: 'pages' | 'api'; readonly as: Actor | 'json' }

/**
 * How an address is limited.
 * `failures`: who proves nothing is counted by address, after the answer; what a proven client may do is the peer's to count.
 * `own`: the peer counts, clients and addresses apart.
 * `document`: the same bytes for everybody, from memory; who reads keys must not be kept from them by a neighbour.
 * `probe`: whoever watches the service must always get an answer.
 */
type Guard = Each | 'failures' | 'own' | 'document' | 'probe'

const page = (as: Actor): Each => ({ each: 'pages', as })
const API: Each = { each: 'api', as: 'json' }

type HandlersOf<Peer> = { readonly [Name in keyof Peer as Peer[Name] extends Handler ? Name : never]: Guard }

const GUARDS: { readonly [Name in keyof Peers]: HandlersOf<Peers[Name]> } = {
  oauth: {
    authorize: 'own',
    callback: page('oauth'),
    token: 'own',
    introspect: 'own',
    jwks: 'document',
    openidConfiguration: 'document',
    authorizationServerMetadata: 'document',
  },
  fhir: { handle: 'own', protectedResourceMetadata: 'document' },
  idp: {
    openidConfiguration: 'document',
    authorize: page('idp'),
    token: 'failures',
    jwks: 'document',
    login: page('idp'),
    signup: page('idp'),
    logout: page('idp'),
  },
  portal: {
    me: API,
    patients: API,
    tasks: API,
    launch: page('portal'),
    actAs: page('portal'),
    stopActing: page('portal'),
    signedOut: page('portal'),
    goOn: page('portal'),
    compose: API,
    composeTicket: API,
    composeLaunch: page('portal'),
    composeOpen: page('portal'),
    launches: 'failures',
    jwks: 'document',
  },
  launch: { receive: page('app'), callback: page('app'), jwks: 'document', session: API, fhir: API, end: page('app') },
  browse: { session: API, fhir: API, types: API, jwks: 'document' },
  admin: { handle: API },
  connect: { handle: API, toolsMe: API, judge: API },
  openapi: { document: 'document' },
  traces: { handle: API },
  ops: { livez: 'probe', readyz: 'probe', metrics: API },
}

/** The peers as the world outside meets them. */
export function limitedPeers(peers: Peers, limits: Limits): Peers {
  const guarded = Object.entries(GUARDS).map(([peer, guards]) => {
    const own = peers[peer as keyof Peers]
    const handlers = Object.entries(guards as Readonly<Record<string, Guard>>).map(([name, guard]) => [
      name,
      guardedBy(guard, limits, `${peer}.${name}`, own[name as keyof typeof own] as Handler),
    ])
    return [peer, { ...own, ...Object.fromEntries(handlers) }]
  })
  return Object.fromEntries(guarded) as Peers
}

function guardedBy(guard: Guard, limits: Limits, name: string, handler: Handler): Handler {
  if (guard === 'failures') return countingFailures(limits.api, name, handler)
  return typeof guard === 'string' ? handler : countingEach(limits[guard.each], guard.as, name, handler)
}

/** The refusal of a request to what is no peer's, under a name of its own; undefined when it may go on. */
export async function refuseTooMany(limits: Limits, name: string, request: Request): Promise<Response | undefined> {
  const exceeded = await limits.api.count(`${name} ${clientNetwork(request)}`)
  return exceeded && tooManyJson(exceeded)
}

const countingEach =
  (limit: RateLimit, as: Each['as'], name: string, handler: Handler): Handler =>
  async (request) => {
    const exceeded = await limit.count(`${name} ${clientNetwork(request)}`)
    if (!exceeded) return handler(request)
    return as === 'json' ? tooManyJson(exceeded) : tooManyPage(request, as, exceeded)
  }

const countingFailures =
  (limit: RateLimit, name: string, handler: Handler): Handler =>
  async (request) => {
    const answer = await handler(request)
    if (answer.status < 400 || answer.status >= 500) return answer
    const exceeded = await limit.count(`${name} ${clientNetwork(request)}`)
    return exceeded ? tooManyJson(exceeded) : answer
  }

const tooManyJson = (exceeded: Exceeded): Response =>
  oauthErrorJson(
    new OAuthError('temporarily_unavailable', 'Too many requests; wait as long as Retry-After says.', {
      status: TOO_MANY_REQUESTS,
      headers: rateLimitHeaders(exceeded),
    }),
    '',
  )

interface TooManyTexts {
  readonly title: string
  readonly whatToDo: string
}

const TEXTS: Catalogue<TooManyTexts> = {
  en: {
    title: 'Too many requests came from your network',
    whatToDo: 'Wait a minute, then go back and try again. Nothing was lost.',
  },
  nl: {
    title: 'Er kwamen te veel verzoeken uit jouw netwerk',
    whatToDo: 'Wacht een minuut, ga dan terug en probeer het opnieuw. Er is niets verloren gegaan.',
  },
}

function tooManyPage(request: Request, actor: Actor, exceeded: Exceeded): Response {
  const language = languageOf(request.headers)
  const { title, whatToDo } = TEXTS[language]
  return respondPage({
    language,
    title,
    actor,
    status: TOO_MANY_REQUESTS,
    headers: rateLimitHeaders(exceeded),
    formAction: [],
    body: html`<h1>${title}</h1>
<p role="alert">${whatToDo}</p>`,
  })
}
