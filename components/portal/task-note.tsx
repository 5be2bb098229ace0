// The latest change of a task on the page, as a sentence with a link to the trace of its request.
'use client'

import { useEffect, useState } from 'react'
import { relativeText } from '#components/tools/times.ts'
import { fhirCodeTexts } from '#components/ui/fhir/code-texts.ts'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import classes from './portal.module.css'
import type { ToldChange } from './task-news.ts'
import { portalTexts } from './texts.ts'

const MINUTE_MS = 60_000

export function TaskNote({ change }: { readonly change: ToldChange | undefined }) {
  return (
    <div role="status" className={classes.note}>
      {change && <Sentence key={change.at} change={change} />}
    </div>
  )
}

function Sentence({ change }: { readonly change: ToldChange }) {
  const texts = useTexts(portalTexts)
  const codes = useTexts(fhirCodeTexts)
  const { kind, who, title, status, trace, at } = change
  const [before, after] = kind === 'other' ? texts.told.other(codes.status[status] ?? status) : texts.told[kind](who)
  return (
    <p>
      {before}
      <em>{title}</em>
      {after}, <Since at={at} />
      {trace !== undefined && (
        <>
          {' · '}
          <a href={`/traces/${encodeURIComponent(trace)}`}>{texts.seeHow}</a>
        </>
      )}
    </p>
  )
}

/** "just now", and after a minute the elapsed time, which is not announced again each minute. */
function Since({ at }: { readonly at: number }) {
  const texts = useTexts(portalTexts)
  const language = useLanguage()
  const [now, setNow] = useState(at)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  const seconds = (at - now) / 1000
  return <span aria-live="off">{seconds > -60 ? texts.justNow : relativeText(seconds, language)}</span>
}
