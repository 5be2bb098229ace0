// 404 for addresses below a prefix of machines that are in no row of the table: JSON, and a page for a person who asks for HTML.
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import type { Handler } from '#lib/http/handler.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { type Catalogue, languageOf } from '#lib/i18n/language.ts'

const TEXTS: Catalogue<{ readonly title: string; readonly text: string }> = {
  en: {
    title: 'This page does not exist',
    text: 'The address may have been mistyped, or what it pointed to has moved.',
  },
  nl: { title: 'Deze pagina bestaat niet', text: 'Misschien is het adres verkeerd getypt, of is de pagina verhuisd.' },
}

export const nothingHere: Handler = ({ headers }) => {
  if (!/\btext\/html\b/i.test(headers.get('accept') ?? ''))
    return respondJson(404, { error: 'not_found', error_description: 'There is nothing at this address.' }, NO_STORE)
  const language = languageOf(headers)
  const { title, text } = TEXTS[language]
  const body = html`<h1>${title}</h1>
<p role="alert">${text}</p>`
  return respondPage({ language, title, actor: 'portal', status: 404, formAction: [], body })
}
