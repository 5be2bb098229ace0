// Two traces side by side: the requests that correspond in a row, what differs in them, and where they part first.
'use client'

import { useQuery } from '@tanstack/react-query'
import { ActorBadge } from '#components/ui/actors/actor-badge.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import type { TraceDetail, TraceStep } from '#lib/api/traces.ts'
import { lineOf } from '#lib/trace-view/fhir-line.ts'
import { type StepDifference, type StepPair, sideBySide, wentDifferently } from '#lib/trace-view/side-by-side.ts'
import { headlineOf, TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { CheckMark, OutcomeBadge } from './outcome-badge.tsx'
import { tracesTexts } from './texts.ts'
import { traceQuery } from './trace-queries.ts'
import classes from './traces.module.css'

interface TracesBesideProps {
  readonly id: string
  readonly other: string
}

export function TracesBeside({ id, other }: TracesBesideProps) {
  const language = useLanguage()
  const left = useQuery(traceQuery(id, language))
  const right = useQuery(traceQuery(other, language))
  const failed = [left, right].find(({ isLoadingError }) => isLoadingError)
  if (failed?.error) return <LoadFailed error={failed.error} retry={() => failed.refetch()} />
  if (!left.data || !right.data) return <LoadingPage />
  return <Beside left={left.data} right={right.data} />
}

interface BesideProps {
  readonly left: TraceDetail
  readonly right: TraceDetail
}

function Beside({ left, right }: BesideProps) {
  const texts = useTexts(tracesTexts)
  const { pairs, first } = sideBySide(left, right, useLanguage())
  return (
    <article className={layout.page}>
      <p>
        <a href={`/traces/${left.id}`}>{texts.besideBack}</a>
      </p>
      <h1>{texts.besideTitle}</h1>
      <div className={classes.heads}>
        <Head label={texts.besideThis} trace={left} />
        <Head label={texts.besideOther} trace={right} />
      </div>
      {first === undefined && <p role="status">{texts.besideSame}</p>}
      <ScrollingTable label={texts.besideTitle} heads={[texts.besideStep, texts.besideThis, texts.besideOther]}>
        {pairs.map((pair, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two requests may be alike, and their order never changes
          <PairRow key={index} pair={pair} isFirst={index === first} />
        ))}
      </ScrollingTable>
    </article>
  )
}

function Head({ label, trace }: { readonly label: string; readonly trace: TraceDetail }) {
  const language = useLanguage()
  return (
    <section className={`${layout.card} ${classes.headline}`} data-outcome={trace.outcome} aria-label={label}>
      <p className={layout.quiet}>{label}</p>
      <p>
        <a href={`/traces/${trace.id}`}>{headlineOf(trace, language)}</a>
      </p>
      <OutcomeBadge outcome={trace.outcome} cancelled={trace.cancelled} language={language} />
    </section>
  )
}

function PairRow({ pair, isFirst }: { readonly pair: StepPair; readonly isFirst: boolean }) {
  const texts = useTexts(tracesTexts)
  const language = useLanguage()
  const step = pair.left ?? pair.right
  if (!step) return null
  return (
    <Row className={classes.pair} data-first={isFirst || undefined} data-differs={wentDifferently(pair) || undefined}>
      <RowHead className={classes.what}>
        {isFirst && <strong className={classes.first}>{texts.besideFirst}</strong>}
        <div>
          <ActorBadge actor={step.peer} language={language} />
        </div>
        <div>{TRACE_TEXTS[language].steps[step.step]}</div>
      </RowHead>
      <Cell className={classes.side}>
        <Side step={pair.left} pair={pair} side="left" />
      </Cell>
      <Cell className={classes.side}>
        <Side step={pair.right} pair={pair} side="right" />
      </Cell>
    </Row>
  )
}

interface SideProps {
  readonly step: TraceStep | undefined
  readonly pair: StepPair
  readonly side: 'left' | 'right'
}

function Side({ step, pair, side }: SideProps) {
  const texts = useTexts(tracesTexts)
  const words = TRACE_TEXTS[useLanguage()]
  if (!step) return <p className={layout.quiet}>– {texts.besideMissing}</p>
  const line = lineOf(step)
  const passed = step.checks.filter(({ outcome }) => outcome === 'passed').length
  return (
    <>
      <div className={classes.sideHead}>
        <CheckMark state={step.failed || step.fault ? 'failed' : 'passed'} />
        <span>
          {step.checks.length > 0 && <>{words.checkCount(passed, step.checks.length)} · </>}
          {step.status === 0 ? words.noAnswer : step.status}
        </span>
      </div>
      {line !== undefined && <code className={layout.mono}>{line}</code>}
      <Differences differences={pair.course} side={side} />
      {pair.values.length > 0 && (
        <details>
          <summary>{texts.besideSent}</summary>
          <Differences differences={pair.values} side={side} />
        </details>
      )}
    </>
  )
}

function Differences({
  differences,
  side,
}: {
  readonly differences: readonly StepDifference[]
  readonly side: 'left' | 'right'
}) {
  const texts = useTexts(tracesTexts)
  if (differences.length === 0) return null
  return (
    <dl className={classes.differences}>
      {differences.map(({ name, [side]: value }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{value ?? texts.besideAbsent}</dd>
        </div>
      ))}
    </dl>
  )
}
