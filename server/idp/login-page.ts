// The login page: a plain form, the demo people where there are any, and ways out.
import { type Html, html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { alertBox, noticeBox } from '#lib/html/pieces.ts'
import type { Language } from '#lib/i18n/language.ts'
import { type DemoAccount, endpointsOf, type IdpDeps } from './deps.ts'
import type { Interaction } from './interaction.ts'
import { languageSwitch } from './language-switch.ts'
import { TEXTS } from './texts.ts'

export interface LoginPage {
  readonly language: Language
  readonly interaction: Interaction
  /** Name of the relying party that asks. */
  readonly relyingParty: string
  readonly username: string
  /** Who is logged in in this browser. */
  readonly current: string | undefined
  readonly status?: number
  readonly error?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The page as a response. Its policy has no form-action on purpose: Chromium applies that directive to every redirect
 * that follows the form, and the way on leads over the relying party to applications whose origins are not known here.
 * What form-action would stop, a form planted in the page, is stopped by escaping every value and by having no script.
 */
export function loginPage(deps: IdpDeps, page: LoginPage): Response {
  const texts = TEXTS[page.language]
  const { login } = texts
  const paths = endpointsOf(deps.issuer)
  return respondPage({
    language: page.language,
    title: login.title,
    actor: 'idp',
    layout: 'own',
    aside: languageSwitch(page.language, paths.login, page.interaction.id),
    ...(page.status ? { status: page.status } : {}),
    ...(page.headers ? { headers: page.headers } : {}),
    body: html`<div class="columns">
<section class="card">
<h1>${login.title}</h1>
<p class="lead">${login.goOnTo} <strong>${page.relyingParty}</strong></p>
${page.error ? alertBox(page.error) : undefined}
${page.current ? noticeBox(html`${login.loggedInAs} <strong>${page.current}</strong>. ${login.logInAgain}`) : undefined}
${loginForm(paths.login, page)}
<form id="cancel" hidden method="post" action="${paths.login}">${bound(page.interaction)}</form>
${
  deps.signup
    ? html`<p class="aside">${login.noAccount} <a href="${paths.signup}?interaction=${page.interaction.id}">${login.createAccount}</a></p>`
    : undefined
}
</section>
${deps.demoAccounts.length > 0 ? demoPeople(paths.login, page, deps.demoAccounts) : undefined}
</div>`,
  })
}

/** What ties a form to its interaction and to this browser. */
export const bound = ({ id, csrf }: Interaction): Html =>
  html`<input type="hidden" name="interaction" value="${id}"><input type="hidden" name="csrf" value="${csrf}">`

function loginForm(action: string, { language, interaction, username, error }: LoginPage): Html {
  const texts = TEXTS[language]
  const invalid = error ? html` aria-invalid="true"` : undefined
  const focus = html` autofocus`
  return html`<form class="stack" method="post" action="${action}">
${bound(interaction)}
<div class="field"><label for="username">${texts.email}</label>
<input id="username" name="username" value="${username}" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required${invalid}${username ? undefined : focus}></div>
<div class="field"><label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${invalid}${username ? focus : undefined}></div>
<p class="actions"><button class="button" type="submit">${texts.login.submit}</button>
<button class="button quiet" type="submit" form="cancel" name="cancel" value="yes">${texts.cancel}</button></p>
</form>`
}

const demoPeople = (action: string, { language, interaction }: LoginPage, people: readonly DemoAccount[]): Html => {
  const { login, roles } = TEXTS[language]
  return html`<section class="card demo" aria-labelledby="demo-people">
<h2 id="demo-people">${login.demoTitle}</h2>
<p class="hint">${login.demoNote}</p>
<ul class="chips">${people.map(
    ({ username, password, name, role }) => html`<li><form method="post" action="${action}">
${bound(interaction)}<input type="hidden" name="username" value="${username}"><input type="hidden" name="password" value="${password}">
<button class="chip" type="submit"><span class="chip-name">${name}</span> <span class="chip-role">${roles[role]}</span>
<span class="chip-login">${username} · ${login.demoPassword} <code>${password}</code></span></button></form></li>`,
  )}</ul>
</section>`
}
