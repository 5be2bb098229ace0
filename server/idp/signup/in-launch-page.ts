// The page after a sign-up during a launch, which belongs to one person. It is the same for every address, whether it was
// free, taken or the one that the launch is for, so that it does not reveal who has an account.
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import type { Language } from '#lib/i18n/language.ts'
import { withQuery } from '#lib/oauth/oauth-error.ts'
import { endpointsOf, type IdpDeps } from '../deps.ts'
import { TEXTS } from '../texts.ts'

interface InLaunchPage {
  readonly language: Language
  readonly email: string
  /** The user name of the launch's person, as the relying party sent it. */
  readonly expected: string
  /** Id of the interaction in which that person can log in. */
  readonly interaction: string
  readonly cookies: readonly string[]
}

export function inLaunchPage(
  { issuer, publicUrl }: Pick<IdpDeps, 'issuer' | 'publicUrl'>,
  { language, email, expected, interaction, cookies }: InLaunchPage,
): Response {
  const { inLaunch, done } = TEXTS[language].signup
  return respondPage({
    language,
    title: inLaunch.title,
    actor: 'idp',
    cookies,
    formAction: [],
    body: html`<h1>${inLaunch.title}</h1>
<p>${done(email)}</p>
<p>${inLaunch.theirs} <strong>${expected}</strong>. ${inLaunch.why}</p>
<p class="actions"><a class="button" href="${publicUrl}/portal?sign-in">${inLaunch.own}</a>
<a class="button quiet" href="${withQuery(endpointsOf(issuer).login, { interaction })}">${inLaunch.logInAs(expected)}</a></p>`,
  })
}
