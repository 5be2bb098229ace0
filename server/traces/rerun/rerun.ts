// Reruns a step of a demo launch, as the demo's portal, app and person would send it: by real requests to the real
// peers, which check and record them as always. The keys, and the demo person's public password, stay in this process.
import type { Members, TraceDetail, TraceStep } from '#lib/api/traces.ts'
import type { Clock } from '#lib/clock.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Random } from '#lib/crypto/random.ts'
import { CLIENT_ADDRESS_HEADER, clientAddress } from '#lib/http/client-address.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { backendServices } from '#lib/oauth/backend-services.ts'
import { CLIENT_ASSERTION_TYPE, signClientAssertion } from '#lib/oauth/client-assertion.ts'
import { redact } from '#lib/oauth/redact.ts'
import { requestToken } from '#lib/oauth/token-request.ts'
import { TRACE_HEADER } from '#lib/trace/trace.ts'
import { decodedOf } from '#lib/trace-view/values.ts'
import { freshLaunch, recordedLaunch } from './fresh-launch.ts'

export interface RerunParts {
  readonly publicUrl: string
  readonly fhirBase: string
  readonly endpoints: Readonly<Record<'authorize' | 'callback' | 'token' | 'introspect', string>>
  /** The page of the identity provider that ends a session. */
  readonly logout: string
  readonly portal: { readonly clientId: string; readonly keys: KeyRing }
  readonly app: {
    readonly clientId: string
    readonly launchUrl: string
    readonly redirectUri: string
    readonly keys: KeyRing
  }
  readonly logins: readonly { readonly reference?: string; readonly username: string; readonly password: string }[]
  /** A fetch that is answered inside the process. */
  readonly fetch: Fetch
  readonly clock: Clock
  readonly random: Random
}

/** One run: who requested it, and what is repeated. */
interface Run {
  readonly parts: RerunParts
  readonly trace: TraceDetail
  readonly step: TraceStep
  readonly asked: Request
  readonly fetch: Fetch
}

/** Runs the step. Returns the id of the trace that the answer names, or undefined for a step that cannot be rerun. */
export async function rerun(
  parts: RerunParts,
  asked: Request,
  trace: TraceDetail,
  step: TraceStep,
): Promise<string | undefined> {
  let kept: string | undefined
  const watching: Fetch = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set(CLIENT_ADDRESS_HEADER, clientAddress(asked))
    const answer = await parts.fetch(request, { redirect: 'manual' })
    kept = answer.headers.get(TRACE_HEADER) ?? kept
    return answer
  }
  await RUNS[step.step]?.({ parts, trace, step, asked, fetch: watching })
  return kept
}

const RUNS: Readonly<Partial<Record<TraceStep['step'], (run: Run) => Promise<unknown>>>> = {
  'portal.launch': openTask,
  'app.launch': (run) => walk(run, (url) => !url.startsWith(run.parts.endpoints.authorize), false),
  authorize,
  'idp.authorize': (run) => walk(run, () => false, false),
  'idp.login': (run) => walk(run, (url) => url.startsWith(run.parts.endpoints.callback), true),
  callback: (run) => walk(run, (url) => url.startsWith(run.parts.app.redirectUri), true),
  'app.callback': (run) => walk(run, () => false, true),
  'token.authorization_code': (run) => walk(run, () => false, true),
  'token.client_credentials': (run) => appToken(run).catch(ofTheTrace),
  introspect,
  fhir: readFhir,
}

