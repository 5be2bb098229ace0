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
import { headlineOf, leadOf } from '#lib/trace-view/headline.ts'
import {
  linesOfPairs,
  type Side as SideName,
  type StepDifference,
  type StepPair,
  sideBySide,
  stoppedSide,
} from '#lib/trace-view/side-by-side.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
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
  const parting = first === undefined ? undefined : pairs[first]
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
      <p role="status">{parting ? <Parting pair={parting} /> : first === undefined && texts.besideSame}</p>
      <ScrollingTable label={texts.besideTitle} heads={[texts.besideStep, texts.besideThis, texts.besideOther]}>
        {linesOfPairs(pairs).map(({ place, line }) => {
          const [pair, ...others] = line
          if (!pair) return null
          return others.length > 0 ? (
            <NeverRow key={place} line={line} />
          ) : (
            <PairRow key={place} pair={pair} isFirst={place === first} />
          )
        })}
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
      <OutcomeBadge outcome={trace.outcome} language={language} />
    </section>
  )
}

/** Where the two part, in words. */
function Parting({ pair }: { readonly pair: StepPair }) {
  const texts = useTexts(tracesTexts)
  const words = TRACE_TEXTS[useLanguage()]
  const side = stoppedSide(pair)
  const step = side === undefined ? undefined : pair[side]
  if (!side || !step) return <strong>{texts.besideFirst}</strong>
  const other = pair[side === 'left' ? 'right' : 'left']
  const passed = other?.checks.some(({ name, outcome }) => name === step.failed && outcome === 'passed')
  return (
    <>
      <strong>{texts.besideParting}:</strong>{' '}
      {step.failed === undefined ? (
        words.fault
      ) : (
        <>
          <code>{step.failed}</code> {texts.besideRefused[side](passed === true)}
        </>
      )}
    </>
  )
}

function PairRow({ pair, isFirst }: { readonly pair: StepPair; readonly isFirst: boolean }) {
  const language = useLanguage()
  const step = pair.left ?? pair.right
  if (!step) return null
  return (
    <Row
      className={classes.pair}
      data-first={isFirst || undefined}
      data-differs={pair.course.length > 0 || undefined}
      data-never={pair.never || undefined}
    >
      <RowHead className={classes.what}>
        {isFirst && (
          <div className={classes.first}>
            <Parting pair={pair} />
          </div>
        )}
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

/** Requests of one of the two that came after the other had stopped: one row that opens. */
function NeverRow({ line }: { readonly line: readonly StepPair[] }) {
  const texts = useTexts(tracesTexts)
  const words = TRACE_TEXTS[useLanguage()]
  const side = (steps: readonly (TraceStep | undefined)[]) =>
    steps[0] === undefined ? (
      <p>– {texts.besideNever}</p>
    ) : (
      <details>
        <summary>{texts.besideMore(line.length)}</summary>
        <ul className={classes.readList}>
          {steps.map(
            (step, index) =>
              step && (
                // biome-ignore lint/suspicious/noArrayIndexKey: two requests may be alike, and their order never changes
                <li key={index}>
                  {words.steps[step.step]} <code className={layout.mono}>{lineOf(step)}</code>
                </li>
              ),
          )}
        </ul>
      </details>
    )
  return (
    <Row className={classes.pair} data-never>
      <RowHead className={classes.what}>{texts.besideMore(line.length)}</RowHead>
      <Cell className={classes.side}>{side(line.map(({ left }) => left))}</Cell>
      <Cell className={classes.side}>{side(line.map(({ right }) => right))}</Cell>
    </Row>
  )
}

interface SideProps {
  readonly step: TraceStep | undefined
  readonly pair: StepPair
  readonly side: SideName
}

function Side({ step, pair, side }: SideProps) {
  const texts = useTexts(tracesTexts)
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  if (!step) return <p className={layout.quiet}>– {pair.never ? texts.besideNever : texts.besideMissing}</p>
  const line = lineOf(step)
  const failed = step.checks.find(({ name }) => name === step.failed)
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
      {failed && (
        <p className={layout.bad}>
          <code>{failed.name}</code>: {leadOf(failed, language).lead}
        </p>
      )}
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
  readonly side: SideName
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
