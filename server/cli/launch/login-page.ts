// Tells whether a headless browser got past the login page of an external identity provider.

import { type Page, type Visit, withoutQuery } from '#lib/http/user-agent.ts'
import { CommandFailed } from '../output.ts'
import type { LaunchedApp, LaunchedDomain } from './launched-domain.ts'

interface Launched {
  readonly domain: LaunchedDomain
  readonly app: LaunchedApp
}

/**
 * The last of the pages. Throws CommandFailed when it belongs to an external provider, which still waits for the
 * person.
 */
export function passedLogin({ domain, app }: Launched, pages: readonly [Page, ...Page[]]): Page {
  const last = pages.at(-1) ?? pages[0]
  const { hasExternalIdp, idpIssuer, authUrl } = domain.addresses
  const visits = pages.flatMap((page) => page.visits)
  const came = (path: string) => visits.filter(({ url }) => withoutQuery(url) === `${authUrl}${path}`)
  const isSentToLogIn = came('/oauth2/authorize').some((visit) => leadsElsewhere(visit, app))
  if (!hasExternalIdp || !isSentToLogIn || came('/oauth2/callback').length > 0) return last
  throw new CommandFailed(
    `The identity provider ${idpIssuer} answers ${last.status} with a page that this command cannot fill in: it needs a form with the fields username and password. Make this launch in a browser.`,
  )
}

const leadsElsewhere = ({ location }: Visit, { redirectUris }: LaunchedApp): boolean =>
  location !== undefined && !redirectUris.some((uri) => location.startsWith(uri))