/** Posts the portal's form as the person who requests the rerun. */
async function openTask({ parts: { publicUrl }, step: { sent }, asked, fetch }: Run): Promise<void> {
  const headers = {
    cookie: asked.headers.get('cookie') ?? '',
    origin: new URL(publicUrl).origin,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const body = new URLSearchParams(textsOf(sent)).toString()
  await fetch(`${publicUrl}/portal/launch`, { method: 'POST', headers, body })
}

/** The app's original request, with a new launch token and new single-use values. */
async function authorize(run: Run): Promise<void> {
  const { parts, step, fetch } = run
  const launch = await newLaunch(run)
  const { random } = parts
  const fresh = { state: random.token(), nonce: random.token(), ...(launch === undefined ? {} : { launch }) }
  const query = {
    ...textsOf(step.sent),
    ...Object.fromEntries(Object.entries(fresh).filter(([name]) => name in step.sent)),
  }
  await fetch(`${parts.endpoints.authorize}?${new URLSearchParams(query)}`)
}

/** Follows a launch without a browser, up to the URL that `stopAt` accepts, or to the login page. */
async function walk(run: Run, stopAt: (url: string) => boolean, logsIn: boolean): Promise<void> {
  const { parts, trace, fetch } = run
  const launch = await newLaunch(run)
  if (launch === undefined) return
  const received = trace.steps.find(({ step }) => step === 'app.launch')?.sent ?? {}
  const simulate = received['simulate']
  const appPage = `${parts.publicUrl}/launch/app` // Every launch ends at this page, which checks nothing.
  const browser = createUserAgent(fetch, (url) => url.startsWith(appPage) || stopAt(url))
  const page = await browser.post(parts.app.launchUrl, {
    ...{ iss: parts.fhirBase, launch },
    ...(typeof simulate === 'string' ? { simulate } : {}),
  })
  const form = logsIn ? formWith(page, 'username', 'password') : undefined
  const login = loginOf(run)
  if (!form || !login) return
  await browser.submit(form, { username: login.username, password: login.password })
  // Nobody goes on with it: its session would stand among those of the person.
  const ending = formWith(await browser.get(parts.logout), 'csrf')
  if (ending) await browser.submit(ending)
}

/** The person who logged in, as far as the redacted user name tells; otherwise the person of the launch. */
function loginOf({ parts: { logins }, trace }: Run): RerunParts['logins'][number] | undefined {
  const names = trace.steps.flatMap(({ sent }) => ('username' in sent ? [sent['username']] : []))
  const shown = names.at(-1)
  const known = logins.find(({ username }) => redact(username, 'username') === shown)
  return known ?? logins.find(({ reference }) => reference === trace.user)
}

async function newLaunch({ parts, trace, step }: Run): Promise<string | undefined> {
  const { portal, app, random, clock } = parts
  const published = (await portal.keys.publicJwks()).keys.map(({ kid }) => String(kid))
  const kept = recordedLaunch([step, ...trace.steps], published)
  const device = `Device/${app.clientId}`
  const facts = { issuer: portal.clientId, device, key: await portal.keys.active(), published }
  return kept && freshLaunch(kept, { ...facts, jti: random.uuid(), now: clock() })
}

/** The app's own calls belong to the launch by its jti. When the jti is not proven, they get their own id. */
function appDeps({ parts, trace, fetch }: Run) {
  const id = trace.verified && trace.traceId !== null ? trace.traceId : parts.random.uuid()
  const traced: Fetch = (input, init) => {
    const request = new Request(input, init)
    request.headers.set(TRACE_HEADER, id)
    return fetch(request)
  }
  return { ...parts.app, fetch: traced, clock: parts.clock, random: parts.random }
}

const appToken = (run: Run) =>
  requestToken(appDeps(run), run.parts.endpoints.token, {
    grant_type: 'client_credentials',
    ...(typeof run.step.sent['scope'] === 'string' ? { scope: run.step.sent['scope'] } : {}),
  })

async function introspect(run: Run): Promise<void> {
  const { endpoints } = run.parts
  const { clientId, keys, fetch, clock, random } = appDeps(run)
  const facts = { clientId, audience: endpoints.introspect, key: await keys.active(), jti: random.uuid(), now: clock() }
  const asked = decodedOf(run.step.sent['token'])
  const step = { ...run.step, sent: { launch: run.step.sent['token'] } }
  const token = asked ? await newLaunch({ ...run, step }) : undefined
  const form = {
    token: token ?? random.token(),
    client_assertion_type: CLIENT_ASSERTION_TYPE,
    client_assertion: await signClientAssertion(facts),
  }
  await fetch(endpoints.introspect, { method: 'POST', body: new URLSearchParams(form) })
}

/** Repeats the read with a new token of the app; its query is in the record. */
async function readFhir(run: Run): Promise<void> {
  const { parts, step } = run
  const query = new URLSearchParams(textsOf(step.sent)).toString()
  const url = `${step.url}${query === '' ? '' : `?${query}`}`
  if (!url.startsWith(`${new URL(parts.fhirBase).origin}/fhir`)) return
  await backendServices(appDeps(run)).get(parts.fhirBase, url).catch(ofTheTrace)
}

/** The trace shows a refusal, so nothing is returned. */
const ofTheTrace = (): undefined => undefined

const textsOf = (members: Members): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  )
