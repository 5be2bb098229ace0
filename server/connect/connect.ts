// The peer for developers, put together: their own apps, the sample apps, and the judgement of their tokens.
import type { ConnectMe } from '#lib/api/connect.ts'
import type { Handler } from '#lib/http/handler.ts'
import { methodNotAllowed, NO_STORE, respond, respondJson } from '#lib/http/respond.ts'
import { addApp, editApp, listApps, MOST_APPS, readApp, removeApp, seenOf } from './apps.ts'
import type { ConnectDeps, Developer } from './deps.ts'
import { assertDeveloper, ConnectFailure, failureJson } from './endpoint.ts'
import { inspectToken, testKey, toolsMe } from './inspect.ts'

export type { ConnectDeps } from './deps.ts'

export interface Connect {
  /** Everything below /connect/api. The JSON is described in lib/api/connect.ts. */
  readonly handle: Handler
  /** GET /tools/api/me and POST /tools/api/judge. The JSON is described in lib/api/tools.ts. */
  readonly toolsMe: Handler
  readonly judge: Handler
}

type Action = (request: Request, id: string, developer: Developer) => Promise<object>

/** A path below /connect/api, its one parameter as a group. */
interface Place {
  readonly path: RegExp
  readonly actions: Readonly<Record<string, Action>>
}

export function createConnect(deps: ConnectDeps): Connect {
  const places: readonly Place[] = [
    { path: /^apps$/, actions: { GET: listApps(deps), POST: addApp(deps) } },
    { path: /^apps\/([A-Za-z0-9.-]+)$/, actions: { GET: readApp(deps), PUT: editApp(deps) } },
    { path: /^apps\/([A-Za-z0-9.-]+)\/remove$/, actions: { POST: removeApp(deps) } },
    { path: /^apps\/([A-Za-z0-9.-]+)\/seen$/, actions: { GET: seenOf(deps) } },
    { path: /^test-key$/, actions: { POST: testKey(deps) } },
  ]
  return {
    handle: guarded(deps, (request) => answer(deps, places, request)),
    toolsMe: guarded(deps, openPlace('GET', toolsMe(deps))),
    judge: guarded(deps, openPlace('POST', inspectToken(deps))),
  }
}

const guarded =
  (deps: ConnectDeps, handler: (request: Request) => Promise<Response>): Handler =>
  async (request) => {
    try {
      return await handler(request)
    } catch (error) {
      return failureJson(deps, request, error)
    }
  }

/** A place that decides itself who may come. */
const openPlace = (method: string, action: (request: Request) => Promise<object>) => async (request: Request) =>
  methodOf(request) === method ? json(request, await action(request)) : notAllowed([method])

async function answer(deps: ConnectDeps, places: readonly Place[], request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/connect\/api\/?/, '')
  const open = openTo(deps, path)
  if (open) return methodOf(request) === 'GET' ? withoutBody(request, await open(request)) : notAllowed(['GET'])
  const developer = await assertDeveloper(deps, request)
  for (const { path: pattern, actions } of places) {
    const match = pattern.exec(path)
    if (!match) continue
    const action = actions[methodOf(request)]
    return action ? json(request, await action(request, match[1] ?? '', developer)) : notAllowed(Object.keys(actions))
  }
  throw new ConnectFailure('not_found')
}

/** What everybody gets: who they are, and the sample apps. */
function openTo(deps: ConnectDeps, path: string): ((request: Request) => Promise<Response>) | undefined {
  if (path === 'me') return async (request) => respondJson(200, await whoIsThere(deps, request), NO_STORE)
  const name = /^samples\/(.+)$/.exec(path)?.[1]
  return name === undefined ? undefined : () => sampleText(deps, name)
}

async function whoIsThere({ developer, demo }: ConnectDeps, request: Request): Promise<ConnectMe> {
  const person = await developer(request)
  return {
    signedIn: person !== undefined && !person.acting,
    acting: person?.acting ?? false,
    name: person?.name ?? null,
    registersAs: demo ? 'approved' : 'pending',
    most: MOST_APPS,
    demoPeople: demo?.people.map(({ reference, name }) => ({ reference, name })) ?? [],
  }
}

async function sampleText({ sample }: ConnectDeps, name: string): Promise<Response> {
  const text = await sample(name)
  if (text === undefined) throw new ConnectFailure('not_found')
  return respond(200, text, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' })
}

const methodOf = ({ method }: Request) => (method === 'HEAD' ? 'GET' : method)

const json = (request: Request, body: object): Response => withoutBody(request, respondJson(200, body, NO_STORE))

const withoutBody = (request: Request, response: Response): Response =>
  request.method === 'HEAD' ? new Response(null, response) : response

const notAllowed = (methods: readonly string[]): Response => {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const body = { error: 'invalid_request', error_description: `Use ${allow}.` }
  return methodNotAllowed(allow, JSON.stringify(body), 'application/json', NO_STORE)
}
