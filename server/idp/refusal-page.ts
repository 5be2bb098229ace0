// The page of a refusal: reason, remedy, and a reference for the operator (conformance ERR-08).
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { facts } from '#lib/html/pieces.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { Refusal } from './refusal.ts'
import { TEXTS } from './texts.ts'

/** Longest request value that is shown, in characters. */
const SHOWN = 300

interface Around {
  readonly reference: string
  readonly publicUrl: string
}

/** The refusal as a page, without a redirect. */
export function refusalPage(language: Language, refusal: Refusal, { reference, publicUrl }: Around): Response {
  const texts = TEXTS[language]
  const { title, text } = texts.refusals[refusal.reason]
  return respondPage({
    language,
    title,
    actor: 'idp',
    status: refusal.status,
    headers: refusal.headers,
    formAction: [],
    body: html`<h1>${title}</h1>
<p role="alert">${text}</p>
${facts([
  [texts.received, refusal.received?.slice(0, SHOWN)],
  [texts.reference, reference],
])}
<p class="actions"><a class="button" href="${publicUrl}/portal">${texts.toPortal}</a>
<a class="button quiet" href="${publicUrl}/">${texts.toStart}</a></p>`,
  })
}
