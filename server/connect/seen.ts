// GET /connect/api/apps/{client_id}/seen: observations of an app, read from the traces of its requests.
import type { Observation, SeenStep } from '#lib/api/connect.ts'
import { type AppRight, rightToChange } from '#lib/oauth/app-rights.ts'
import type { FactList } from '#lib/trace/trace.ts'
import type { ConnectDeps, TracedRequest } from './deps.ts'
import type { OwnedApp } from './store.ts'

const LONGEST_SENTENCE = 300

/** Of each step the latest, which may be of days ago; from now on the app is followed. */
export async function observationsOf(
  { requestsOf, keysFetched }: Pick<ConnectDeps, 'requestsOf' | 'keysFetched'>,
  app: OwnedApp,
) {
  const seen = new Map<SeenStep, Observation>()
  const fetched = app.jwksUrl === undefined ? undefined : keysFetched(app.jwksUrl)
  if (fetched) seen.set('jwks', observation('jwks', fetched.at, refusedStatus(fetched.status)))
  for (const request of await requestsOf(app.clientId)) {
    const step = stepOf(request)
    if (step) seen.set(step, observation(step, request.at, refusalOf(step, request)))
  }
  return [...seen.values()]
}

/** Undefined for a request that shows nothing about the app. Of the app that a portal launches, only what its launch token does there. */
function stepOf({ step, own, status, method, sent }: TracedRequest): SeenStep | undefined {
  switch (step) {
    case 'portal.launch':
      return status === 200 ? 'launch' : undefined
    case 'authorize':
      return method === 'HEAD' ? undefined : 'authorize'
    case 'token':
    case 'token.authorization_code':
    case 'token.client_credentials':
      if (sent['grant_type'] !== 'client_credentials') return 'code'
      return own ? 'bearer' : undefined
    case 'fhir':
      return own ? 'read' : undefined
    case 'fhir.write':
      return own ? 'write' : undefined
    default:
      return undefined
  }
}

/** The refusal, in the words of the answer. */
interface Refusal {
  readonly check: string | null
  readonly expected: string
  readonly needs?: AppRight | undefined
}

function refusalOf(step: SeenStep, { status, failed, checks }: TracedRequest): Refusal | undefined {
  if (step === 'read' || failed === undefined) return refusedStatus(status)
  const { expected, received, reason } = checks.find(({ name }) => name === failed) ?? {}
  if (failed === 'fhir.permission')
    return { check: failed, expected: reason ?? `HTTP ${status}`, needs: neededFor(received) }
  if (failed !== 'authorize.redirect_uri') return { check: failed, expected: reason ?? `HTTP ${status}` }
  const registered = [expected?.['redirect_uri'] ?? []].flat()
  const list = registered.length > 0 ? registered.join(', ') : 'none'
  return {
    check: failed,
    expected: `redirect_uri as registered (${list}). Received: ${received?.['redirect_uri'] ?? 'none'}`,
  }
}

/** The right for a change that the role or the token does not permit. */
const neededFor = (received: FactList | undefined): AppRight | undefined =>
  rightToChange(/^system\/(\w+)\./.exec(String(received?.['permission']))?.[1] ?? '')

const refusedStatus = (status: number): Refusal | undefined =>
  status < 400 ? undefined : { check: null, expected: `HTTP ${status}` }

const observation = (step: SeenStep, at: number, refused: Refusal | undefined): Observation => ({
  step,
  outcome: refused ? 'failed' : 'done',
  at: new Date(at).toISOString(),
  check: refused?.check ?? null,
  expected: refused?.expected.slice(0, LONGEST_SENTENCE) ?? null,
  needs: refused?.needs ?? null,
})
