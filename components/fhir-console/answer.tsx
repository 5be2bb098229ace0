// The answer to a FHIR request: status, headers, body, trace, and the request as curl.
'use client'

import { Alert } from '@mantine/core'
import { CodeText } from '#components/tools/code-text.tsx'
import { CopyButton } from '#components/ui/copy/copy-button.tsx'
import { AnswerHeaders, AnswerStatus } from '#components/ui/http/answer.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { type FhirResource, linkOf } from '#lib/fhir/bundle.ts'
import { urlOfTyped } from '#lib/fhir/fhir-url.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { passedOver } from '#lib/fhir/search/ignored-parameters.ts'
import { isObject, parsedJson } from '#lib/json.ts'
import { AnswerText } from './answer-text.tsx'
import { answerTexts } from './answer-texts.ts'
import { addressOf } from './asked.ts'
import { costOf } from './cost.ts'
import { curlOf } from './curl.ts'
import classes from './fhir-console.module.css'
import { Refusal } from './refusal.tsx'
import type { Answered } from './send.ts'

interface AnswerProps {
  readonly answer: Answered
  readonly fhirBase: string
  /** Sends a GET for a reference in an answer. */
  readonly follow: (path: string) => void
  readonly takeVersion: (etag: string) => void
}

export function Answer({ answer, fhirBase, follow, takeVersion }: AnswerProps) {
  const texts = useTexts(answerTexts)
  const { status, ms, headers, body, trace, asked, url } = answer
  const good = status < 400
  const record = recordOf(answer, fhirBase)
  const cost = costOf(headers)
  const leftOut = good && asked.method === 'GET' ? leftOutOf(answer, fhirBase) : []
  return (
    <section className={layout.card} aria-labelledby="answer">
      <h2 id="answer">
        {texts.answer} <AnswerStatus status={status} took={texts.took(ms)} />
      </h2>
      <p className={classes.sent}>
        <code>
          {asked.method} {url}
        </code>
      </p>
      {cost && (
        <p className={layout.hint}>{cost.led === undefined ? texts.fromMemory : texts.cost(cost.led, cost.rows)}</p>
      )}
      {leftOut.length > 0 && (
        <Alert role="alert" color="orange">
          {texts.leftOut(leftOut.join(', '))}
        </Alert>
      )}
      {!good && <Refusal answer={answer} takeVersion={takeVersion} />}
      <p className={layout.actions}>
        {trace && <a href={`/traces/${encodeURIComponent(trace)}`}>{texts.trace}</a>}
        {good && record && <a href={`/browse/${record.type}/${record.id}`}>{texts.open}</a>}
      </p>
      {body === '' ? (
        <p className={layout.hint}>{texts.noBody}</p>
      ) : (
        <div className={`${layout.codeBox} ${classes.body}`}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
          <section aria-label={texts.body} tabIndex={0}>
            <pre>
              <AnswerText
                text={body}
                hrefOf={(name, value) => hrefOf(fhirBase, asked.client, name, value)}
                follow={follow}
              />
            </pre>
          </section>
          <CopyButton value={body} label={texts.body} />
        </div>
      )}
      <AnswerHeaders summary={texts.answerHeaders(headers.length)} headers={headers} />
      <details className={layout.more}>
        <summary>{texts.curl}</summary>
        <p className={layout.hint}>{texts.curlHint}</p>
        <CodeText label={texts.curl} text={curlOf(asked, url)} wrap />
      </details>
    </section>
  )
}

/** The record that was made, or else asked for; undefined for an answer about none, or about several. */
function recordOf({ headers, url }: Answered, fhirBase: string) {
  const { location = url } = Object.fromEntries(headers)
  const [path = ''] = location.slice(fhirBase.length + 1).split('?')
  return parseReference(path.replace(/\/_history\/\d+$/, ''))
}

/** The parameters of a search on a type that the answer did not apply. */
function leftOutOf({ url, body }: Answered, fhirBase: string): readonly string[] {
  const [type = '', query = ''] = url.slice(fhirBase.length + 1).split('?')
  const bundle = parsedJson(body)
  const self = isObject(bundle) ? linkOf(bundle as FhirResource, 'self') : undefined
  return passedOver(new URLSearchParams(query), type, self)
}

/** Members whose value is a readable address. */
const LEADING: readonly string[] = ['reference', 'url', 'fullUrl', 'location', 'valueCanonical']

/** The request that a value leads to: a reference of this server, or a link below its base. */
function hrefOf(fhirBase: string, client: string, name: string, value: string): string | undefined {
  if (!LEADING.includes(name)) return undefined
  const isOurs = value.startsWith(`${fhirBase}/`) || value.startsWith(`${fhirBase}?`)
  if (!isOurs && !(name === 'reference' && /^[A-Z][A-Za-z]+\/[A-Za-z0-9\-.]{1,64}(\/_history\/\d+)?$/.test(value)))
    return undefined
  return urlOfTyped(fhirBase, value) && addressOf({ method: 'GET', path: value, client })
}
