// A stop of a step-by-step launch, for people who learn how it works: who sends what to whom, decoded, and a link to
// continue. It shows nothing that a trace would not store: secrets are removed.
import type { Members } from '../api/traces.ts'
import { type Html, html } from '../html/html.ts'
import { respondPage } from '../html/page.ts'
import type { Actor } from '../i18n/actors.ts'
import { CLAIM_MEANINGS } from '../i18n/claim-meanings.ts'
import type { Language } from '../i18n/language.ts'
import { redact } from '../oauth/redact.ts'
import { explainedHtml } from './members-html.ts'
import { STEP_TEXTS } from './step-texts.ts'
import { decodedOf } from './values.ts'

/** The stops in their order. */
const STOPS = ['hand', 'authorize', 'answer'] as const
export type Stop = (typeof STOPS)[number]

/** The launch parameter that requests it, and its value. */
export const STEPS_FIELD = 'steps'
/** The value of STEPS_FIELD in the form of a launch that goes step by step. */
export const STEPS_ON = 'on'

type Caption = 'carries' | 'back' | 'asked' | 'answered'

interface StepPage {
  readonly language: Language
  readonly stop: Stop
  readonly actor: Actor
  readonly method: string
  /** Without query. */
  readonly url: string
  /** The content of the page, in order. */
  readonly told: readonly { readonly caption: Caption; readonly members: Members }[]
  /** A link or a form: the way on. */
  readonly next: Html
  /** Epoch milliseconds. */
  readonly now: number
  readonly formAction?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/** The page of a stop. */
export function stepPage({ language, stop, actor, method, url, told, next, now, ...page }: StepPage): Response {
  const words = STEP_TEXTS[language]
  const { title, why } = words[stop]
  return respondPage({
    language,
    title,
    actor,
    layout: 'own',
    ...page,
    body: html`<section class="card steps">
<p>${words.step(STOPS.indexOf(stop) + 1, STOPS.length)}</p>
<h1>${title}</h1>
<p>${why}</p>
<p><code>${method} ${url}</code></p>
${told.map(({ caption, members }) => toldHtml(caption, members, now, language))}
<p>${words.waits} ${stop === 'answer' ? '' : words.counts}</p>
${next}
</section>`,
  })
}

/** The link to continue, for a stop whose next request is a GET. */
export const nextLink = (language: Language, href: string): Html =>
  html`<p><a class="button" href="${href}">${STEP_TEXTS[language].next}</a></p>`

function toldHtml(caption: Caption, members: Members, now: number, language: Language): Html {
  const words = STEP_TEXTS[language]
  const claimMeanings = CLAIM_MEANINGS[language]
  const kept = redact(members) as Members
  const tokens = Object.entries(kept).flatMap(([name, value]) => {
    const jwt = decodedOf(value)
    return jwt ? [{ name, jwt }] : []
  })
  const plain = Object.fromEntries(Object.entries(kept).filter(([, value]) => !decodedOf(value)))
  return html`<h2>${words[caption]}</h2>
${explainedHtml(plain, { ...claimMeanings, ...words.parameters, ...words.iss[caption] }, now, language)}
${tokens.map(
  ({ name, jwt }) =>
    html`<h3>${name === 'launch' ? words.token : name}</h3>${explainedHtml({ ...jwt.header, ...jwt.claims }, claimMeanings, now, language)}`,
)}`
}
