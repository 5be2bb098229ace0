// Builds the answer to a request that is not served now: 503 with Retry-After (RFC 9110 §15.6.4, §10.2.3) in the format
// of its protocol. It is built once and reused, because a refusal must cost less than an answer (guard.test.ts).
import type { IncomingMessage } from 'node:http'
import { outcomeText } from '#lib/fhir/operation-outcome.ts'
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import { UNAVAILABLE_TEXTS } from '#lib/html/unavailable-texts.ts'
import { partsOf } from '#lib/http/plain-response.ts'
import { type Language, languageOf } from '#lib/i18n/language.ts'
import type { TrafficClass } from '#server/domain/route.ts'

/** Seconds. */
const RETRY_AFTER = '2'
const TEXT = 'More is asked than can be answered now. Try again in a few seconds.'

export interface BusyAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const COMMON = { 'retry-after': RETRY_AFTER, 'cache-control': 'no-store' }

const answer = (headers: Readonly<Record<string, string>>, text: string): BusyAnswer => {
  const body = Buffer.from(text)
  return { headers: { ...headers, ...COMMON, 'content-length': String(body.byteLength) }, body }
}

const FHIR = answer(
  { 'content-type': 'application/fhir+json; charset=utf-8' },
  outcomeText({ code: 'throttled', text: TEXT }),
)

/** The body for an OAuth endpoint. */
export const OAUTH_BUSY = {
  headers: { 'content-type': 'application/json', ...COMMON },
  text: JSON.stringify({ error: 'temporarily_unavailable', error_description: TEXT }),
} as const

const OAUTH = answer({ 'content-type': OAUTH_BUSY.headers['content-type'] }, OAUTH_BUSY.text)

function page(language: Language): BusyAnswer {
  const { title, text } = UNAVAILABLE_TEXTS[language].unavailable
  const parts = partsOf(
    respondPage({
      language,
      title,
      formAction: [],
      body: html`<h1>${title}</h1>
<p role="alert">${text}</p>`,
    }),
  )
  return answer(parts?.headers as BusyAnswer['headers'], String(parts?.body))
}

const PAGES: Readonly<Record<Language, BusyAnswer>> = { en: page('en'), nl: page('nl') }

/** The answer to a request, by its cost and by whether a browser opens a page. */
export function busyAnswer(
  kind: TrafficClass,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  publicUrl: string,
): BusyAnswer {
  if (kind === 'fhir') return FHIR
  const forPerson = method !== 'OPTIONS' && (headers.accept ?? '').includes('text/html')
  if (!forPerson && kind !== 'page') return OAUTH
  return PAGES[languageOf({ url: publicUrl, headers: { get: (name) => String(headers[name] ?? '') } })]
}
