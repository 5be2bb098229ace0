// Parameters, or members of an answer, as HTML for a page without script: each on a line, tokens claim by claim.
import type { Members } from '../api/traces.ts'
import { type Html, html } from '../html/html.ts'
import { timeHtml } from '../html/local-times.ts'
import type { Language } from '../i18n/language.ts'
import { instantOfClaim } from '../oauth/claim-instants.ts'
import { decodedOf, distanceText, valueText } from './values.ts'

/** A table below a caption; nothing without members. `at` is the time of the request, in epoch milliseconds. */
export function membersHtml(caption: string, members: Members, at: number, language: Language): Html {
  const rows = Object.entries(members).flatMap(([name, value]) => {
    const jwt = decodedOf(value)
    if (!jwt) return [[name, valueText(name, value, at, language)] as const]
    return [jwt.header, jwt.claims].flatMap((part) =>
      Object.entries(part).map(([key, one]) => [`${name}.${key}`, valueText(key, one, at, language)] as const),
    )
  })
  if (rows.length === 0) return html``
  return html`<h4>${caption}</h4><table>${rows.map(
    ([name, text]) => html`<tr><th><code>${name}</code></th><td><code>${text}</code></td></tr>`,
  )}</table>`
}

function valueHtml(name: string, value: unknown, at: number, language: Language): Html {
  const instant = instantOfClaim(name, value)
  if (instant === undefined) return html`${valueText(name, value, at, language)}`
  return html`${timeHtml(instant)} (${distanceText(instant, at, language)})`
}

/** Members with their meanings, where known, for first-time readers. Its times are for LOCAL_TIMES. */
export function explainedHtml(
  members: Members,
  meanings: Readonly<Record<string, string>>,
  at: number,
  language: Language,
): Html {
  return html`<table>${Object.entries(members).map(
    ([name, value]) =>
      html`<tr><th><code>${name}</code></th><td><code>${valueHtml(name, value, at, language)}</code></td><td>${meanings[name] ?? ''}</td></tr>`,
  )}</table>`
}
