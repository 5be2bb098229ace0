// What is seen of an app whose developer is watching: an app shows step by step that it works. Only while somebody watches
// is a request looked at twice; what is seen is kept in the memory of this process, and decides nothing.
import { LRUCache } from 'lru-cache'
import type { Observation, SeenStep } from '#lib/api/connect.ts'
import type { Maybe } from '#lib/async/maybe.ts'
import { type Clock, MINUTE } from '#lib/clock.ts'
import type { Fetch, Handler } from '#lib/http/handler.ts'
import { formParams, parseParams, queryParams } from '#lib/http/params.ts'
import { readUnverified } from '#lib/oauth/jws.ts'

/** So long is an app watched after its developer last looked. */
const WATCHED_MS = 10 * MINUTE
const MOST_WATCHED = 200
const LONGEST_SENTENCE = 300

interface Watched {
  /** Epoch milliseconds. */
  readonly until: number
  readonly jwksUrl: string | undefined
  readonly redirectUris: readonly string[]
  readonly seen: Map<SeenStep, Observation>
}

type AtOnce = (request: Request) => Maybe<Response> | undefined

interface WatchedApp {
  readonly clientId: string
  readonly jwksUrl: string | undefined
  readonly redirectUris: readonly string[]
}

export interface Observations {
  /** What was seen of an app, the last of each step; from now on it is watched. */
  readonly of: (app: WatchedApp) => readonly Observation[]
  /** Each of these gives a handler that answers as the one it is given. */
  readonly launch: (handler: Handler) => Handler
  readonly authorize: (handler: Handler) => Handler
  readonly token: (handler: Handler) => Handler
  readonly fhir: (handler: Handler) => Handler
  /** The answer that is there at once, if any: while somebody watches there is none, and all go the way that is looked at. */
  readonly fhirAtOnce: (atOnce: AtOnce) => AtOnce
  /** The fetch of clients' keys. */
  readonly keys: (fetch: Fetch) => Fetch
}

/** What went wrong, in the words of the answer; undefined when it went well. */
interface Refused {
  readonly check: string | null
  readonly expected: string
}

export function createObservations(clock: Clock): Observations {
  const watched = new LRUCache<string, Watched>({ max: MOST_WATCHED })
  /** When the last of the watched apps is not watched any more. */
  let someUntil = 0
  const nobodyWatches = () => clock() >= someUntil

  const note = (clientId: string | undefined, step: SeenStep, refused: Refused | undefined): void => {
    const app = clientId === undefined ? undefined : watched.get(clientId)
    if (!app || clock() >= app.until) return
    app.seen.set(step, {
      step,
      outcome: refused ? 'failed' : 'done',
      at: new Date(clock()).toISOString(),
      check: refused?.check ?? null,
      expected: refused?.expected.slice(0, LONGEST_SENTENCE) ?? null,
    })
  }

  /** A handler that is looked at only while an app is watched; a fault of the looking is not one of the answer. */
  const looking =
    (look: (request: Request, answer: () => Promise<Response>) => Promise<Response>) =>
    (handler: Handler): Handler =>
    (request) =>
      nobodyWatches() ? handler(request) : look(request, async () => handler(request))

  return {
    of: ({ clientId, jwksUrl, redirectUris }) => {
      const known = watched.get(clientId)
      const seen = known?.seen ?? new Map<SeenStep, Observation>()
      someUntil = clock() + WATCHED_MS
      watched.set(clientId, { jwksUrl, redirectUris, seen, until: someUntil })
      return [...seen.values()]
    },
    launch: looking(async (request, answer) => {
      const form = await formOf(request)
      const response = await answer()
      if (response.status === 200) note(form?.get('app'), 'launch', undefined)
      return response
    }),
    authorize: looking(async (request, answer) => {
      const params = request.method === 'POST' ? await formOf(request) : queryParams(request)
      const response = await answer()
      const clientId = params?.get('client_id')
      const sent = params?.get('redirect_uri')
      const registered = watched.get(clientId ?? '')?.redirectUris ?? []
      if (request.method !== 'HEAD') note(clientId, 'authorize', refusedRedirect(response, { sent, registered }))
      return response
    }),
    token: looking(async (request, answer) => {
      const form = await formOf(request)
      const response = await answer()
      const claims = readUnverified(form?.get('client_assertion') ?? '')?.claims
      const step = form?.get('grant_type') === 'client_credentials' ? 'bearer' : 'code'
      note(textOf(claims?.['iss']), step, await refusedJson(response))
      return response
    }),
    fhir: looking(async (request, answer) => {
      const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
      const response = await answer()
      if (token) note(textOf(readUnverified(token)?.claims['client_id']), 'read', refusedStatus(response))
      return response
    }),
    fhirAtOnce: (atOnce) => (request) => (nobodyWatches() ? atOnce(request) : undefined),
    keys: (fetch) => async (input, init) => {
      const response = await fetch(input, init)
      if (!nobodyWatches())
        for (const [clientId, { jwksUrl }] of watched.entries())
          if (jwksUrl === String(input)) note(clientId, 'jwks', refusedStatus(response))
      return response
    },
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The form of a request that its handler still has to read. */
async function formOf(request: Request) {
  const form = await formParams(request.clone()).catch(() => undefined)
  return typeof form === 'object' ? form : undefined
}

/** The name of the check leads the description. */
function explained(error: string | undefined, description: string | undefined): Refused {
  const [, check, expected] = /^([a-z]+\.[a-z_]+): (.+)$/s.exec(description ?? '') ?? []
  return { check: check ?? error ?? null, expected: expected ?? description ?? error ?? '' }
}

/** authorize answers with a redirect: on to the log in, or back with an error. On a page of ours nobody was asked yet. */
function refusedRedirect({ status, headers }: Response, uris: RedirectUris): Refused | undefined {
  const location = headers.get('location')
  if (location === null) return refusedHere(status, headers, uris)
  const answer = parseParams(location.slice(location.indexOf('?') + 1))
  return answer.has('error') ? explained(answer.get('error'), answer.get('error_description')) : undefined
}

interface RedirectUris {
  readonly sent: string | undefined
  readonly registered: readonly string[]
}

/** The page names its check in a link. Of a redirect URI it is said which one came, and which would have done. */
function refusedHere(status: number, headers: Headers, { sent, registered }: RedirectUris): Refused {
  const check = /\/([a-z_.]+)>; rel="help"/.exec(headers.get('link') ?? '')?.[1] ?? null
  if (check !== 'authorize.redirect_uri') return { check, expected: `HTTP ${status}.` }
  const list = registered.length > 0 ? registered.join(', ') : 'none'
  return { check, expected: `redirect_uri as registered (${list}). Received: ${sent ?? 'none'}` }
}

async function refusedJson(response: Response): Promise<Refused | undefined> {
  if (response.status === 200) return undefined
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { readonly error?: string; readonly error_description?: string }
  return explained(body.error, body.error_description)
}

const refusedStatus = ({ status }: Response): Refused | undefined =>
  status < 400 ? undefined : { check: null, expected: `HTTP ${status}` }
