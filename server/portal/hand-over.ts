// The page that takes the browser, with the launch token, to the app: a form that sends itself (HTI 2.0; a POST keeps the token out of URLs and logs).
import { createHash } from 'node:crypto'
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { isLoopbackHost } from '#lib/http/web-url.ts'
import type { Language } from '#lib/i18n/language.ts'
import { TEXTS } from './texts.ts'

const SCRIPT = "document.getElementById('hand-over').submit()"
const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`

interface HandOver {
  readonly language: Language
  /** Endpoint.address: the launch URL of the app. */
  readonly address: string
  readonly launch: string
  /** The FHIR base of the domain. */
  readonly iss: string
  readonly app: string
}

export function handOverPage({ language, address, launch, iss, app }: HandOver): Response {
  const texts = TEXTS[language]
  return respondPage({
    language,
    title: texts.opening(app),
    actor: 'portal',
    formAction: redirectSources(address),
    scripts: [SCRIPT_SOURCE],
    body: html`<h1>${texts.opening(app)}</h1>
<p>${texts.openingWhy}</p>
<form id="hand-over" method="post" action="${address}">
<input type="hidden" name="launch" value="${launch}">
<input type="hidden" name="iss" value="${iss}">
<button type="submit">${texts.continue}</button>
</form>
<script>${{ html: SCRIPT }}</script>`,
  })
}

/**
 * Chromium applies form-action to every redirect that follows the post: app, authorization server, identity provider
 * and back. Their origins are the domain's business and not the portal's, so the scheme stands for them.
 */
const redirectSources = (address: string): readonly string[] =>
  isLoopbackHost(new URL(address).hostname)
    ? [new URL(address).origin, 'https:', 'http://localhost:*', 'http://127.0.0.1:*']
    : ['https:']
