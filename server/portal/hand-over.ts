// The page that posts the launch token to the app by a self-submitting form (HTI 2.0; a POST keeps the token out of
// URLs and logs).

import { createHash } from 'node:crypto'
import { COMPOSED_TRACE } from '#lib/api/compose-words.ts'
import { type Html, html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { isLoopbackHost } from '#lib/http/web-url.ts'
import type { Language } from '#lib/i18n/language.ts'
import { DEMO_PATHS } from '#lib/launch/demo-paths.ts'
import { STEPS_FIELD, STEPS_ON, stepPage } from '#lib/trace-view/step-page.ts'
import { STEP_TEXTS } from '#lib/trace-view/step-texts.ts'
import { TEXTS } from './texts.ts'

export const SUBMIT_SCRIPT = "document.getElementById('hand-over').submit()"
export const SUBMIT_SOURCE = `'sha256-${createHash('sha256').update(SUBMIT_SCRIPT).digest('base64')}'`

/** Reports the launch's trace to the composer in any tab. Without storage it does nothing. */
const TELL_SCRIPT = `try{localStorage.setItem('${COMPOSED_TRACE}',Date.now()+' '+document.getElementById('trace').getAttribute('href'))}catch{}`
const TELL_SOURCE = `'sha256-${createHash('sha256').update(TELL_SCRIPT).digest('base64')}'`

interface HandOver {
  /** Endpoint.address: the launch URL of the app. */
  readonly address: string
  /** The launch token and the fields sent with it. */
  readonly fields: Readonly<Record<string, string>>
  readonly method?: 'post' | 'get'
  readonly id?: string
}

interface HandOverPage extends HandOver {
  readonly language: Language
  /** The display name of the app. */
  readonly app: string
  /** For a composed launch: the page of its trace. */
  readonly tracePage?: string | undefined
}

export function handOverPage({ language, app, tracePage, ...hand }: HandOverPage): Response {
  const texts = TEXTS[language]
  const trace = traceLink(language, tracePage)
  return respondPage({
    language,
    title: texts.opening(app),
    actor: 'portal',
    formAction: redirectSources(hand.address),
    scripts: [...trace.scripts, SUBMIT_SOURCE],
    body: html`<h1>${texts.opening(app)}</h1>
<p>${texts.openingWhy}</p>
${handOverForm(hand, texts.continue)}
${trace.html}
<script>${{ html: SUBMIT_SCRIPT }}</script>`,
  })
}

/** A link to a trace, opening a new tab, and the script that reports it to the composer; empty without a trace. */
export function traceLink(
  language: Language,
  tracePage: string | undefined,
): { readonly html: Html; readonly link: Html; readonly scripts: readonly string[] } {
  if (tracePage === undefined) return { html: html``, link: html``, scripts: [] }
  const link = html`<p><a id="trace" href="${tracePage}" target="_blank">${TEXTS[language].trace}</a></p>`
  return { html: html`${link}<script>${{ html: TELL_SCRIPT }}</script>`, link, scripts: [TELL_SOURCE] }
}

/**
 * The form that takes a launch to the app. Submitting a GET form replaces the query of its address, so that query is
 * sent as fields.
 */
export function handOverForm(
  { address, fields, method = 'post', id = 'hand-over' }: HandOver,
  submit: string,
  target = '_self',
): Html {
  const { searchParams } = new URL(address)
  const action = method === 'get' ? address.replace(/\?.*/s, '') : address
  const all = [...(method === 'get' ? searchParams : []), ...Object.entries(fields)]
  return html`<form id="${id}" method="${method}" action="${action}" target="${target}">
${all.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">${submit}</button>
</form>`
}

/**
 * Chromium applies form-action to every redirect after the post: app, authorization server, identity provider and back.
 * The portal does not know their origins, so it allows the scheme.
 */
export const redirectSources = (address: string): readonly string[] =>
  isLoopbackHost(new URL(address).hostname)
    ? [new URL(address).origin, 'https:', 'http://localhost:*', 'http://*.localhost:*', 'http://127.0.0.1:*']
    : ['https:']

interface HandOverStep extends HandOver {
  readonly language: Language
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * The hand-over as a stop of a step-by-step launch. When the launch is for an app of the demo, the app's own stops follow.
 */
export function handOverStep(publicUrl: string, { language, now, ...hand }: HandOverStep): Response {
  const { address, method = 'post' } = hand
  const goesOn = Object.values(DEMO_PATHS).some((path) => address === publicUrl + path)
  const fields = goesOn ? { ...hand.fields, [STEPS_FIELD]: STEPS_ON } : hand.fields
  return stepPage({
    ...{ language, now, actor: 'portal', isAlone: !goesOn },
    steps: [
      {
        ...{ step: 'hand', method: method.toUpperCase(), url: address },
        told: [{ caption: 'carries', members: fields }],
      },
    ],
    next: handOverForm({ ...hand, fields }, STEP_TEXTS[language].next),
    formAction: redirectSources(address),
  })
}
