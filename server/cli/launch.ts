// `launch`: a whole launch without a browser. It plays the platform and the person; everything between is the real thing.
import { SignJWT } from 'jose'
import type { TraceStep } from '#lib/api/traces.ts'
import { numericDate } from '#lib/clock.ts'
import { extensionReference, INSTANTIATES, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { DEMO_PEOPLE } from '../demo/people.ts'
import { DEMO_PORTAL } from '../demo/resources.ts'
import type { Client } from '../oauth/store.ts'
import { launchKey } from '../trace/keys.ts'
import type { Domain } from '../wiring.ts'
import type { CommandContext } from './main.ts'
import { CommandFailed, result, say } from './output.ts'
import { awaitTrace, traceText } from './trace.ts'
import { createUserAgent, formWith, type Page, type UserAgent, type Visit, withoutQuery } from './user-agent.ts'

interface LaunchOptions {
  readonly app: string
  readonly as: string
  readonly task: string
  readonly user?: string
  readonly password?: string
  json?: true
}

/** One step of the launch, as it is printed. `url` is without its query. */
interface Step {
  readonly step: string
  readonly ok: boolean
  readonly status: number
  readonly url: string
  readonly detail?: string
}

const LAUNCH_TOKEN_LIFETIME_S = 300 // HTI 2.0: at most five minutes

export async function launch({ domain, json }: CommandContext, options: LaunchOptions): Promise<void> {
  const app = await readApp(domain, options.app)
  const login = credentials(domain, options)
  const jti = crypto.randomUUID()
  const launchToken = await signLaunchToken(domain, app, options, jti)
  const browser = createUserAgent(fetch)
  const steps: Step[] = []
  const note = (step: Step) => {
    steps.push(step)
    say(
      `${step.ok ? 'ok  ' : 'FAIL'}  ${step.step.padEnd(28)} ${step.status}  ${step.url}${step.detail ? `  ${step.detail}` : ''}`,
    )
  }
  const received = await open(browser, app.launchUrl, {
    launch: launchToken,
    iss: `${domain.config.baseUrl}/fhir/DEFAULT`,
  })
  for (const visit of received.visits) note(stepOf(visit, app, domain))
  const ended = await logIn(browser, received, login, (visit) => note(stepOf(visit, app, domain)))
  const session = await demoSession(browser, ended, app, domain)
  if (session) note(session)
  const ok = steps.every((step) => step.ok) && steps.some((step) => step.step === 'app receives the code')
  const trace = await awaitTrace(domain, launchKey(DEMO_PORTAL.clientId, jti), ok ? 'app.callback' : 'callback')
  if (trace) say(`\n${traceText(trace)}`)
  const checks = trace?.steps.flatMap(checksOf) ?? []
  result(
    json,
    { ok, client_id: app.clientId, as: options.as, task: options.task, trace: trace?.id ?? null, steps, checks },
    ok ? 'The launch is open.' : 'The launch failed.',
  )
  if (!ok) throw new CommandFailed(steps.find((step) => !step.ok)?.detail ?? 'The app did not get a code.')
}

const checksOf = ({ step, checks }: TraceStep) => checks.map(({ name, outcome }) => ({ step, check: name, outcome }))

async function readApp(domain: Domain, clientId: string): Promise<Client & { readonly launchUrl: string }> {
  const app = await domain.registry.find(clientId)
  if (!app) throw new CommandFailed(`There is no app with client_id ${clientId}.`)
  if (!app.launchUrl) throw new CommandFailed(`${clientId} has no launch URL: it cannot be launched.`)
  return { ...app, launchUrl: app.launchUrl }
}

function credentials(domain: Domain, options: LaunchOptions): { readonly username: string; readonly password: string } {
  if (options.user && options.password) return { username: options.user, password: options.password }
  const person = DEMO_PEOPLE.find(({ reference, username }) =>
    options.user ? username === options.user : reference === options.as,
  )
  if (!domain.config.demo || !person) throw new CommandFailed('Say who logs in: --user EMAIL --password PASSWORD.')
  return person
}

async function signLaunchToken(domain: Domain, app: Client, options: LaunchOptions, jti: string): Promise<string> {
  const task = readTask(domain, options.task)
  const { kid, alg, privateKey } = await domain.keys.ring('portal').active()
  const patient = (task['for'] as { readonly reference?: string } | undefined)?.reference
  const definition = definitionFor(domain, app, task)
  const now = numericDate(domain.clock())
  return new SignJWT({
    resource: options.task,
    'hti-version': '2.0',
    ...(definition ? { definition } : {}),
    ...(typeof task['intent'] === 'string' ? { intent: task['intent'] } : {}),
    ...(patient && patient !== options.as ? { patient } : {}),
  })
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .setIssuer(DEMO_PORTAL.clientId)
    .setAudience(`Device/${app.clientId}`)
    .setSubject(options.as)
    .setJti(jti)
    .setIssuedAt(now)
    .setExpirationTime(now + LAUNCH_TOKEN_LIFETIME_S)
    .sign(privateKey)
}

/** The activity of the task when it is the app's own; an app that is tried with the task of another has none there. */
function definitionFor(
  { resources }: Domain,
  { clientId }: Client,
  task: Readonly<Record<string, unknown>>,
): string | undefined {
  const definition = extensionReference(task, INSTANTIATES)
  const body = resources.readCurrent('ActivityDefinition', parseReference(definition)?.id ?? '')?.body
  const isOwn = body !== undefined && extensionReference(JSON.parse(body), RESOURCE_ORIGIN) === `Device/${clientId}`
  return isOwn ? definition : undefined
}

function readTask(domain: Domain, reference: string): Readonly<Record<string, unknown>> {
  const { type, id } = parseReference(reference) ?? { type: '', id: '' }
  const body = domain.resources.readCurrent(type, id)?.body
  if (type !== 'Task' || body === undefined) throw new CommandFailed(`There is no ${reference}.`)
  return JSON.parse(body) as Readonly<Record<string, unknown>>
}

async function open(browser: UserAgent, launchUrl: string, fields: Readonly<Record<string, string>>): Promise<Page> {
  try {
    return await browser.post(launchUrl, fields)
  } catch (cause) {
    throw new CommandFailed(`${new URL(launchUrl).origin} does not answer: is it running? (npm start)`, { cause })
  }
}

/** Fills in the login form where there is one, and follows on from there. */
async function logIn(
  browser: UserAgent,
  page: Page,
  { username, password }: { readonly username: string; readonly password: string },
  note: (visit: Visit) => void,
): Promise<Page> {
  const form = formWith(page, 'username', 'password')
  if (!form) return page
  const after = await browser.submit(form, { username, password })
  for (const visit of after.visits) note(visit)
  if (formWith(after, 'username', 'password')) throw new CommandFailed(`${username} could not log in.`)
  return after
}

function stepOf({ method, url, status, location }: Visit, app: Client, domain: Domain): Step {
  const answer = app.redirectUris.some((uri) => location?.startsWith(uri))
    ? new URL(location ?? '').searchParams
    : undefined
  const error = answer?.get('error')
  const detail = error ? `${error}: ${answer?.get('error_description') ?? ''}` : undefined
  return {
    step: nameOf(method, url, app, domain),
    ok: status < 400 && !error,
    status,
    url: withoutQuery(url),
    ...(detail ? { detail } : {}),
  }
}

function nameOf(method: string, url: string, app: Client, { config }: Domain): string {
  const plain = withoutQuery(url)
  if (plain === app.launchUrl) return 'app receives the launch'
  if (plain === `${config.authUrl}/oauth2/authorize`) return 'authorize'
  if (plain === `${config.authUrl}/oauth2/callback`) return 'user is checked'
  if (app.redirectUris.includes(plain)) return 'app receives the code'
  if (plain.startsWith(config.idpIssuer)) return method === 'POST' ? 'person logs in' : 'identity provider'
  return 'app'
}

/** What the demo app made of its code; other apps keep that to themselves. */
async function demoSession(browser: UserAgent, page: Page, app: Client, { config }: Domain): Promise<Step | undefined> {
  if (app.launchUrl !== `${config.publicUrl}/launch`) {
    return { step: 'app shows its page', ok: page.status < 400, status: page.status, url: withoutQuery(page.url) }
  }
  const url = `${config.publicUrl}/launch/api/session`
  const answer = await browser.get(url, { accept: 'application/json' })
  const session = JSON.parse(answer.text) as { status: string; error?: string; error_description?: string }
  const ok = session.status === 'open'
  const detail = session.error ? `${session.error}: ${session.error_description ?? ''}` : undefined
  return { step: 'app has a session', ok, status: answer.status, url, ...(detail ? { detail } : {}) }
}
