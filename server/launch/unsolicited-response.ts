// The page for an authorization response without a pending launch in this browser: it expired, was used, came from
// another browser, or cookies are off.

import { LAUNCH_FAILURE_TEXTS } from '#lib/api/launch-failure-words.ts'
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { type Catalogue, languageOf } from '#lib/i18n/language.ts'

const TEXTS: Catalogue<Readonly<Record<'toTask' | 'toPortal', string>>> = {
  en: { toTask: 'Go on with the task that is open', toPortal: 'Go to the portal' },
  nl: { toTask: 'Verder met de taak die open is', toPortal: 'Naar het portaal' },
}

/** `goOn` is the address of this browser's open task, or of the portal. */
export function unsolicitedResponsePage(
  request: Request,
  { goOn, isOpen }: { readonly goOn: string; readonly isOpen: boolean },
): Response {
  const language = languageOf(request)
  const { title, whatToDo } = LAUNCH_FAILURE_TEXTS[language].launch_unknown
  return respondPage({
    language,
    title,
    actor: 'app',
    status: 400,
    formAction: [],
    body: html`<h1>${title}</h1><p role="alert">${whatToDo}</p>
<p class="actions"><a class="button" href="${goOn}">${isOpen ? TEXTS[language].toTask : TEXTS[language].toPortal}</a></p>`,
  })
}
