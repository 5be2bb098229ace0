// The page after a sign-up during another person's launch. It leads the new person to their own task at the portal.
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { IdpDeps } from '../deps.ts'
import { TEXTS } from '../texts.ts'

interface OwnTaskPage {
  readonly language: Language
  readonly email: string
  /** The user name of the launch's person, as the relying party sent it. */
  readonly expected: string
  readonly cookies: readonly string[]
}

export function ownTaskPage(
  { publicUrl }: Pick<IdpDeps, 'publicUrl'>,
  { language, email, expected, cookies }: OwnTaskPage,
): Response {
  const { ownTask } = TEXTS[language].signup
  return respondPage({
    language,
    title: ownTask.title,
    actor: 'idp',
    cookies,
    formAction: [],
    body: html`<h1>${ownTask.title}</h1>
<p>${ownTask.yours} <strong>${email}</strong>.</p>
<p>${ownTask.theirs} <strong>${expected}</strong>. ${ownTask.why}</p>
<p class="actions"><a class="button" href="${publicUrl}/portal?sign-in">${ownTask.open}</a></p>`,
  })
}
