// A stop of a step-by-step launch, for people who learn how it works: who sends what to whom, decoded, and a link to
// continue. It shows nothing that a trace would not store: secrets are removed.
import type { Members } from '../api/traces.ts'
import { type Html, html } from '../html/html.ts'
import { LOCAL_TIMES, LOCAL_TIMES_SOURCE } from '../html/local-times.ts'
import { respondPage } from '../html/page.ts'
import { type Params, parseParams } from '../http/params.ts'
import type { Actor } from '../i18n/actors.ts'
import { CLAIM_MEANINGS } from '../i18n/claim-meanings.ts'
import type { Language } from '../i18n/language.ts'
import { redact } from '../oauth/redact.ts'
import { explainedHtml } from './members-html.ts'
import { STEP_TEXTS } from './step-texts.ts'
import { decodedOf } from './values.ts'

/** What happens in a launch, in order. A code is valid for a minute, so the last two share one stop. */
const STEPS = ['hand', 'authorize', 'login', 'answer', 'tokens'] as const

/** The launch parameter that requests it, and its value. */
export const STEPS_FIELD = 'steps'
/** The value of STEPS_FIELD in the form of a launch that goes step by step. */
export const STEPS_ON = 'on'

/** True for a request that asks for a stop. */
export const asksForSteps = (params: Params): boolean => params.get(STEPS_FIELD) === STEPS_ON

type Caption = 'carries' | 'asks' | 'back' | 'asked' | 'answered'

interface Step {
  readonly step: (typeof STEPS)[number]
  readonly method: string
  /** Without query. */
  readonly url: string
  /** What is told about it, in order. */
  readonly told: readonly { readonly caption: Caption; readonly members: Members }[]
}

interface StepPage {
  readonly language: Language
  readonly actor: Actor
  readonly steps: readonly [Step, ...Step[]]
  /** A link or a form: the way on. */
  readonly next: Html
  /** True when the launch makes no further stop: it goes on in an app that is not the demo's. */
  readonly isAlone?: boolean
  /** Epoch milliseconds. */
  readonly now: number
  readonly formAction?: readonly string[]
  readonly cookies?: readonly string[]
}

/** The page of a stop. */
export function stepPage({ language, actor, steps, next, isAlone = false, now, ...page }: StepPage): Response {
  const words = STEP_TEXTS[language]
  const numbers = steps.map(({ step }) => STEPS.indexOf(step) + 1)
  return respondPage({
    language,
    title: words[steps[0].step].title,
    actor,
    layout: 'own',
    ...page,
    scripts: [LOCAL_TIMES_SOURCE],
    body: html`<section class="card steps">
<h1>${isAlone ? words.alone : words.step(numbers, STEPS.length)}</h1>
${steps.map((step, index) => stepHtml(step, steps.length > 1 ? numbers[index] : undefined, now, language))}
<p>${isAlone ? words.goesOn : words.waits} ${numbers.some((number) => number < 3) && words.counts}</p>
${next}
</section>
${LOCAL_TIMES}`,
  })
}

/** `number` tells one of several steps from the others. */
function stepHtml(
  { step, method, url, told }: Step,
  number: number | undefined,
  now: number,
  language: Language,
): Html {
  const { title, why } = STEP_TEXTS[language][step]
  return html`<h2>${number === undefined ? title : `${number}. ${title}`}</h2>
<p>${why}</p>
<p><code>${method} ${url}</code></p>
${told.map(({ caption, members }) => toldHtml(caption, members, now, language))}`
}

/** The step of a redirect to an address: its parameters are told. */
export function redirectStep(step: Step['step'], caption: Caption, address: string): Step {
  const [url = address, query = ''] = address.split('?')
  return { step, method: 'GET', url, told: [{ caption, members: Object.fromEntries(parseParams(query).entries) }] }
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
  const plain = Object.fromEntries(
    Object.entries(kept).map(([name, value]) => [name, decodedOf(value) ? words.decoded : value]),
  )
  return html`<h3>${words[caption]}</h3>
${explainedHtml(plain, { ...claimMeanings, ...words.parameters, ...words.meanings[caption] }, now, language)}
${tokens.map(
  ({ name, jwt }) =>
    html`<h4>${name === 'launch' ? words.token : name}</h4>${explainedHtml({ ...jwt.header, ...jwt.claims }, claimMeanings, now, language)}`,
)}`
}
