// The list of traces, newest first, updated live.
'use client'

import { Button } from '@mantine/core'
import { showQuery, useAddress } from '#components/ui/address/use-address.ts'
import { HttpError, isSignedOut } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { Live } from '#components/ui/live/live.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import type { DemoLogin } from '#components/ui/session/demo-logins.tsx'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import type { TraceSummary } from '#lib/api/traces.ts'
import type { CheckGroup } from '#lib/trace-view/check-groups.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { filtersOf } from './filter-names.ts'
import { NotYours } from './not-yours.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'
import { tracesTexts } from './texts.ts'
import { TraceFilters } from './trace-filters.tsx'
import { queryText } from './trace-queries.ts'
import classes from './traces.module.css'
import { useLiveTraces } from './use-live-traces.ts'

interface TraceListProps {
  readonly checks: readonly CheckGroup[]
  /** Administrators of the demo; empty outside of it. */
  readonly demoLogins: readonly DemoLogin[]
}

export function TraceList({ checks, demoLogins }: TraceListProps) {
  const texts = useTexts(tracesTexts)
  const { query, key, go, type } = useAddress()
  const filters = filtersOf(query)
  const live = useLiveTraces(filters)
  if (live.error instanceof HttpError && live.error.status === 403) return <NotYours demoLogins={demoLogins} />
  return (
    <div className={layout.page}>
      <div className={layout.head}>
        <div>
          <h1>{texts.title}</h1>
          <p className={layout.quiet}>{texts.lead}</p>
        </div>
        <Live connected={live.connected} />
      </div>
      <TraceFilters
        key={key}
        filters={filters}
        choose={(chosen) => go(queryText(chosen))}
        type={(typed) => type(queryText(typed))}
        checks={checks}
      />
      <Found live={live} filtered={queryText(filters) !== ''} clear={() => showQuery('')} />
    </div>
  )
}

interface FoundProps {
  readonly live: ReturnType<typeof useLiveTraces>
  readonly filtered: boolean
  readonly clear: () => void
}

function Found({ live, filtered, clear }: FoundProps) {
  const texts = useTexts(tracesTexts)
  const failed = live.error && <LoadFailed error={live.error} retry={live.retry} />
  if (!live.items || isSignedOut(live.error)) return failed ?? <LoadingPage />
  if (live.items.length === 0 && failed) return failed
  if (live.items.length === 0)
    return (
      <section className={layout.card}>
        <h2>{filtered ? texts.noneFound : texts.empty}</h2>
        {!filtered && <p>{texts.emptyText}</p>}
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
      <Rows items={live.items} />
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

function Rows({ items }: { readonly items: readonly TraceSummary[] }) {
  const texts = useTexts(tracesTexts)
  const heads = [texts.what, texts.outcome, texts.when, texts.duration]
  return (
    <ScrollingTable label={texts.title} heads={heads}>
      {items.map((trace) => (
        <TraceRow key={trace.id} trace={trace} />
      ))}
    </ScrollingTable>
  )
}

function TraceRow({ trace }: { readonly trace: TraceSummary }) {
  const texts = useTexts(tracesTexts)
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  const { id, startedAt, changedAt, outcome, user, verified, app, appName } = trace
  return (
    <Row>
      <RowHead className={classes.what}>
        <a href={`/traces/${id}`}>
          <Unbroken text={words.sentence(trace)} />
        </a>
        {user && !verified && <span className={layout.quiet}> ({texts.unproven})</span>}
        <Stopped trace={trace} />
        {app !== null && appName !== undefined && (
          <p className={classes.rule}>
            <Unbroken text={app} />
          </p>
        )}
      </RowHead>
      <Cell>
        <OutcomeBadge outcome={outcome} language={language} />
      </Cell>
      <Cell className={classes.when}>
        <Moment at={new Date(startedAt).toISOString()} seconds />
      </Cell>
      <Cell className={classes.when}>{words.ms(changedAt - startedAt)}</Cell>
    </Row>
  )
}

/** The check that stopped it, and what that asks. */
const Stopped = ({ trace: { outcome, failed, failedRule } }: { readonly trace: TraceSummary }) =>
  outcome === 'refused' &&
  failed !== null && (
    <p className={classes.rule}>
      <code className={classes.check}>{failed}</code> {failedRule}
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
