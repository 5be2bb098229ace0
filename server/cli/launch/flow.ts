// Launches an app with a browser without a screen: delivers the token, logs in, and reads the result.

import type { ComposeDelivery } from '#lib/api/compose-words.ts'
import { messageOf } from '#lib/cause.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import type { Fetch } from '#lib/http/handler.ts'
import {
  createUserAgent,
  type Form,
  formsOf,
  formWith,
  type Page,
  type UserAgent,
  withoutQuery,
} from '#lib/http/user-agent.ts'
import { withoutTrailingSlash } from '#lib/http/web-url.ts'
import type { FailureName } from '#lib/launch/failures.ts'
import { FAILURES } from '#lib/launch/failures.ts'
import { CommandFailed } from '../output.ts'
import { checkOf } from './check-name.ts'
import type { Credentials } from './credentials.ts'
import type { LaunchedApp, LaunchedDomain } from './launched-domain.ts'
import { passedLogin } from './login-page.ts'
import { APP_SESSION, type Step, type StepLog, stepsOf } from './steps.ts'
import type { TraceIds } from './traced.ts'

export interface Flow {
  readonly domain: LaunchedDomain
  readonly app: LaunchedApp
  readonly token: string
  readonly delivery: ComposeDelivery
  readonly login: Credentials
  readonly fail: FailureName | undefined
  /** The network; replaced when a failure requires it. */
  readonly fetch: Fetch
  readonly traced: TraceIds
  readonly log: StepLog
  /** The browsers that somebody signed in with: they are signed out when the launch is over, however it ends. */
  readonly signedIn: UserAgent[]
  /** A clock for durations, in milliseconds. */
  readonly now: () => number
}

/** Launches the app and follows redirects to its page. Throws CommandFailed for an unreachable server. */
export async function launchApp(flow: Flow): Promise<void> {
  const { fail } = flow
  if (fail === 'replayed') await deliver(flow, createUserAgent(flow.fetch, undefined, flow.now), flow.token)
  const browser = createUserAgent(
    flow.fetch,
    (url) => fail === 'idp-denies' && url.startsWith(flow.domain.addresses.idpIssuer),
    flow.now,
  )
  const received = await deliver(flow, browser, flow.token)
  const answered = fail === 'idp-denies' ? await denied(flow, browser, received) : received
  const ended = noted(flow, answered, await logIn(flow, browser, answered))
  // After a refusal by the authorization server the app has not been reached.
  if (!flow.log.steps.at(-1)?.check) flow.log.note(await seenAtTheEnd(flow, browser, ended))
}

/** Sends the login form, filled in. */
export function signIn({ login, signedIn }: Flow, browser: UserAgent, form: Form): Promise<Page> {
  const { username, password } = login
  signedIn.push(browser)
  return browser.submit(form, { username, password })
}

/** Ends the sessions at the identity provider, which tells the app (RP-Initiated Logout 1.0 §2). Never throws: the launch is over. */
export async function logOut({ domain: { addresses }, fetch, signedIn }: Flow, note: (sentence: string) => void) {
  const { idpIssuer } = addresses
  for (const browser of signedIn)
    try {
      const answer = await fetch(`${withoutTrailingSlash(idpIssuer)}/.well-known/openid-configuration`)
      const { end_session_endpoint } = (await answer.json()) as { readonly end_session_endpoint?: string }
      if (!end_session_endpoint) throw new Error('it has no end_session_endpoint')
      const form = formsOf(await browser.get(end_session_endpoint)).find(({ method }) => method === 'POST')
      if (form) await browser.submit(form, form.button)
    } catch (error) {
      note(`The session of this launch at ${idpIssuer} goes on: ${messageOf(error)}.`)
    }
}

