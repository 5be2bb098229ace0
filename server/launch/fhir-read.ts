// FHIR reads for the app's page: with the app's own bearer, only below the base of the launch (conformance APP-08, APP-09).
import { passThrough, refusal } from '#lib/fhir/pass-through.ts'
import type { Handler } from '#lib/http/handler.ts'
import { queryParams } from '#lib/http/params.ts'
import { withoutTrailingSlash } from '#lib/http/web-url.ts'
import type { BackendServices } from '#lib/oauth/backend-services.ts'
import type { LaunchDeps } from './deps.ts'
import type { Sessions } from './session.ts'

/** GET /launch/api/fhir?url=… or ?path=…, for the launch that `session` names, or the newest. */
export const fhirRead =
  ({ trustedIss, log }: LaunchDeps, sessions: Sessions, backend: BackendServices): Handler =>
  async (request) => {
    const session = (await sessions.find(request, queryParams(request).get('session')))?.session
    if (session?.status !== 'open') return refusal(401, 'login_required', 'There is no open launch.')
    const base = withoutTrailingSlash(session.iss)
    if (!trustedIss.some((trusted) => withoutTrailingSlash(trusted) === base))
      return refusal(403, 'access_denied', 'The FHIR base of this launch is not trusted any more.')
    return passThrough({ backend, log, traceId: session.launchId }, base, request)
  }
