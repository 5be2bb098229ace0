// One trace: a summary sentence, the failed check with its remedy, and every request in order.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { whenHeard } from '#components/ui/address/when-heard.ts'
import { HttpError } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { useTitle } from '#components/ui/page/use-title.ts'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import { PersonField } from '#components/ui/session/person-field.tsx'
import type { TraceDetail } from '#lib/api/traces.ts'
import { BROKEN_LAUNCH } from '#lib/launch/demo-paths.ts'
import { headlineOf } from '#lib/trace-view/headline.ts'
import { canReopen } from '#lib/trace-view/reopen.ts'
import { outcomeOf, passedBefore, refusalOf, TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { ChooseOther } from './choose-other.tsx'
import { FailedCheck } from './failed-check.tsx'
import { SignInButtons } from './not-yours.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'
import { ShareTrace } from './share-trace.tsx'
import { tracesTexts } from './texts.ts'
import { placeOf, Timeline } from './timeline.tsx'
import { TraceFactList } from './trace-facts.tsx'
import { traceQuery } from './trace-queries.ts'
import classes from './traces.module.css'

export function TracePage({ id }: { readonly id: string }) {
  const trace = useQuery(traceQuery(id, useLanguage()))
  if (trace.isPending) return <LoadingPage />
  if (trace.data)
    return (
      <>
        <RefetchFailed query={trace} />
        <Trace trace={trace.data} />
      </>
    )
  if (trace.error instanceof HttpError && trace.error.status === 404) return <Gone retry={() => trace.refetch()} />
  return trace.error ? <LoadFailed error={trace.error} retry={() => trace.refetch()} /> : null
}

function Gone({ retry }: { readonly retry: () => void }) {
  const texts = useTexts(tracesTexts)
  return (
    <section className={layout.card} aria-labelledby="gone">
      <h1 id="gone">{texts.gone}</h1>
      <p>{texts.goneText}</p>
      <p>
        {texts.goneError} <a href="/docs/errors">{texts.allErrors}</a>
      </p>
      <div>
        <Button variant="default" onClick={retry}>
          {texts.lookAgain}
        </Button>
      </div>
      <SignInButtons />
    </section>
  )
}

function Trace({ trace }: { readonly trace: TraceDetail }) {
  const texts = useTexts(tracesTexts)
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  const { outcome } = trace
  const headline = headlineOf(trace, language)
  const isAuditor = consolePlaceOf(useAccount()) === 'audit'
  const stopped = outcome === 'refused' || outcome === 'cancelled' ? refusalOf(trace) : undefined
  useTitle(outcomeOf(trace, language), texts.title)
  useOwnAddress(trace.id)
  return (
    <article className={layout.page}>
      <p className={classes.noPrint}>
        {isAuditor ? <a href="/admin/audit">{texts.toAudit}</a> : <a href="/traces">{texts.all}</a>}
      </p>
      <header className={`${layout.card} ${classes.headline}`} data-outcome={outcome}>
        <OutcomeBadge outcome={outcome} language={language} />
        <h1>{headline}</h1>
        {stopped && (
          <p className={layout.quiet}>
            <code className={classes.check}>{stopped.check.name}</code>{' '}
            {words.stoppedAfter(passedBefore(trace, stopped))}
          </p>
        )}
        {outcome === 'under_way' && <p role="status">{texts.underWay}</p>}
        {stopped && <Jumps trace={trace} check={stopped.check.name} />}
      </header>
      {stopped && <FailedCheck step={stopped.step} check={stopped.check} trace={trace} />}
      {outcome === 'opened' && trace.task && canReopen(trace) && <WhatNext task={trace.task} />}
      <Timeline trace={trace} />
      {(outcome === 'under_way' || outcome === 'abandoned') && <NothingArrived />}
      {trace.truncated && <p className={layout.quiet}>{words.truncated}</p>}
      <div className={`${layout.pair} ${classes.below}`}>
        <TraceFactList trace={trace} />
        {(!isAuditor || trace.shareable) && (
          <div className={classes.beside}>
            {!isAuditor && <ChooseOther trace={trace} />}
            {trace.shareable && <ShareTrace id={trace.id} />}
          </div>
        )}
      </div>
    </article>
  )
}

/** A refused trace is long: to the first request that the check refused, whatever came again after it, and to the facts at its end. */
function Jumps({ trace: { steps }, check }: { readonly trace: TraceDetail; readonly check: string }) {
  const texts = useTexts(tracesTexts)
  const words = TRACE_TEXTS[useLanguage()]
  const place = steps.findIndex(({ failed }) => failed === check)
  return (
    <nav className={`${layout.actions} ${classes.noPrint}`} aria-label={texts.onThisPage}>
      {place >= 0 && <a href={`#${placeOf(place)}`}>{texts.toFailed}</a>}
      <a href="#facts">{words.facts}</a>
    </nav>
  )
}

/** A trace is also found by what led to it, such as the state of an app: its address is the one of its id. */
function useOwnAddress(id: string): void {
  useEffect(() => {
    whenHeard(() => window.history.replaceState(null, '', `/traces/${id}${window.location.hash}`))
  }, [id])
}

function NothingArrived() {
  const texts = useTexts(tracesTexts)
  return (
    <section className={layout.card}>
      <h2>{texts.nothingArrived}</h2>
      <p>{texts.nothingArrivedText}</p>
    </section>
  )
}

/** Suggestions after a successful launch: see it step by step, break it, connect your own app. */
function WhatNext({ task }: { readonly task: string }) {
  const texts = useTexts(tracesTexts)
  return (
    <section className={`${layout.card} ${classes.noPrint}`} aria-labelledby="what-next">
      <h2 id="what-next">{texts.whatNext}</h2>
      <p>{texts.whatNextText}</p>
      <div className={layout.actions}>
        <form method="post" action="/portal/launch">
          <PersonField />
          <input type="hidden" name="task" value={task} />
          <Button type="submit" name="in" value="steps">
            {texts.stepByStep}
          </Button>
        </form>
        <Button component="a" href={BROKEN_LAUNCH} variant="default">
          {texts.breakIt}
        </Button>
        <Button component="a" href="/connect" variant="default">
          {texts.connectYours}
        </Button>
      </div>
    </section>
  )
}
