// The list of traces, newest first, updated live.
'use client'

import { Button } from '@mantine/core'
import { lazy } from 'react'
import { showQuery, useAddress } from '#components/ui/address/use-address.ts'
import { BadFilters } from '#components/ui/http/bad-filters.tsx'
import { HttpError, isSignedOut } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { Live } from '#components/ui/live/live.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import type { DemoLogin } from '#components/ui/session/demo-logins.tsx'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import { TRACE_OUTCOMES } from '#lib/api/trace-words.ts'
import type { TraceSummary } from '#lib/api/traces.ts'
import { badFilters, type KnownValues, withoutBad } from '#lib/http/bad-filters.ts'
import { type FoldedReads, isFolded, readersOf, rowsOf } from '#lib/trace-view/folded.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { type Filters, filtersOf } from './filter-names.ts'
import { NotYours } from './not-yours.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'
import { tracesTexts } from './texts.ts'
import { foldsReads, queryText } from './trace-queries.ts'
import classes from './traces.module.css'
import { useLiveTraces } from './use-live-traces.ts'

/**
 * In a script of its own, which who may not see traces need not load. The page waits for it as a whole: a part that is drawn again
 * before its script is there is made anew, without the letters typed into it.
 */
const TraceFilters = lazy(() => import('./trace-filters.tsx').then((part) => ({ default: part.TraceFilters })))

interface TraceListProps {
  /** Administrators of the demo; empty outside of it. */
  readonly demoLogins: readonly DemoLogin[]
}

export function TraceList({ demoLogins }: TraceListProps) {
  const texts = useTexts(tracesTexts)
  const { query, key, go, type } = useAddress()
  const filters = filtersOf(query)
  const live = useLiveTraces(filters)
  const isAdmin = consolePlaceOf(useAccount()) === 'console'
  if (live.error instanceof HttpError && live.error.status === 403) return <NotYours demoLogins={demoLogins} />
  return (
    <div className={layout.page}>
      <div className={layout.head}>
        <div>
          <h1>{texts.title}</h1>
          <p className={layout.quiet}>
            {texts.lead} {texts.whose[isAdmin ? 'all' : demoLogins.length > 0 ? 'demo' : 'own']}
          </p>
        </div>
        <Live connected={live.connected} />
      </div>
      <TraceFilters
        key={key}
        filters={filters}
        choose={(chosen) => go(queryText(chosen))}
        type={(typed) => type(queryText(typed))}
        stops={live.stops}
      />
      <Found live={live} filters={filters} clear={() => showQuery('')} />
    </div>
  )
}

/** The only filter whose values are few: of any other, an unknown one finds nothing. */
const KNOWN: KnownValues = { outcome: (value) => TRACE_OUTCOMES.some((known) => known === value) }

interface FoundProps {
  readonly live: ReturnType<typeof useLiveTraces>
  readonly filters: Filters
  readonly clear: () => void
}

function Found({ live, filters, clear }: FoundProps) {
  const texts = useTexts(tracesTexts)
  const filtered = queryText(filters) !== ''
  const bad = badFilters(filters, KNOWN)
  if (bad.length > 0)
    return (
      <BadFilters
        bad={bad.map(([, value]) => [texts.outcome, value])}
        leaveOut={() => showQuery(queryText(withoutBad(filters, KNOWN)))}
      />
    )
  const failed = live.error && <LoadFailed error={live.error} retry={live.retry} />
  if (!live.items || isSignedOut(live.error)) return failed ?? <LoadingPage />
  if (live.items.length === 0 && failed) return failed
  if (live.items.length === 0)
    return (
      <section className={layout.card}>
        <h2>{filtered ? texts.noneFound : texts.empty}</h2>
        {filtered ? <Untraced /> : <p>{texts.emptyText}</p>}
        <div>
          {filtered ? (
            <Button variant="default" onClick={clear}>
              {texts.clear}
            </Button>
          ) : (
            <Button component="a" href="/portal">
              {texts.toPortal}
            </Button>
          )}
        </div>
      </section>
    )
  return (
    <>
      {failed}
      <Rows items={live.items} folds={foldsReads(filters)} />
      {filters.app !== undefined && <Untraced />}
      {live.next !== undefined && (
        <div>
          <Button variant="default" onClick={live.more}>
            {texts.more}
          </Button>
        </div>
      )}
    </>
  )
}

