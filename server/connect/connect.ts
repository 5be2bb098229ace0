// The peer for developers, assembled: their own apps, the sample apps, and verdicts on their tokens.
import type { ConnectMe } from '#lib/api/connect.ts'
import type { Handler } from '#lib/http/handler.ts'
import { jsonHandler, jsonRoute, jsonRoutes } from '#lib/http/json-api.ts'
import { respond } from '#lib/http/respond.ts'
import { addApp, editApp, listApps, MOST_APPS, reachOwn, readApp, removeApp, seenOf } from './apps.ts'
import type { ConnectDeps } from './deps.ts'
import { assertDeveloper, connectApi, failure } from './endpoint.ts'
import { inspectToken, testKey, toolsMe } from './inspect.ts'

export type { ConnectDeps } from './deps.ts'

/** The interface of the peer for developers for the table of addresses. */
export interface Connect {
  /** Everything below /connect/api. The JSON is described in lib/api/connect.ts. */
  readonly handle: Handler
  /** GET /tools/api/me and POST /tools/api/judge. The JSON is described in lib/api/tools.ts. */
  readonly toolsMe: Handler
  readonly inspect: Handler
}

/** Makes the peer from its ports. */
export function createConnect(deps: ConnectDeps): Connect {
  const api = connectApi(deps)
  const developer = (request: Request) => assertDeveloper(deps, request)
  const rows = [
    jsonRoute('me', anybody, { GET: (request) => whoIsThere(deps, request) }),
    jsonRoute('samples/:file', anybody, { GET: (_, file) => sampleText(deps, file) }),
    jsonRoute('apps', developer, { GET: listApps(deps), POST: addApp(deps) }),
    jsonRoute('apps/:id', developer, { GET: readApp(deps), PUT: editApp(deps) }),
    jsonRoute('apps/:id/remove', developer, { POST: removeApp(deps) }),
    jsonRoute('apps/:id/reach', developer, { POST: reachOwn(deps) }),
    jsonRoute('apps/:id/seen', developer, { GET: seenOf(deps) }),
    jsonRoute('test-key', developer, { POST: testKey(deps) }),
  ]
  const otherwise = async (request: Request) => {
    await developer(request)
    throw failure('not_found')
  }
  const me = jsonRoute('', anybody, { GET: toolsMe(deps) })
  const inspect = jsonRoute('', anybody, { POST: inspectToken(deps) })
  return {
    handle: jsonRoutes(api, '/connect/api', rows, otherwise),
    toolsMe: jsonHandler(api, (request) => me.answer(request, '')),
    inspect: jsonHandler(api, (request) => inspect.answer(request, '')),
  }
}

/** For handlers that decide on access themselves. */
const anybody = async () => undefined

async function whoIsThere({ developer, demo }: ConnectDeps, request: Request): Promise<ConnectMe> {
  const person = await developer(request)
  return {
    signedIn: person !== undefined,
    name: person?.name ?? null,
    registersAs: demo ? 'approved' : 'pending',
    most: MOST_APPS,
    demoPeople: demo?.people.map(({ name, username, role }) => ({ name, username, role })) ?? [],
  }
}

async function sampleText({ sample }: ConnectDeps, name: string): Promise<Response> {
  const text = await sample(name)
  if (text === undefined) throw failure('not_found')
  return respond(200, text, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' })
}
