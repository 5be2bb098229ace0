// FHIR reads for the app's page: with the app's own bearer, only below the base of the launch (conformance APP-08, APP-09).
import { passThrough } from '#lib/fhir/pass-through.ts'
import type { Handler } from '#lib/http/handler.ts'
import { queryParams } from '#lib/http/params.ts'
import type { BackendServices } from '#lib/oauth/backend-services.ts'
import type { LaunchDeps } from './deps.ts'
import type { FirstReads } from './first-read.ts'
import { openLaunch } from './open-launch.ts'
import type { Sessions } from './session.ts'

/** GET /launch/api/fhir?url=… or ?path=…, for the launch that `session` names, or the newest. */
export const fhirRead =
  (deps: LaunchDeps, sessions: Sessions, backend: BackendServices, first: FirstReads): Handler =>
  async (request) => {
    const launch = await openLaunch(deps, sessions, request, queryParams(request).get('session'))
    if (launch instanceof Response) return launch
    const get: BackendServices['get'] = async (base, url, traceId) =>
      (opensPage(request) && first.take(traceId, url)) || backend.get(base, url, traceId)
    return passThrough({ backend: { get }, log: deps.log, traceId: launch.launchId }, launch.base, request)
  }

/** True for the reads that come with a page, which has the headers of who opened it; scripts ask anew. */
const opensPage = ({ headers }: Request): boolean => headers.get('sec-fetch-dest') === 'document'
