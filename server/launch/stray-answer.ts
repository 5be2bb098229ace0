// The page for an answer that no launch of this browser waits for: expired, used, of another browser, or cookies are off.
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { LAUNCH_FAILURE_TEXTS } from '#lib/i18n/launch-failures.ts'

export function strayAnswerPage(request: Request): Response {
  const language = languageOf(request.headers)
  const { title, whatToDo } = LAUNCH_FAILURE_TEXTS[language].launch_unknown
  return respondPage({
    language,
    title,
    actor: 'app',
    status: 400,
    formAction: [],
    body: html`<h1>${title}</h1><p role="alert">${whatToDo}</p>`,
  })
}
