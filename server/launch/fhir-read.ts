// FHIR reads for the app's page: with the app's own bearer, only below the base of the launch (conformance APP-08, APP-09).
import { passThrough } from '#lib/fhir/pass-through.ts'
import type { Handler } from '#lib/http/handler.ts'
import { queryParams } from '#lib/http/params.ts'
import type { BackendServices } from '#lib/oauth/backend-services.ts'
import type { LaunchDeps } from './deps.ts'
import { openLaunch } from './open-launch.ts'
import type { Sessions } from './session.ts'

/** GET /launch/api/fhir?url=… or ?path=…, for the launch that `session` names, or the newest. */
export const fhirRead =
  (deps: LaunchDeps, sessions: Sessions, backend: BackendServices): Handler =>
  async (request) => {
    const launch = await openLaunch(deps, sessions, request, queryParams(request).get('session'))
    if (launch instanceof Response) return launch
    return passThrough({ backend, log: deps.log, traceId: launch.launchId }, launch.base, request)
  }
