// Assembles a demo app: it receives launches and lets people do their task (SMART App Launch 2.2, HTI 2.0).
import { messageOf } from '#lib/cause.ts'
import { deviceName, humanName } from '#lib/fhir/display-name.ts'
import { formatReference, parseReference } from '#lib/fhir/reference.ts'
import { allowing, READ_METHODS } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { formParams, queryParams, readBody } from '#lib/http/params.ts'
import { publicJwks } from '#lib/http/public-jwks.ts'
import { NO_STORE, respondJson, respondRedirect } from '#lib/http/respond.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { withoutTrailingSlash } from '#lib/http/web-url.ts'
import { deviceOfTask } from '#lib/launch/tasks-of-app.ts'
import { backchannelLogout } from '#lib/oauth/backchannel-logout.ts'
import { type BackendServices, backendServices } from '#lib/oauth/backend-services.ts'
import { readIssuer } from '#lib/oauth/smart-configuration.ts'
import { answers } from './answers.ts'
import { callback, type Names } from './callback.ts'
import type { LaunchDeps } from './deps.ts'
import { outcomesOf } from './end-launch.ts'
import { fhirRead } from './fhir-read.ts'
import { receive } from './receive.ts'
import { launchSessions, type Sessions } from './session.ts'
import { taskStep } from './task-step.ts'
import { type UserRecordCache, userRecordCache } from './user-record-cache.ts'

export type { LaunchDeps } from './deps.ts'

/** A demo app's interface for the table of addresses. */
export interface Launch {
  /** GET and POST /launch with `iss` and `launch`. */
  readonly receive: Handler
  /** The redirect_uri. */
  readonly callback: Handler
  /** The app's public keys, for the authorization server. */
  readonly jwks: Handler
  /** The session as JSON (lib/api/launch-session.ts). `session` in the query names the launch; without it, the newest. */
  readonly session: Handler
  /** The traces of this browser's launches, where there are any. */
  readonly tracesOf: (request: Request) => Promise<readonly string[]>
  /** A FHIR read on behalf of the page. */
  readonly fhir: Handler
  /** POST JSON (lib/api/task-step-form.ts): starts or completes the task of a launch. */
  readonly task: Handler
  /** GET and POST JSON (lib/api/answers.ts): what people answered, which the app keeps itself. */
  readonly answers: Handler
  /** POST form `session`: ends that session only. */
  readonly end: Handler
  /** POST of a logout token by the authorization server: ends the sessions of that log-in. */
  readonly backchannelLogout: Handler
}

/** Creates a demo app from its ports. */
export function createLaunch(deps: LaunchDeps): Launch {
  const sessions = launchSessions(deps)
  const outcomes = outcomesOf(deps, sessions)
  const backend = backendServices(deps)
  const first = userRecordCache(deps.clock)
  return {
    receive: allowing(['GET', 'POST'], receive(deps, outcomes, sessions)),
    callback: allowing(['GET'], callback(deps, outcomes, sessions, namesReader(deps, backend, first))),
    jwks: allowing(READ_METHODS, publicJwks(deps.keys)),
    tracesOf: async (request) => (await sessions.all(request)).flatMap(({ session }) => session.trace ?? []),
    session: allowing(READ_METHODS, sessionJson(sessions)),
    fhir: allowing(['GET'], fhirRead(deps, sessions, backend, first)),
    task: allowing(['POST'], taskStep(deps, sessions, backend)),
    answers: allowing([...READ_METHODS, 'POST'], answers(deps, sessions, backend)),
    end: allowing(['POST'], end(deps, sessions)),
    backchannelLogout: backchannelLogout({
      clientId: deps.clientId,
      provider: () => readIssuer(deps.fetch, deps.trustedIss[0] ?? ''), // conformance APP-03
      claim: deps.claimLogout,
      end: deps.sessions.endAll,
      clock: deps.clock,
      log: deps.log,
    }),
  }
}

const sessionJson =
  (sessions: Sessions): Handler =>
  async (request) => {
    const found = await sessions.find(request, queryParams(request).get('session'))
    return respondJson(200, found ? { ...found.session, id: found.id } : { status: 'none' }, NO_STORE)
  }

const end =
  ({ publicUrl, path }: LaunchDeps, sessions: Sessions): Handler =>
  async (request) => {
    if (!isSameOrigin(request, publicUrl))
      return respondJson(403, { error: 'access_denied', error_description: 'The form is not of this site.' }, NO_STORE)
    const form = await formParams(request)
    const id = typeof form === 'string' ? undefined : form.get('session')
    const headers = new Headers()
    for (const cookie of await sessions.end(request, id)) headers.append('set-cookie', cookie)
    return respondRedirect(request, `${publicUrl}${path}`, headers)
  }

/** Reads names for display. When one is unavailable the launch still succeeds and shows the reference. */
function namesReader({ log, clientId: own }: LaunchDeps, backend: BackendServices, first: UserRecordCache): Names {
  const read = async (iss: string, reference: string, launchId: string | undefined) => {
    const base = withoutTrailingSlash(iss)
    try {
      const answer = await backend.get(base, `${base}/${reference}`, launchId)
      if (answer.status !== 200) return undefined
      const text = (await readBody(answer, LONGEST_PERSON)) ?? '{}'
      return { url: `${base}/${reference}`, text, headers: answer.headers, resource: JSON.parse(text) as Named }
    } catch (error) {
      log.warn({ cause: messageOf(error), reference }, 'A name could not be read')
      return undefined
    }
  }
  return {
    user: async (iss, { user, patient }, launchId) => {
      const found = await read(iss, user, launchId)
      const name = found && humanName(found.resource)
      if (found && name !== undefined && user === patient)
        first.keep(launchId, found.url, { text: found.text, headers: Object.fromEntries(found.headers) })
      return name
    },
    portal: async (iss, clientId, launchId) => {
      const found = await read(iss, `Device/${clientId}`, launchId)
      return found && deviceName(found.resource)
    },
    otherApp: async (iss, task, launchId) => {
      const opened = await read(iss, task, launchId)
      const find = async (type: string, reference: string | undefined) => {
        const named = parseReference(reference)
        return named?.type === type ? (await read(iss, formatReference(named), launchId))?.resource : undefined
      }
      const origin = parseReference(opened && (await deviceOfTask(find, opened.resource)))
      if (origin?.type !== 'Device' || origin.id === own) return undefined
      const device = formatReference(origin)
      const app = await read(iss, device, launchId)
      return { device, name: (app && deviceName(app.resource)) ?? origin.id }
    },
  }
}

type Named = Parameters<typeof humanName>[0] & Parameters<typeof deviceName>[0] & { readonly extension?: unknown }

/** Largest resource of a person that is read, in bytes: a narrative can be long. */
const LONGEST_PERSON = 1024 * 1024
