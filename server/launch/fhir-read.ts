// FHIR reads for the app's page, with the app's own bearer token and only below the launch's FHIR base (conformance
// APP-08, APP-09).
import { passThrough } from '#lib/fhir/proxy.ts'
import type { Handler } from '#lib/http/handler.ts'
import { parseParams, queryParams } from '#lib/http/params.ts'
import type { BackendServices } from '#lib/oauth/backend-services.ts'
import type { LaunchDeps } from './deps.ts'
import { type OpenLaunch, openLaunch } from './open-launch.ts'
import type { Sessions } from './session.ts'
import type { UserRecordCache } from './user-record-cache.ts'

/** GET /launch/api/fhir?url=… or ?path=…, for the launch that `session` names, otherwise the newest. */
export const fhirRead =
  (deps: LaunchDeps, sessions: Sessions, backend: BackendServices, first: UserRecordCache): Handler =>
  async (request) => {
    const launch = await openLaunch(deps, sessions, request, queryParams(request).get('session'))
    if (launch instanceof Response) return launch
    const get: BackendServices['get'] = async (base, url, traceId) =>
      (opensPage(request) && first.take(traceId, url)) || backend.get(base, url, traceId)
    const mayRead = (url: string) => deps.showsEverything || isOfLaunch(launch, url)
    return passThrough({ backend: { get }, log: deps.log, traceId: launch.launchId, mayRead }, launch.base, request)
  }

/**
 * True for a resource of the launch: its user, task, definition and patient, and the list of the user's own tasks. The
 * app's token can read more, of everybody.
 */
function isOfLaunch({ base, user, task, definition, patient }: OpenLaunch, url: string): boolean {
  const own = [user, task, definition, patient].flatMap((reference) => (reference ? [`${base}/${reference}`] : []))
  if (own.includes(url)) return true
  const [list, query = ''] = url.split('?')
  const { get, repeated, entries } = parseParams(query)
  const isOfUser = list === `${base}/Task` && get('owner') === user && (get('patient') ?? patient) === patient
  return isOfUser && repeated.size === 0 && entries.every(([name]) => OF_OWN_TASKS.has(name))
}

const OF_OWN_TASKS: ReadonlySet<string> = new Set(['owner', 'patient', '_count'])

/**
 * True for a read made while rendering the page, which has the headers of the page's own request. Requests by scripts
 * are read anew.
 */
const opensPage = ({ headers }: Request): boolean => headers.get('sec-fetch-dest') === 'document'
