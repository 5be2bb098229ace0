// Moments on a page without React: in UTC, until its one script writes them in the zone of the reader, in the form of all pages.
import { hash } from 'node:crypto'
import { INSTANT_FORM, LOCALES, utcText } from '../i18n/instants.ts'
import { type Html, html } from './html.ts'

/** A moment in a page without script, ISO 8601: in UTC until the page's one script writes it in the zone of its reader. */
export const timeHtml = (instant: string): Html => html`<time datetime="${instant}">${utcText(instant)}</time>`

const SCRIPT = `const form=new Intl.DateTimeFormat(${JSON.stringify(LOCALES)}[document.documentElement.lang],${JSON.stringify({ ...INSTANT_FORM, second: '2-digit' })})
for(const time of document.querySelectorAll('time')){time.title=time.textContent;time.textContent=form.format(new Date(time.dateTime))}`

/** The script, for the end of a body. */
export const LOCAL_TIMES: Html = { html: `<script>${SCRIPT}</script>` }
/** Its hash, as a source in a Content-Security-Policy (CSP Level 3 §2.3.1). */
export const LOCAL_TIMES_SOURCE = `'sha256-${hash('sha256', SCRIPT, 'base64')}'`
