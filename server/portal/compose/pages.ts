// Plain pages of the composer: a launch in a frame, a launch that is sent twice, and the page that a phone opens.
import { createHash } from 'node:crypto'
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import type { Language } from '#lib/i18n/language.ts'
import { handOverForm, redirectSources, SUBMIT_SCRIPT, SUBMIT_SOURCE, traceLink } from '../hand-over.ts'
import { TEXTS } from '../texts.ts'
import type { Composed } from './compose.ts'

const methodOf = ({ composition }: Composed) => (composition.delivery === 'get' ? 'get' : 'post')

/** Shows the app in a frame, and explains what it means when the frame stays empty. */
export function framePage(language: Language, composed: Composed): Response {
  const texts = TEXTS[language].compose
  const { app, fields, tracePage } = composed
  const trace = traceLink(language, tracePage)
  const sources = redirectSources(app.launchUrl)
  const form = handOverForm(
    { address: app.launchUrl, fields, method: methodOf(composed) },
    TEXTS[language].continue,
    'app',
  )
  return respondPage({
    language,
    title: texts.inFrame(app.name),
    actor: 'portal',
    layout: 'own',
    formAction: sources,
    frames: sources,
    scripts: [...trace.scripts, SUBMIT_SOURCE],
    body: html`<section class="card"><h1>${texts.inFrame(app.name)}</h1>
<p>${texts.inFrameWhy}</p>
${form}
${trace.html}
<p><a href="/portal/compose">${texts.back}</a></p></section>
<iframe class="frame" name="app" title="${app.name}"></iframe>
<script>${{ html: SUBMIT_SCRIPT }}</script>`,
  })
}

/** Two buttons that send the same token. */
export function twicePage(language: Language, composed: Composed): Response {
  const texts = TEXTS[language].compose
  const { app, fields, tracePage } = composed
  const hand = { address: app.launchUrl, fields, method: methodOf(composed) } as const
  return respondPage({
    language,
    title: texts.twice,
    actor: 'portal',
    formAction: redirectSources(app.launchUrl),
    body: html`<h1>${texts.twice}</h1>
<p>${texts.twiceWhy}</p>
${handOverForm({ ...hand, id: 'first' }, texts.first, '_blank')}
${handOverForm({ ...hand, id: 'again' }, texts.again)}
${traceLink(language, tracePage).link}`,
  })
}

const TICKET_SCRIPT =
  "const f=document.getElementById('ticket');f.elements.ticket.value=location.hash.slice(1);if(location.hash.length>1){history.replaceState(null,'',location.pathname);f.submit()}"
const TICKET_SOURCE = `'sha256-${createHash('sha256').update(TICKET_SCRIPT).digest('base64')}'`

/** Takes the ticket out of the fragment and sends it; the address bar no longer shows it. */
export function openTicketPage(language: Language, publicUrl: string): Response {
  const texts = TEXTS[language].compose
  return respondPage({
    language,
    title: texts.opening,
    actor: 'portal',
    // No redirect follows this form: the answer is a page with its own form.
    formAction: [new URL(publicUrl).origin],
    scripts: [TICKET_SOURCE],
    body: html`<h1>${texts.opening}</h1>
<p>${texts.openingWhy}</p>
<form id="ticket" method="post" action="/portal/compose/open">
<input type="hidden" name="ticket" value="">
<button type="submit">${TEXTS[language].continue}</button>
</form>
<script>${{ html: TICKET_SCRIPT }}</script>`,
  })
}
