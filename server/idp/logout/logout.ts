// Ends the session at the identity provider, by a page that asks, its form, or a relying party's request (conformance
// SEC-07, SEC-08; OpenID Connect RP-Initiated Logout 1.0).
import { type Html, html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import type { Handler } from '#lib/http/handler.ts'
import { queryParams, withValues } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { loggedOut } from '../audited.ts'
import { endpointsOf, type IdpDeps } from '../deps.ts'
import { endpoint } from '../endpoint.ts'
import { assertCsrf, assertOwnForm, readForm } from '../form.ts'
import { languageSwitch, switchedLanguage } from '../language-switch.ts'
import { endSession, findSession, type LoginSession, tellEnded } from '../session.ts'
import { TEXTS } from '../texts.ts'
import { LOGOUT_PARAMETERS, logoutRequest } from './logout-request.ts'

export const logout = (deps: IdpDeps): Handler =>
  endpoint(deps, { get: (request) => ask(deps, request), post: (request) => post(deps, request) })

/**
 * Ends the session at once when the relying party proves whose it is; otherwise asks the person (RP-Initiated Logout
 * 1.0 §2).
 */
async function ask(deps: IdpDeps, request: Request): Promise<Response> {
  const switched = switchedLanguage(request, endpointsOf(deps.issuer).logout)
  if (switched) return switched
  const params = withValues(queryParams(request))
  const { account, sid, goOn } = await logoutRequest(deps, params)
  const session = await findSession(deps, request)
  if (session && session.account.id === account) return end(deps, request, session, goOn)
  if (!session && sid) await tellEnded(deps, sid) // The cookie has expired; the sessions of the relying parties need not have.
  if (!session && goOn) return respondRedirect(request, goOn)
  const { logout: texts, login } = TEXTS[languageOf(request)]
  if (!session) return page(deps, request, { title: texts.doneTitle, body: html`<p>${texts.nobody}</p>` })
  const present = LOGOUT_PARAMETERS.filter((name) => params.has(name))
  const body = html`<p>${login.loggedInAs} <strong>${session.account.name}</strong>. ${texts.question}</p>
<form method="post" action="${endpointsOf(deps.issuer).logout}"><input type="hidden" name="csrf" value="${session.csrf}">
${present.map((name) => html`<input type="hidden" name="${name}" value="${params.get(name) ?? ''}">`)}
<p class="actions"><button class="button" type="submit">${texts.submit}</button></p></form>`
  return page(deps, request, { title: texts.title, body })
}

/**
 * Either our own form or a relying party's. A form from another site arrives without cookies; repeated as a GET, it
 * carries them.
 */
async function post(deps: IdpDeps, request: Request): Promise<Response> {
  const form = withValues(await readForm(request))
  if (!form.has('csrf') && form.has('id_token_hint')) {
    const known = LOGOUT_PARAMETERS.flatMap((name) => (form.has(name) ? [[name, form.get(name) ?? '']] : []))
    return respondRedirect(request, `${endpointsOf(deps.issuer).logout}?${new URLSearchParams(known)}`)
  }
  assertOwnForm(request, deps.publicUrl)
  const session = await findSession(deps, request)
  assertCsrf(form, session?.csrf)
  return end(deps, request, session, (await logoutRequest(deps, form)).goOn)
}

async function end(deps: IdpDeps, request: Request, session: LoginSession | undefined, goOn: string | undefined) {
  const cookie = await endSession(deps, request)
  deps.log.info({ event: 'idp.logout', account: session?.account.id }, 'signed out')
  if (session) deps.audit.record(loggedOut(request, session.account))
  if (goOn) return respondRedirect(request, goOn, { 'set-cookie': cookie })
  const { logout: texts } = TEXTS[languageOf(request)]
  return page(deps, request, { title: texts.doneTitle, body: html`<p>${texts.done}</p>`, cookies: [cookie] })
}

interface Content {
  readonly title: string
  readonly body: Html
  readonly cookies?: readonly string[]
}

function page({ issuer, publicUrl }: IdpDeps, request: Request, { title, body, cookies = [] }: Content): Response {
  const language = languageOf(request)
  return respondPage({
    language,
    title,
    actor: 'idp',
    cookies,
    formAction: [],
    aside: languageSwitch(language, endpointsOf(issuer).logout, undefined),
    body: html`<h1>${title}</h1>
${body}
<p class="aside"><a href="${publicUrl}/">${TEXTS[language].toStart}</a></p>`,
  })
}