async function deliver(flow: Flow, browser: UserAgent, launch: string): Promise<Page> {
  const { app, domain, delivery, fail } = flow
  const iss = canonicalBase(domain.addresses)
  const simulate = fail && FAILURES[fail].madeBy === 'app' ? { simulate: fail } : {}
  const fields = delivery === 'hti' ? { token: launch } : { iss, launch, ...simulate }
  const portal = domain.addresses.publicUrl
  const page = await (delivery === 'get'
    ? browser.get(withFields(app.launchUrl, fields), undefined, portal)
    : browser.post(app.launchUrl, fields, portal))
  return noted(flow, undefined, page)
}

function withFields(url: string, fields: Readonly<Record<string, string>>): string {
  const address = new URL(url)
  for (const [name, value] of Object.entries(fields)) address.searchParams.append(name, value)
  return address.href
}

/** Records the visits of a page, unless they were recorded with the page `before`. */
function noted({ log, app, domain }: Flow, before: Page | undefined, page: Page): Page {
  if (page !== before) for (const step of stepsOf(page, app, domain.addresses)) log.note(step)
  return page
}

/** Fills in the login form, if there is one, and continues. Throws CommandFailed when the person stays at the login. */
async function logIn(flow: Flow, browser: UserAgent, page: Page): Promise<Page> {
  const form = formWith(page, 'username', 'password')
  if (!form) return passedLogin(flow, [page])
  const after = await signIn(flow, browser, form)
  if (formWith(after, 'username', 'password')) throw new CommandFailed(`${flow.login.username} could not sign in.`)
  return passedLogin(flow, [page, after])
}

/** Plays the identity provider that refuses: its answer travels by the browser, so the browser can bring another one. */
async function denied(flow: Flow, browser: UserAgent, page: Page): Promise<Page> {
  const location = page.visits.at(-1)?.location
  const { idpIssuer } = flow.domain.addresses
  if (!location?.startsWith(idpIssuer)) return page
  const query = new URL(location).searchParams
  const answer = new URLSearchParams({ error: 'access_denied', state: query.get('state') ?? '', iss: idpIssuer })
  return noted(flow, undefined, await browser.get(`${query.get('redirect_uri')}?${answer}`))
}

/** The demo app's result of exchanging the code; other apps do not report theirs. */
async function seenAtTheEnd({ app, domain, delivery, traced }: Flow, browser: UserAgent, page: Page): Promise<Step> {
  const { publicUrl } = domain.addresses
  if (app.launchUrl !== `${publicUrl}/launch` || delivery === 'hti')
    return {
      step: 'app shows its page',
      peer: 'app',
      ok: page.status < 400,
      status: page.status,
      url: withoutQuery(page.url),
      ms: Math.round(page.visits.at(-1)?.ms ?? 0),
    }
  const url = `${publicUrl}/launch/api/session`
  const answer = await browser.get(url, { accept: 'application/json' })
  const session = sessionOf(answer)
  const refusal = traceOf(session.error_uri, publicUrl)
  if (refusal) traced.note(refusal)
  const check = checkOf(session.error_description)
  return {
    step: APP_SESSION,
    peer: 'app',
    ms: Math.round(answer.visits.at(-1)?.ms ?? 0),
    ok: session.status === 'open',
    status: answer.status,
    url,
    ...(session.error ? { detail: `${session.error}: ${session.error_description ?? ''}` } : {}),
    ...(check ? { check } : {}),
  }
}

function sessionOf({ text, status, url }: Page): SessionTold {
  try {
    return JSON.parse(text) as SessionTold
  } catch (cause) {
    throw new CommandFailed(`${withoutQuery(url)} answers ${status}, and not with the session of the app.`, { cause })
  }
}

interface SessionTold {
  readonly status: string
  readonly error?: string
  readonly error_description?: string
  readonly error_uri?: string
}

/** The trace of the app's own requests, from the error_uri of the answer. */
const traceOf = (errorUri: string | undefined, publicUrl: string): string | undefined =>
  errorUri?.startsWith(`${publicUrl}/traces/`) ? errorUri.slice(`${publicUrl}/traces/`.length) : undefined