/** For whoever looks for a request of an app and does not find it. */
function Untraced() {
  const texts = useTexts(tracesTexts)
  return (
    <p className={layout.hint}>
      {texts.untraced} <a href="/docs/explanation/traces#whose-trace-it-is">{texts.howTraced}</a>
    </p>
  )
}

interface RowsProps {
  readonly items: readonly TraceSummary[]
  readonly folds: boolean
}

function Rows({ items, folds }: RowsProps) {
  const texts = useTexts(tracesTexts)
  const heads = [texts.what, texts.outcome, texts.when, texts.duration]
  return (
    <ScrollingTable label={texts.title} heads={heads}>
      {(folds ? rowsOf(items) : items).map((row) =>
        isFolded(row) ? <ReadsRow key={row.reads.at(-1)?.id} {...row} /> : <TraceRow key={row.id} trace={row} />,
      )}
    </ScrollingTable>
  )
}

/** What back ends read by themselves, one after the other: a row that opens. */
function ReadsRow(folded: FoldedReads) {
  const texts = useTexts(tracesTexts)
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  const { reads } = folded
  const newest = reads[0]
  return (
    <Row>
      <RowHead className={classes.reads}>
        <details>
          <summary>{texts.reads(readersOf(folded), reads.length)}</summary>
          <ul className={classes.readList}>
            {reads.map((trace) => (
              <li key={trace.id}>
                <a href={`/traces/${trace.id}`}>{words.sentence(trace)}</a>,{' '}
                <Moment at={new Date(trace.startedAt).toISOString()} seconds />
              </li>
            ))}
          </ul>
        </details>
      </RowHead>
      <Cell>
        <OutcomeBadge outcome="answered" language={language} />
      </Cell>
      <Cell className={classes.when}>{newest && <Moment at={new Date(newest.startedAt).toISOString()} seconds />}</Cell>
      <Cell />
    </Row>
  )
}

function TraceRow({ trace }: { readonly trace: TraceSummary }) {
  const texts = useTexts(tracesTexts)
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  const { id, startedAt, changedAt, took, outcome, user, verified } = trace
  return (
    <Row>
      <RowHead className={classes.what}>
        <a href={`/traces/${id}`}>
          <Unbroken text={words.sentence(trace)} />
        </a>
        {user && !verified && <span className={layout.quiet}> ({texts.unproven})</span>}
        <Stopped trace={trace} />
      </RowHead>
      <Cell>
        <OutcomeBadge outcome={outcome} language={language} />
      </Cell>
      <Cell className={classes.when}>
        <Moment at={new Date(startedAt).toISOString()} seconds />
      </Cell>
      <Cell className={classes.when}>{words.ms(took ?? changedAt - startedAt)}</Cell>
    </Row>
  )
}

/** The check that stopped it, what that asks, and the code of the answer. */
const Stopped = ({ trace: { outcome, failed, failedCode, failedRule } }: { readonly trace: TraceSummary }) =>
  outcome === 'refused' &&
  failed !== null && (
    <p className={classes.rule}>
      <code className={classes.check}>{failed}</code> {failedRule}
      {failedCode !== undefined && (
        <>
          {' '}
          <code className={classes.check}>{failedCode}</code>
        </>
      )}
    </p>
  )

/** Characters of a name or id that is not broken, not even at a hyphen; one that is longer takes several lines. */
const LONGEST_LINE = 24

/** A sentence whose ids stay whole. */
function Unbroken({ text }: { readonly text: string }) {
  return text.split(/(\s)/).map((word, index) =>
    /[-/]/.test(word) && word.length <= LONGEST_LINE ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence never change their order
      <span key={index} className={classes.oneLine}>
        {word}
      </span>
    ) : (
      word
    ),
  )
}
