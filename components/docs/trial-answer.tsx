// The answer to an operation that was tried: status, the reason of a refusal, body and headers.
'use client'

import { CopyButton } from '#components/ui/copy/copy-button.tsx'
import { AnswerHeaders, AnswerStatus } from '#components/ui/http/answer.tsx'
import { HttpError, isSignedOut } from '#components/ui/http/get-json.ts'
import { wordsOf } from '#components/ui/http/server-words.ts'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { JsonText } from '#components/ui/json/json-text.tsx'
import layout from '#components/ui/page/page.module.css'
import { minify, pretty } from '#lib/fhir/json-text.ts'
import { parsedJson } from '#lib/json.ts'
import classes from './docs.module.css'
import type { Sender } from './trial.ts'
import { tryTexts } from './try-texts.ts'

interface Arrived {
  readonly path: string
  readonly sender: Sender
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  readonly ms: number
}

/** Without a status: no answer arrived. */
export type Tried = Arrived | { readonly path: string; readonly status: undefined }

/** Characters of a body that are shown; the rest is for the clipboard, or for the address itself. */
const MOST_SHOWN = 20_000

export function TrialAnswer({ tried }: { readonly tried: Tried }) {
  const texts = useTexts(tryTexts)
  if (tried.status === undefined)
    return (
      <p role="alert" className={layout.bad}>
        {texts.noAnswer}
      </p>
    )
  const { path, sender, status, headers, body, ms } = tried
  return (
    <section className={classes.trialAnswer} aria-label={texts.answer}>
      <p className={classes.label}>
        {texts.answer} <AnswerStatus status={status} took={texts.took(ms)} />
      </p>
      <p>
        <code>GET {path}</code>
      </p>
      {status >= 400 && <Refused sender={sender} status={status} body={body} />}
      {body === '' ? <p className={layout.hint}>{texts.noBody}</p> : <Body text={body} />}
      <AnswerHeaders summary={texts.headers(headers.length)} headers={headers} />
    </section>
  )
}

function Refused({ sender, status, body }: Pick<Arrived, 'sender' | 'status' | 'body'>) {
  const texts = useTexts(tryTexts)
  const parsed = parsedJson(body)
  const words = wordsOf(parsed)
  const { error_uri } = (parsed ?? {}) as { readonly error_uri?: unknown }
  return (
    <p className={layout.bad}>
      {texts.refused} {words && <q lang="en">{words}</q>}{' '}
      {isSignedOut(new HttpError(status, parsed)) && (sender === 'nobody' ? texts.asNobody : texts.signedOut)}{' '}
      {typeof error_uri === 'string' && URL.canParse(error_uri) && (
        <a href={new URL(error_uri).pathname}>{texts.more}</a>
      )}
    </p>
  )
}

function Body({ text }: { readonly text: string }) {
  const texts = useTexts(tryTexts)
  const language = useLanguage()
  const isJson = parsedJson(text) !== undefined
  const written = isJson ? pretty(minify(text)) : text
  const number = (count: number) => count.toLocaleString(language)
  return (
    <>
      <div className={`${layout.codeBox} ${classes.trialBody}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
        <pre tabIndex={0}>
          {isJson && written.length <= MOST_SHOWN ? <JsonText text={written} /> : written.slice(0, MOST_SHOWN)}
        </pre>
        <CopyButton value={text} label={texts.body} />
      </div>
      {written.length > MOST_SHOWN && (
        <p className={layout.hint}>{texts.cut(number(MOST_SHOWN), number(written.length))}</p>
      )}
    </>
  )
}
