// Ends the session at the identity provider: a page that asks, and a form that does it (conformance SEC-07, SEC-08).
import { type Html, html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import type { Handler } from '#lib/http/handler.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { loggedOut } from './audited.ts'
import { endpointsOf, type IdpDeps } from './deps.ts'
import { door } from './door.ts'
import { assertCsrf, assertOwnForm, readForm } from './form.ts'
import { languageSwitch, switchedLanguage } from './language-switch.ts'
import { endSession, findSession } from './session.ts'
import { TEXTS } from './texts.ts'

/** The handler of {issuer}/logout. */
export const logout = (deps: IdpDeps): Handler =>
  door(deps, { get: (request) => ask(deps, request), post: (request) => end(deps, request) })

async function ask(deps: IdpDeps, request: Request): Promise<Response> {
  const switched = switchedLanguage(request, endpointsOf(deps.issuer).logout)
  if (switched) return switched
  const { logout: texts, login } = TEXTS[languageOf(request.headers)]
  const session = await findSession(deps, request)
  if (!session) return page(deps, request, { title: texts.doneTitle, body: html`<p>${texts.nobody}</p>` })
  const body = html`<p>${login.loggedInAs} <strong>${session.account.name}</strong>. ${texts.question}</p>
<form method="post" action="${endpointsOf(deps.issuer).logout}"><input type="hidden" name="csrf" value="${session.csrf}">
<p class="actions"><button class="button" type="submit">${texts.submit}</button></p></form>`
  return page(deps, request, { title: texts.title, body })
}

async function end(deps: IdpDeps, request: Request): Promise<Response> {
  assertOwnForm(request, deps.publicUrl)
  const form = await readForm(request)
  const session = await findSession(deps, request)
  assertCsrf(form, session?.csrf)
  const cookie = await endSession(deps, request)
  deps.log.info({ event: 'idp.logout', account: session?.account.id }, 'logged out')
  if (session) deps.audit.record(loggedOut(request, session.account))
  const { logout: texts } = TEXTS[languageOf(request.headers)]
  return page(deps, request, { title: texts.doneTitle, body: html`<p>${texts.done}</p>`, cookies: [cookie] })
}

interface Content {
  readonly title: string
  readonly body: Html
  readonly cookies?: readonly string[]
}

function page({ issuer, publicUrl }: IdpDeps, request: Request, { title, body, cookies = [] }: Content): Response {
  const language = languageOf(request.headers)
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
