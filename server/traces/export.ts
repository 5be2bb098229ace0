// A trace as a single HTML file for e-mail, without script or external resources, with all the content of the page.

import { hash } from 'node:crypto'
import type { TraceCheck, TraceDetail, TraceStep } from '#lib/api/traces.ts'
import { type Html, html } from '#lib/html/html.ts'
import { ACTOR_NAMES } from '#lib/i18n/actors.ts'
import { utcText } from '#lib/i18n/instants.ts'
import type { Language } from '#lib/i18n/language.ts'
import { statusIn } from '#lib/trace/task-status.ts'
import { closest, differenceOf, type Piece } from '#lib/trace-view/differences.ts'
import { headlineOf, leadOf } from '#lib/trace-view/headline.ts'
import { membersHtml } from '#lib/trace-view/members-html.ts'
import { linesOf, type TraceLine, typesRead } from '#lib/trace-view/step-lines.ts'
import { sinceText, TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { type ComparedRow, comparedRows, hasExpected } from '#lib/trace-view/values.ts'

/** The look of the site's pages in a single style, because the document may be opened from a mailbox. */
const STYLE = `:root{color-scheme:light dark;--page:#f4f7f6;--surface:#fff;--line:#d9e1df;--text:#17211f;--dimmed:#52605d;--good:#05654a;--bad:#b42121}
@media(prefers-color-scheme:dark){:root{--page:#131918;--surface:#1c2423;--line:#36423f;--text:#dce5e2;--dimmed:#a4b2ae;--good:#8aebcb;--bad:#ffb3b3}}
body{background:var(--page);color:var(--text);font:16px/1.55 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:2rem 1rem 4rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0}h2{font-size:1.2rem;margin:2rem 0 1rem}h3{font-size:1.05rem;margin:0 0 .5rem}h4{font-size:.95rem;margin:1rem 0 .25rem}code{font-size:.85em}
header,section{padding:1.1rem 1.4rem;border:1px solid var(--line);border-left:5px solid var(--good);border-radius:12px;background:var(--surface)}
header p{margin:.5rem 0 0;color:var(--dimmed)}section{border-left-width:3px;margin:1rem 0;break-inside:avoid}section p{margin:.5rem 0}.failed{border-left-color:var(--bad)}
table{border-collapse:collapse;width:100%;margin:.25rem 0}th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line)}th{min-width:8.5rem;font-weight:600}tr:last-child>*{border-bottom:0}
.checks{display:flex;flex-wrap:wrap;gap:.1rem 1.5rem}.checks>.failed{width:100%}
mark{background:#b42121;color:#fff;text-decoration:underline}.failed>strong{color:var(--bad)}
@media(max-width:40rem){header,section{padding:1rem}.checks{display:block}tr,th,td{display:block;padding-right:0}tr{padding:.2rem 0}th,td,tr>*{border-bottom:0;padding-top:0;padding-bottom:0}tr:not(:last-child){border-bottom:1px solid var(--line)}}`

/** The hash of that style, as a source in a Content-Security-Policy (CSP Level 3 §2.3.1). */
export const PAGE_STYLE = `'sha256-${hash('sha256', STYLE, 'base64')}'`

/** The document, in the reader's language; `note` appears below its headline. */
export function tracePage(trace: TraceDetail, language: Language, note?: string): string {
  const words = TRACE_TEXTS[language]
  const sentence = headlineOf(trace, language)
  const { platform, platformName } = trace
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${sentence}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<header class="${trace.steps.some(isFailed) ? 'failed' : 'passed'}">
<h1>${sentence}</h1>
<p><code>${trace.id}</code> · ${utcText(new Date(trace.startedAt).toISOString())} · ${trace.verified ? words.proven : words.notProven}</p>
${platform === null ? html`` : html`<p>${words.fact.platform}: ${platformName === undefined ? platform : `${platformName} (${platform})`}</p>`}
<p>${words.redacted}</p>
${note === undefined ? html`` : html`<p>${note}</p>`}
</header>
<h2>${words.timeline}</h2>
${linesOf(trace.steps).map((line) => lineHtml(line, trace, language))}
${trace.truncated ? html`<p>${words.truncated}</p>` : html``}
</body>
</html>
`.html
}

const isFailed = ({ failed, fault }: TraceStep): boolean => failed !== undefined || fault === true

/** Many reads, one after the other, open from one line, and so does what was done once more. */
function lineHtml({ sort, steps: placed }: TraceLine, trace: TraceDetail, language: Language): Html {
  const words = TRACE_TEXTS[language]
  const steps = placed.map(({ step }) => stepHtml(step, trace, language))
  if (sort === 'one') return html`${steps}`
  const many = sort === 'again' ? words.again(placed.length) : words.reads(placed.length, typesRead(placed))
  return html`<details><summary>${many}</summary>${steps}</details>`
}

function stepHtml(step: TraceStep, trace: TraceDetail, language: Language): Html {
  const words = TRACE_TEXTS[language]
  return html`<section class="${isFailed(step) ? 'failed' : 'passed'}">
<h3>${ACTOR_NAMES[language][step.peer]}: ${words.steps[step.step]}</h3>
${step.step === 'subscription.compared' ? html`<p><code>${step.url}</code> · ${sinceText(step, trace, language)}</p>` : requestHtml(step, trace, language)}
${step.location ? html`<p>${words.location} <code>${step.location}</code></p>` : html``}
${step.fault ? html`<p>${words.fault}</p>` : html``}
<div class="checks">${step.checks.map((check) => checkHtml(check, step.at, language))}</div>
${verdictsHtml(step, language)}
${membersHtml(words.sent, step.sent, step.at, language)}
${membersHtml(words.answered, step.answered ?? {}, step.at, language)}
</section>`
}

function requestHtml(step: TraceStep, trace: TraceDetail, language: Language): Html {
  const words = TRACE_TEXTS[language]
  const { method, url, status: code, ms } = step
  const status = statusIn(step)
  const answer = code === 0 ? words.noAnswer : String(code)
  return html`<p><code>${method} ${url}</code> · ${sinceText(step, trace, language)} · ${words.status} ${answer} · ${words.ms(ms)}${status === undefined ? '' : ` · ${words.taskStatus(status)}`}</p>`
}

function verdictsHtml({ subscriptions = [], otherSubscriptions = 0 }: TraceStep, language: Language): Html {
  const words = TRACE_TEXTS[language]
  return html`${subscriptions.map(
    ({ id, criteria, verdict }) =>
      html`<p><code>Subscription/${id}</code> <code>${criteria}</code> ${words.verdicts[verdict]}</p>`,
  )}${otherSubscriptions > 0 ? html`<p>${words.otherSubscriptions(otherSubscriptions)}</p>` : html``}`
}

const SIGNS: Readonly<Record<TraceCheck['outcome'], string>> = { passed: '✓', failed: '✗', not_reached: '–' }

function checkHtml(check: TraceCheck, at: number, language: Language): Html {
  const words = TRACE_TEXTS[language]
  const line = html`${SIGNS[check.outcome]} <code>${check.name}</code> ${words.states[check.outcome]}`
  if (check.outcome !== 'failed') return html`<div>${line}</div>`
  const { lead, told } = leadOf(check, language)
  return html`<div class="failed"><strong>${line}: ${lead}</strong>
${told === undefined ? html`` : html`<p>${words.told} <q lang="en">${told}</q></p>`}
${comparedHtml(comparedRows(check, at, language), words)}
<p>${check.meaning ?? ''}</p><p>${words.mend}: ${check.mend ?? ''}</p><p>${words.source}: ${check.source}</p></div>`
}

/** No table without rows, and no column for expectations when no row has one. */
function comparedHtml(rows: readonly ComparedRow[], words: { readonly expected: string; readonly received: string }) {
  if (rows.length === 0) return html``
  const isExpected = hasExpected(rows)
  const head = isExpected ? html`<th>${words.expected}</th>` : html``
  return html`<table><tr><td></td>${head}<th>${words.received}</th></tr>
${rows.map((row) => rowHtml(row, isExpected))}</table>`
}

function rowHtml({ name, expected, received, agrees }: ComparedRow, isExpected: boolean): Html {
  const near = agrees || received === undefined ? undefined : closest(expected, received)
  const difference = near === undefined ? undefined : differenceOf(near, received ?? '')
  const others = expected.filter((text) => text !== near)
  const expectedCell = html`<td>${difference ? piecesHtml(difference.expected) : html``} ${others.map((text) => html`<code>${text}</code><br>`)}</td>`
  return html`<tr><th><code>${name}</code></th>
${isExpected ? expectedCell : html``}
<td>${difference ? piecesHtml(difference.received) : html`<code>${received ?? ''}</code>`}</td></tr>`
}

const piecesHtml = (pieces: readonly Piece[]): Html =>
  html`<code>${pieces.map(({ text, differs }) => (differs ? html`<mark>${text}</mark>` : html`${text}`))}</code>`
