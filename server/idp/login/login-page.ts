// The login page: a plain form, the demo people if there are any, and links to the alternatives.
import { type Html, html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { alertBox, noticeBox } from '#lib/html/pieces.ts'
import type { Language } from '#lib/i18n/language.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import { type DemoAccount, endpointsOf, type IdpDeps } from '../deps.ts'
import type { Interaction } from '../interaction.ts'
import { languageSwitch } from '../language-switch.ts'
import type { Account, Purpose } from '../store.ts'
import { TEXTS } from '../texts.ts'

export interface LoginPage {
  readonly language: Language
  readonly interaction: Interaction
  /** The relying party's name. */
  readonly relyingParty: string
  readonly username: string
  /** The purpose of the log-in, if the relying party gives one. */
  readonly purpose: Purpose | undefined
  /** The person currently logged in in this browser. */
  readonly current: Pick<Account, 'name' | 'username'> | undefined
  /** A success message. */
  readonly notice?: string
  readonly cookies?: readonly string[]
  readonly status?: number
  readonly error?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The page as a response. Its policy deliberately has no form-action: Chromium applies that directive to every redirect
 * after the form, and these lead through the relying party to applications whose origins are unknown here. The attack
 * that form-action prevents, a form injected into the page, is prevented by escaping every value and by allowing no
 * script.
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
    ...(page.cookies ? { cookies: page.cookies } : {}),
    body: html`<div class="columns">
<section class="card">
<h1>${login.title}</h1>
<p class="lead">${leadOf(page, deps.demoAccounts)}</p>
${page.error ? alertBox(page.error) : undefined}
${page.notice ? noticeBox(html`${page.notice}`) : undefined}
${page.current ? noticeBox(html`${login.loggedInAs} <strong>${page.current.name}</strong>. ${whatNow(page, page.current, deps.demoAccounts)}`) : undefined}
${loginForm(paths.login, page)}
<form id="cancel" hidden method="post" action="${paths.login}">${bound(page.interaction)}</form>
${
  deps.signup
    ? html`<p class="aside">${login.noAccount} <a href="${paths.signup}?interaction=${page.interaction.id}">${login.createAccount}</a></p>`
    : undefined
}
</section>
${deps.demoAccounts.length > 0 ? demoPeople(paths.login, page, expectedFirst(page, deps.demoAccounts)) : undefined}
</div>`,
  })
}

/** The introduction of the page: the purpose of the log-in and the person, as in "to open the task in the app as ...". */
function leadOf(page: LoginPage, demoAccounts: readonly DemoAccount[]): Html {
  const { login } = TEXTS[page.language]
  const expected = nameOfExpected(page.interaction, demoAccounts)
  const person = expected ? html` ${login.asPerson} <strong>${expected}</strong>` : undefined
  if (!page.purpose) return html`${login.goOnTo} <strong>${page.relyingParty}</strong>${person}`
  const { app, task } = page.purpose
  return task
    ? html`${login.toOpen} <strong>${task}</strong> ${login.inApp} <strong>${app}</strong>${person}`
    : html`${login.toOpen} <strong>${app}</strong>${person}`
}

/**
 * The person that the relying party expects, by the user name as it was sent. Only demo people are shown by name: to
 * turn any user name into a name would reveal who has an account here.
 */
export function nameOfExpected(
  { request: { loginHint } }: Interaction,
  demoAccounts: readonly DemoAccount[],
): string | undefined {
  return demoAccounts.find((account) => isExpected(account, loginHint))?.name ?? loginHint
}

function whatNow(page: LoginPage, current: Pick<Account, 'username'>, demoAccounts: readonly DemoAccount[]): string {
  const { login } = TEXTS[page.language]
  const expected = nameOfExpected(page.interaction, demoAccounts)
  if (expected === undefined || isExpected(current, page.interaction.request.loginHint)) return login.logInAgain
  return login.forSomebodyElse(expected)
}

const isExpected = ({ username }: Pick<Account, 'username'>, loginHint: string | undefined): boolean =>
  loginHint !== undefined && typedUserName(loginHint) === username

const expectedFirst = ({ interaction }: LoginPage, people: readonly DemoAccount[]): readonly DemoAccount[] => {
  const first = people.filter((person) => isExpected(person, interaction.request.loginHint))
  return [...first, ...people.filter((person) => !first.includes(person))]
}

/** Hidden fields that bind a form to its interaction and its browser. */
export const bound = ({ id, csrf }: Interaction): Html =>
  html`<input type="hidden" name="interaction" value="${id}"><input type="hidden" name="csrf" value="${csrf}">`

function loginForm(action: string, { language, interaction, username, error }: LoginPage): Html {
  const texts = TEXTS[language]
  const invalid = error ? html` aria-invalid="true"` : undefined
  const focus = html` autofocus`
  return html`<form class="stack" method="post" action="${action}" novalidate>
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
    ({
      username,
      password,
      name,
      role,
    }) => html`<li${isExpected({ username }, interaction.request.loginHint) ? html` class="expected"` : undefined}><form method="post" action="${action}">
${bound(interaction)}<input type="hidden" name="username" value="${username}"><input type="hidden" name="password" value="${password}">
<button class="chip" type="submit"><span class="chip-name">${name}</span> <span class="chip-role">${roles[role]}</span>
<span class="chip-login">${username} · ${login.demoPassword} <code>${password}</code></span></button></form></li>`,
  )}</ul>
</section>`
}
