// The steps of a launch: the browser's requests, the peer that answers each, and the answer in words.

import type { CheckName } from '#lib/checks/checks.ts'
import { type Page, type Visit, withoutQuery } from '#lib/http/user-agent.ts'
import type { Actor } from '#lib/i18n/actors.ts'
import { redact } from '#lib/oauth/redact.ts'
import { checkOf, isCheckName } from './check-name.ts'
import type { Addresses, LaunchedApp } from './launched-domain.ts'

/** One step of the launch. `url` is without its query. */
export interface Step {
  readonly step: string
  readonly peer: Actor
  readonly ok: boolean
  readonly status: number
  readonly url: string
  readonly ms: number
  readonly detail?: string
  /** What a page of the app says that is an error, on one line. */
  readonly said?: string
  readonly check?: CheckName
}

/** Collects steps, and reports each immediately. */
export interface StepLog {
  readonly steps: readonly Step[]
  readonly note: (step: Step) => void
}

export function stepLog(tell: (step: Step) => void): StepLog {
  const steps: Step[] = []
  return {
    steps,
    note: (step) => {
      steps.push(step)
      tell(step)
    },
  }
}

/** The steps by which the browser reached a page. */
export const stepsOf = (page: Page, app: LaunchedApp, addresses: Addresses): readonly Step[] =>
  page.visits.map((visit, index) => ({
    ...stepOf(visit, app, addresses),
    ...(index === page.visits.length - 1 ? { ...refusalOfPage(page, addresses), ...saidBy(page, addresses) } : {}),
  }))

/** The step that a visit of the browser is. */
function stepOf({ method, url, status, location, ms }: Visit, app: LaunchedApp, addresses: Addresses): Step {
  const answer = app.redirectUris.some((uri) => location?.startsWith(uri))
    ? new URL(location ?? '').searchParams
    : undefined
  const error = answer?.get('error')
  const description = answer?.get('error_description')
  const check = checkOf(description)
  return {
    ...nameOf(method, url, app, addresses),
    ok: status < 400 && !error,
    status,
    url: withoutQuery(url),
    ms: Math.round(ms),
    ...(error ? { detail: `${error}: ${description ?? ''}` } : {}),
    ...(check ? { check } : {}),
  }
}

/** The step in which the app gets a code, or an error in place of it. */
export const APP_ANSWERED = 'app receives the code'
/** The step that reads the demo app's session. */
export const APP_SESSION = 'app has a session'

function nameOf(method: string, url: string, app: LaunchedApp, addresses: Addresses): Pick<Step, 'step' | 'peer'> {
  const plain = withoutQuery(url)
  if (plain === withoutQuery(app.launchUrl)) return { step: 'app receives the launch', peer: 'app' }
  if (plain === `${addresses.authUrl}/oauth2/authorize`) return { step: 'authorize', peer: 'oauth' }
  if (plain === `${addresses.authUrl}/oauth2/callback`) return { step: 'user is checked', peer: 'oauth' }
  if (app.redirectUris.includes(plain)) return { step: APP_ANSWERED, peer: 'app' }
  if (plain.startsWith(addresses.idpIssuer))
    return { step: method === 'POST' ? 'person signs in' : 'identity provider', peer: 'idp' }
  return { step: 'app', peer: 'app' }
}

/** A page that the authorization server shows instead of going on names its check in a link to the explanation. */
function refusalOfPage({ status, url, headers }: Page, { authUrl }: Addresses): Pick<Step, 'check' | 'detail'> {
  const check = /\/([a-z_.]+)>; rel="help"/.exec(headers.get('link') ?? '')?.[1]
  const refused = status >= 400 && url.startsWith(authUrl) && isCheckName(check)
  return refused ? { check, detail: `refused by ${check}` } : {}
}

/** Characters of a page that are read, and of its text that are shown. */
const LONGEST_READ = 20_000
const LONGEST_SAID = 300

/** The text of an app's page that is an error, without its markup and secrets: an app may say there why it stopped. */
function saidBy({ status, url, text }: Page, { publicUrl, authUrl }: Addresses): Pick<Step, 'said'> {
  if (status < 400 || [publicUrl, authUrl].some((own) => url.startsWith(own))) return {}
  const read = text.slice(0, LONGEST_READ)
  const body = read.slice(Math.max(0, read.indexOf('</head>'), read.lastIndexOf('</style>')))
  const said = body
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return said === '' ? {} : { said: String(redact(said)).slice(0, LONGEST_SAID) }
}
