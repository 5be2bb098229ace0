// The page after a sign-up during a launch that belongs to somebody else.
import { type Html, html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import type { Language } from '#lib/i18n/language.ts'
import { withQuery } from '#lib/oauth/oauth-error.ts'
import { endpointsOf, type IdpDeps } from '../deps.ts'
import type { Interaction } from '../interaction.ts'
import { languageSwitch } from '../language-switch.ts'
import { nameOfExpected } from '../login/login-page.ts'
import { TEXTS } from '../texts.ts'

/** The address of this page; a sign-up is answered by a redirect to it, so that it can be loaded again. */
export const signedUpAddress = (issuer: string): string => withQuery(endpointsOf(issuer).signup, { done: 'yes' })

interface InLaunchPage {
  readonly language: Language
  /**
   * The name of the new account's person, who is signed in. Undefined where it may not be revealed who has an account: the page
   * is then the same for every address, whether it was free, taken or the one that the launch is for.
   */
  readonly signedIn: string | undefined
  /** The interaction, in which the launch's person can sign in. */
  readonly interaction: Interaction
}

/** Whose the task of the launch is, by name, and where anybody else goes on; said before a sign-up, and after it. */
export const whoseTask = (person: string, { theirs, why }: { readonly theirs: string; readonly why: string }): Html =>
  html`${theirs} <strong>${person}</strong>. ${why}`

export function inLaunchPage(
  { issuer, publicUrl, demoAccounts }: Pick<IdpDeps, 'issuer' | 'publicUrl' | 'demoAccounts'>,
  { language, signedIn, interaction }: InLaunchPage,
): Response {
  const { inLaunch } = TEXTS[language].signup
  const expected = nameOfExpected(interaction, demoAccounts) ?? ''
  const title = signedIn === undefined ? inLaunch.title : inLaunch.signedIn(signedIn)
  // Who is signed in here needs no password a second time; anybody else is asked for one.
  const own = `${publicUrl}/portal?sign-in${signedIn === undefined ? '' : '=here'}`
  return respondPage({
    language,
    title,
    actor: 'idp',
    aside: languageSwitch(language, signedUpAddress(issuer), interaction.id),
    formAction: [],
    body: html`<h1>${title}</h1>
${signedIn === undefined ? html`<p>${inLaunch.done}</p>` : undefined}
<p>${whoseTask(expected, inLaunch)}</p>
<p class="actions"><a class="button" href="${own}">${inLaunch.own}</a>
<a class="button quiet" href="${withQuery(endpointsOf(issuer).login, { interaction: interaction.id })}">${inLaunch.logInAs(expected)}</a></p>`,
  })
}
