// The list of traces, newest first, updated live.
'use client'

import { Button } from '@mantine/core'
import { showQuery, useAddress } from '#components/address/use-address.ts'
import { HttpError, isSignedOut } from '#components/http/get-json.ts'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { useLanguage, useTexts } from '#components/i18n/language-context.tsx'
import { Live } from '#components/live/live.tsx'
import layout from '#components/page/page.module.css'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import type { DemoLogin } from '#components/start/demo-logins.tsx'
import { Cell, Row, RowHead } from '#components/table/row.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import { Moment } from '#components/time/moment.tsx'
import type { TraceSummary } from '#lib/api/traces.ts'
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
  readonly checks: readonly string[]
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
  const heads = [texts.when, texts.outcome, texts.check, texts.app, texts.user, texts.duration]
  return (
    <ScrollingTable label={texts.title} heads={heads}>
      {items.map((trace) => (
        <TraceRow key={trace.id} trace={trace} />
      ))}
    </ScrollingTable>
  )
}

/** Characters of a name or client_id that is not broken, not even at a hyphen; one that is longer takes several lines. */
const LONGEST_LINE = 24

const OnOneLine = ({ text }: { readonly text: string }) => (
  <span className={text.length <= LONGEST_LINE ? classes.oneLine : undefined}>{text}</span>
)

function TraceRow({ trace }: { readonly trace: TraceSummary }) {
  const texts = useTexts(tracesTexts)
  const language = useLanguage()
  const { id, startedAt, changedAt, outcome, failed, app, appName, user, verified } = trace
  return (
    <Row>
      <RowHead className={classes.when}>
        <a href={`/traces/${id}`}>
          <Moment at={new Date(startedAt).toISOString()} seconds />
        </a>
      </RowHead>
      <Cell>
        <OutcomeBadge outcome={outcome} language={language} />
      </Cell>
      <Cell>{failed && <code className={classes.check}>{failed}</code>}</Cell>
      <Cell>
        {(appName ?? app) && <OnOneLine text={appName ?? app ?? ''} />}
        {appName && app && (
          <div className={layout.quiet}>
            <OnOneLine text={app} />
          </div>
        )}
      </Cell>
      <Cell>
        {user}
        {user && !verified && <span className={layout.quiet}> ({texts.unproven})</span>}
      </Cell>
      <Cell className={classes.when}>{TRACE_TEXTS[language].ms(changedAt - startedAt)}</Cell>
    </Row>
  )
}
