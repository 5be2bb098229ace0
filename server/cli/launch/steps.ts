// The printed steps of a launch: the browser's requests, and their answers in words.

import type { CheckName } from '#lib/checks/checks.ts'
import { type Page, type Visit, withoutQuery } from '#lib/http/user-agent.ts'
import type { Config } from '#server/config/config.ts'
import type { Client } from '#server/oauth/store.ts'
import { say } from '../output.ts'
import { checkOf, isCheckName } from './check-name.ts'

/** One step of the launch. `url` is without its query. */
export interface Step {
  readonly step: string
  readonly ok: boolean
  readonly status: number
  readonly url: string
  readonly detail?: string
  /** The check that refused. */
  readonly check?: CheckName
}

export type LaunchedApp = Client & { readonly launchUrl: string }

/** Collects steps, and prints each immediately. */
export interface StepLog {
  readonly steps: readonly Step[]
  readonly note: (step: Step) => void
}

export function stepLog(): StepLog {
  const steps: Step[] = []
  return {
    steps,
    note: (step) => {
      steps.push(step)
      const { ok, step: name, status, url, detail } = step
      say(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(28)} ${status}  ${url}${detail ? `  ${detail}` : ''}`)
    },
  }
}

/** The steps by which the browser arrived at a page. */
export const stepsOf = (page: Page, app: LaunchedApp, config: Config): readonly Step[] =>
  page.visits.map((visit, index) => ({
    ...stepOf(visit, app, config),
    ...(index === page.visits.length - 1 ? refusalOfPage(page, config) : {}),
  }))

/** The step that a visit of the browser is. */
function stepOf({ method, url, status, location }: Visit, app: LaunchedApp, config: Config): Step {
  const answer = app.redirectUris.some((uri) => location?.startsWith(uri))
    ? new URL(location ?? '').searchParams
    : undefined
  const error = answer?.get('error')
  const description = answer?.get('error_description')
  const check = checkOf(description)
  return {
    step: nameOf(method, url, app, config),
    ok: status < 400 && !error,
    status,
    url: withoutQuery(url),
    ...(error ? { detail: `${error}: ${description ?? ''}` } : {}),
    ...(check ? { check } : {}),
  }
}

function nameOf(method: string, url: string, app: LaunchedApp, config: Config): string {
  const plain = withoutQuery(url)
  if (plain === withoutQuery(app.launchUrl)) return 'app receives the launch'
  if (plain === `${config.authUrl}/oauth2/authorize`) return 'authorize'
  if (plain === `${config.authUrl}/oauth2/callback`) return 'user is checked'
  if (app.redirectUris.includes(plain)) return 'app receives the code'
  if (plain.startsWith(config.idpIssuer)) return method === 'POST' ? 'person logs in' : 'identity provider'
  return 'app'
}

/** A page that the authorization server shows instead of going on names its check in a link to the explanation. */
function refusalOfPage({ status, url, headers }: Page, config: Config): Pick<Step, 'check' | 'detail'> {
  const check = /\/([a-z_.]+)>; rel="help"/.exec(headers.get('link') ?? '')?.[1]
  const refused = status >= 400 && url.startsWith(config.authUrl) && isCheckName(check)
  return refused ? { check, detail: `refused by ${check}` } : {}
}
