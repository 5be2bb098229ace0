// Applies a row's rate limit to its handler and refuses excess requests (conformance LIM-03, LIM-04). Calls between
// peers stay inside the process and are not counted.
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { clientNetwork } from '#lib/http/client-address.ts'
import type { Handler } from '#lib/http/handler.ts'
import { type Exceeded, type RateLimit, rateLimitHeaders } from '#lib/http/rate-limit.ts'
import type { Actor } from '#lib/i18n/actors.ts'
import { type Catalogue, languageOf } from '#lib/i18n/language.ts'
import { OAuthError, oauthErrorJson } from '#lib/oauth/oauth-error.ts'
import type { Limits } from './rate-limits.ts'
import type { RouteLimit } from './route.ts'

const TOO_MANY_REQUESTS = 429 // RFC 6585 §4

/** Returns the handler behind a rate limit. Requests are counted by network, separately for each `name`. */
export function limited(limit: RouteLimit, limits: Limits, name: string, handler: Handler): Handler {
  if (limit === 'failures') return countingFailures(limits.api, name, handler)
  if (limit === 'api') return countingEach(limits.api, name, handler, (_, exceeded) => tooManyJson(exceeded))
  if (typeof limit === 'string') return handler
  return countingEach(limits.pages, name, handler, (request, exceeded) => tooManyPage(request, limit.page, exceeded))
}

/** The refusal of a request that no peer handles, counted under its own name; undefined when it is allowed. */
export async function refuseTooMany(limits: Limits, name: string, request: Request): Promise<Response | undefined> {
  const exceeded = await limits.api.count(`${name} ${clientNetwork(request)}`)
  return exceeded && tooManyJson(exceeded)
}

type Refused = (request: Request, exceeded: Exceeded) => Response

const countingEach =
  (limit: RateLimit, name: string, handler: Handler, refused: Refused): Handler =>
  async (request) => {
    const exceeded = await limit.count(`${name} ${clientNetwork(request)}`)
    return exceeded ? refused(request, exceeded) : handler(request)
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

const TEXTS: Catalogue<{ readonly title: string; readonly whatToDo: string }> = {
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
  const language = languageOf(request)
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
