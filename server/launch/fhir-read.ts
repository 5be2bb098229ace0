// Reading FHIR for the app's page: with the app's own bearer, below the base of the launch, and nowhere else (conformance APP-08, APP-09).
import { urlBelowBase, urlOfPath } from '#lib/fhir/below-base.ts'
import type { Handler } from '#lib/http/handler.ts'
import { type Params, queryParams, readBody } from '#lib/http/params.ts'
import { NO_STORE, respond, respondJson } from '#lib/http/respond.ts'
import { withoutTrailingSlash } from '#lib/http/web-url.ts'
import type { BackendServices } from '#lib/oauth/backend-services.ts'
import type { LaunchDeps } from './deps.ts'
import type { Sessions } from './session.ts'

/** Largest answer that is passed on, in bytes: a page of 200 resources with narratives is far below it. */
const LONGEST_ANSWER = 16 * 1024 * 1024
const JSON_TYPE = /^application\/(fhir\+)?json\s*(;|$)/i

/** GET /launch/api/fhir?url=… or ?path=… */
export const fhirRead =
  ({ trustedIss, log }: LaunchDeps, sessions: Sessions, backend: BackendServices): Handler =>
  async (request) => {
    const session = await sessions.read(request)
    if (session?.status !== 'open') return problem(401, 'login_required', 'There is no open launch.')
    const base = withoutTrailingSlash(session.iss)
    if (!trustedIss.some((trusted) => withoutTrailingSlash(trusted) === base))
      return problem(403, 'access_denied', 'The FHIR base of this launch is not trusted any more.')
    const url = requestedUrl(base, queryParams(request))
    if (!url) return problem(400, 'invalid_request', 'Give one url below the FHIR base of the launch, or one path.')
    try {
      return await passOn(await backend.get(base, url))
    } catch (error) {
      log.warn({ cause: error instanceof Error ? error.message : undefined }, 'The FHIR base could not be read')
      return problem(502, 'temporarily_unavailable', 'The FHIR base could not be read.')
    }
  }

function requestedUrl(base: string, params: Params): string | undefined {
  const [url, path] = [params.get('url'), params.get('path')]
  if (params.repeated.size > 0 || (url === undefined) === (path === undefined)) return undefined
  return url === undefined ? urlOfPath(base, path ?? '') : urlBelowBase(base, url)
}

async function passOn(answer: Response): Promise<Response> {
  const type = answer.headers.get('content-type') ?? ''
  const body = JSON_TYPE.test(type) ? await readBody(answer, LONGEST_ANSWER) : undefined
  if (body === undefined) return problem(502, 'temporarily_unavailable', 'The FHIR base did not answer in JSON.')
  return respond(answer.status, body, { 'content-type': 'application/fhir+json', ...NO_STORE })
}

const problem = (status: number, error: string, error_description: string) =>
  respondJson(status, { error, error_description }, NO_STORE)
