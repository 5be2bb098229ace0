// /tools/api/fhir: FHIR requests that a person composes on a page, sent with the token of one of the domain's own clients. The FHIR API
// decides as it does for any client; the token never leaves the server, and the audit log has the person.

import type { FhirConsoleAnswer, FhirConsoleMe, FhirConsoleRequest } from '#lib/api/fhir-console.ts'
import { fhirConsoleForm } from '#lib/api/fhir-console-form.ts'
import { changeRefused } from '#lib/audit/changes.ts'
import { messageOf } from '#lib/cause.ts'
import { urlOfTyped } from '#lib/fhir/fhir-url.ts'
import { replaceLongStrings } from '#lib/fhir/replace-long-strings.ts'
import { CONSOLE_HEADER } from '#lib/http/console-header.ts'
import type { Handler } from '#lib/http/handler.ts'
import { type ApiFailure, jsonHandler, jsonRoute, refusals } from '#lib/http/json-api.ts'
import { jsonBody } from '#lib/http/json-body.ts'
import { readBody } from '#lib/http/params.ts'
import { rateLimitHeaders } from '#lib/http/rate-limit.ts'
import type { HeaderMap } from '#lib/http/respond.ts'
import { isForeignChange } from '#lib/http/same-origin.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { TRACE_HEADER } from '#lib/trace/trace.ts'
import { requestSent } from './audited.ts'
import type { Asker, FhirConsoleDeps, OwnClient } from './deps.ts'
import { FAILURE_TEXTS, STATUS } from './texts.ts'

/** Longest answer that is shown, in bytes. */
const LONGEST_ANSWER = 4 * 1024 * 1024

/** Longest answer that is read, in bytes: what makes one longer than is shown is mostly one long string, which is left out. */
const LONGEST_READ = 16 * LONGEST_ANSWER

/** JSON inside JSON is longer: each quote and line break takes two bytes. */
const ESCAPED = 2

/** The FHIR console's interface for the table of addresses. */
export interface FhirConsole {
  /** GET and POST of /tools/api/fhir. The JSON is described in lib/api/fhir-console.ts. */
  readonly handle: Handler
}

const { failure, api } = refusals(STATUS, FAILURE_TEXTS)

/** The FHIR console from its ports. */
export function createFhirConsole(deps: FhirConsoleDeps): FhirConsole {
  const consoleApi = api({ log: deps.log, failed: 'the FHIR console failed', logsMessages: false })
  const route = jsonRoute('', deps.person, {
    GET: (request, _, person) => whatIsThere(deps, request, person),
    POST: (request, _, person) => sendFor(deps, request, person),
  })
  return { handle: jsonHandler(consoleApi, (request) => route.answer(request, '')) }
}

const whatIsThere = async (
  { clients, appName, fhirBase, demoPeople }: FhirConsoleDeps,
  request: Request,
  person: Asker | undefined,
): Promise<FhirConsoleMe> => ({
  known: person !== undefined,
  fhirBase,
  clients: await Promise.all(
    clients
      .filter(({ isFor }) => person !== undefined && isFor(person))
      .map(async ({ clientId, name }) => ({
        clientId,
        name: (await appName(clientId, languageOf(request))) ?? name,
      })),
  ),
  demoPeople: demoPeople.map(({ name, username, role }) => ({ name, username, role })),
})

async function sendFor(deps: FhirConsoleDeps, request: Request, person: Asker | undefined): Promise<FhirConsoleAnswer> {
  if (!person) throw turnedAway(deps, request, undefined, 'not_signed_in')
  if (isForeignChange(request, deps.publicUrl)) throw turnedAway(deps, request, person, 'cross_site')
  const exceeded = await deps.limit.count(deps.clientAddress(request))
  if (exceeded) throw turnedAway(deps, request, person, 'too_many_requests', rateLimitHeaders(exceeded))
  const read = await jsonBody(request, fhirConsoleForm, ESCAPED * deps.mostBytes)
  if ('problems' in read) throw failure('bad_request')
  const asked: FhirConsoleRequest = read.body
  const client = deps.clients.find(({ clientId, isFor }) => clientId === asked.client && isFor(person))
  if (!client) throw turnedAway(deps, request, person, 'not_yours')
  const url = urlOfTyped(deps.fhirBase, asked.path)
  if (url === undefined) throw failure('bad_path')
  const trace = deps.traceIdFor(person)
  const path = url.slice(deps.fhirBase.length).replace(/\?.*/s, '').replace(/^\//, '')
  const note = (status: number) =>
    deps.audit.record(
      requestSent(request, person, { client: client.clientId, method: asked.method, path, traceId: trace, status }),
    )
  try {
    const answer = await answerOf(deps, client, asked, { url, trace })
    note(answer.status)
    return answer
  } catch (error) {
    note(STATUS.no_answer)
    deps.log.warn({ cause: messageOf(error) }, 'The FHIR console got no answer')
    throw failure('no_answer')
  }
}

/** Sends the request. Throws the errors of the FHIR client, and an Error for an answer that is too long. */
async function answerOf(
  { fhirBase, clock, mark }: FhirConsoleDeps,
  { backend }: OwnClient,
  { method, headers, body }: FhirConsoleRequest,
  { url, trace }: { readonly url: string; readonly trace: string },
): Promise<FhirConsoleAnswer> {
  const given = Object.fromEntries(
    Object.entries({ ...headers, [CONSOLE_HEADER]: mark() }).filter(([, value]) => value),
  )
  const mayHaveBody = method !== 'GET' && body !== undefined && body !== ''
  const begun = clock()
  const answer = await backend.send(fhirBase, url, { method, headers: given, ...(mayHaveBody ? { body } : {}) }, trace)
  const whole = await readBody(answer, LONGEST_READ)
  const text = whole !== undefined && whole.length > LONGEST_ANSWER ? await replaceLongStrings(whole) : whole
  if (text === undefined || text.length > LONGEST_ANSWER) throw new Error('The answer is too long to be shown')
  return { url, status: answer.status, headers: shown(answer), body: text, ms: clock() - begun, trace }
}

/** The headers of an answer; the trace is named apart. */
const shown = ({ headers }: Response): FhirConsoleAnswer['headers'] =>
  [...headers].filter(([name]) => name !== TRACE_HEADER && name !== 'set-cookie')

/** The refusal of a request that is not sent, on record. */
function turnedAway(
  { audit }: FhirConsoleDeps,
  request: Request,
  person: Asker | undefined,
  why: 'not_signed_in' | 'cross_site' | 'not_yours' | 'too_many_requests',
  headers: HeaderMap = {},
): ApiFailure {
  audit.record(changeRefused({ request, person: person && { username: person.username } }, why))
  return failure(why, { headers })
}
