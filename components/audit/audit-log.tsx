// The audit log, newest first.
'use client'

import { Button, VisuallyHidden } from '@mantine/core'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { showQuery, useAddress } from '#components/ui/address/use-address.ts'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import type { AuditItem, AuditList } from '#lib/api/audit.ts'
import type { AuditFilters as Filters } from '#lib/api/audit-words.ts'
import { saidOf } from '#lib/audit/said.ts'
import classes from './audit.module.css'
import { addressText, auditQuery, filtersOf, filterText } from './audit-queries.ts'
import { nameOf, OutcomeBadge, Who } from './event-words.tsx'
import { type Folded, isFolded, type ListRow, rowsOf } from './folded.ts'
import { auditTexts } from './texts.ts'

/** In a script of its own, which who may not read the log need not load. */
const AuditFilters = lazy(() => import('./audit-filters.tsx').then((part) => ({ default: part.AuditFilters })))

/** Loaded once there is something to save. */
const ExportButton = lazy(() => import('./export-button.tsx').then((button) => ({ default: button.ExportButton })))

/** Loaded with the events, below which it stands. */
const ChainState = lazy(() => import('./chain-state.tsx').then((part) => ({ default: part.ChainState })))

/** Loaded where the log could not be read. */
const AuditFailed = lazy(() => import('./audit-failed.tsx').then((part) => ({ default: part.AuditFailed })))

/** Loaded for whoever asks. */
const EventMeanings = lazy(() => import('./event-meanings.tsx').then((part) => ({ default: part.EventMeanings })))

export function AuditLog() {
  const texts = useTexts(auditTexts)
  const { query, key, go } = useAddress()
  const filters = filtersOf(query)
  const log = useInfiniteQuery(auditQuery(filters))
  return (
    <div className={layout.page}>
      <div className={layout.head}>
        <div className={classes.head}>
          <h1>{texts.title}</h1>
          <p className={layout.quiet}>{texts.lead}</p>
        </div>
        {log.data?.pages.some(({ items }) => items.length > 0) && (
          <LaterPart fallback={null}>
            <ExportButton key={filterText(filters)} filters={filters} />
          </LaterPart>
        )}
      </div>
      <AuditFilters key={key} filters={filters} choose={(chosen) => go(addressText(chosen))} />
      <Found log={log} filters={filters} />
    </div>
  )
}

interface FoundProps {
  readonly log: UseInfiniteQueryResult<InfiniteData<AuditList>>
  readonly filters: Filters
}

function Found({ log, filters }: FoundProps) {
  const texts = useTexts(auditTexts)
  if (log.isPending) return <LoadingPage />
  if (!log.data)
    return (
      <LaterPart fallback={<LoadingPage />}>
        <AuditFailed filters={filters} error={log.error} retry={() => log.refetch()} />
      </LaterPart>
    )
  const { pages } = log.data
  const items = pages.flatMap((page) => page.items)
  // What apps do all the time is folded.
  const rows = asksForApps(filters) ? items : rowsOf(items)
  if (items.length === 0 && !log.hasNextPage) return <Nothing list={pages[0]} filters={filters} />
  return (
    <>
      <div className={classes.found}>
        <p className={layout.quiet} role="status">
          {texts.loaded(items.length, rows.length)}
          {log.hasNextPage && `, ${texts.andMore}`}
        </p>
        <WhatTheyMean />
      </div>
      {pages[0]?.morePeople && <p>{texts.morePeople}</p>}
      {items.length > 0 && <Rows rows={rows} />}
      {log.error && <LoadFailed error={log.error} retry={() => log.fetchNextPage()} />}
      {log.hasNextPage && !log.error && (
        <div>
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
            {texts.older}
          </Button>
        </div>
      )}
      {pages[0] && (
        <LaterPart fallback={null}>
          <ChainState list={pages[0]} />
        </LaterPart>
      )}
    </>
  )
}

interface NothingProps {
  readonly list: AuditList | undefined
  readonly filters: Filters
}

function Nothing({ list, filters: { by, ...others } }: NothingProps) {
  const texts = useTexts(auditTexts)
  if (by === undefined && filterText(others) === '') return <h2>{texts.empty}</h2>
  return (
    <section className={layout.card} role="status">
      <h2>{texts.noneFound}</h2>
      <p>
        {by !== undefined && texts.peopleOnly} {texts.noneFoundText(list?.archivedUpTo ?? null)}
      </p>
      <div className={layout.actions}>
        {by !== undefined && (
          <Button variant="default" onClick={() => showQuery(addressText(others))}>
            {texts.alsoApps}
          </Button>
        )}
        {filterText(others) !== '' && (
          <Button variant="default" onClick={() => showQuery('')}>
            {texts.clear}
          </Button>
        )}
      </div>
    </section>
  )
}

/** True for filters by which somebody looks for what apps did: then each event is a row. */
const asksForApps = ({ name, app, record, trace }: Filters): boolean =>
  [name, app, record, trace].some((value) => value !== undefined)

function Rows({ rows }: { readonly rows: readonly ListRow[] }) {
  const texts = useTexts(auditTexts)
  return (
    <ScrollingTable label={texts.title} heads={[texts.when, texts.name, texts.outcome, texts.who, texts.what]} grouped>
      {rows.map((row) =>
        isFolded(row) ? <FoldedRow key={row.items.at(-1)?.id} folded={row} /> : <EventRow key={row.id} item={row} />,
      )}
    </ScrollingTable>
  )
}

function EventRow({ item }: { readonly item: AuditItem }) {
  const texts = useTexts(auditTexts)
  const { id, recorded, name, outcome, who, more, changes, why } = item
  return (
    <Row>
      <RowHead className={classes.when}>
        <a href={`/admin/audit/${id}`}>
          <Moment at={recorded} seconds />
        </a>
      </RowHead>
      <Cell>
        {nameOf(texts.names, name)}
        <Done item={item} />
      </Cell>
      <Cell>
        <OutcomeBadge outcome={outcome} />
      </Cell>
      <Cell>
        <Who who={who} />
      </Cell>
      <Cell className={classes.what}>
        {saidOf(item, texts).map((one) => (
          <div key={one} className={classes.one}>
            {item.kind === 'trace' ? <a href={`/traces/${item.what[0]}`}>{one}</a> : one}
          </div>
        ))}
        {why !== undefined && <div className={classes.one}>{why}</div>}
        {more > 0 && <div className={layout.quiet}>{texts.more(more)}</div>}
        {changes.map((change) => (
          <div key={change.name} className={classes.change}>
            <span className={layout.quiet}>{change.name}:</span> {change.before ?? '–'} <span aria-hidden>→</span>
            <VisuallyHidden>{texts.becomes}</VisuallyHidden> {change.after ?? '–'}
          </div>
        ))}
      </Cell>
    </Row>
  )
}

/** What belongs together within the same seconds, as one row that opens. */
function FoldedRow({ folded: { sort, items } }: { readonly folded: Folded }) {
  const texts = useTexts(auditTexts)
  const [newest] = items
  if (!newest) return null
  return (
    <Row className={sort === 'app' ? classes.folded : undefined}>
      <RowHead className={classes.when}>
        <Moment at={newest.recorded} seconds />
      </RowHead>
      <Cell>{sort === 'login' || sort === 'logout' ? texts.names[sort] : texts.folded[sort](items.length)}</Cell>
      <Cell>
        <OutcomeBadge outcome={newest.outcome} />
      </Cell>
      <Cell>
        <Who who={newest.who.map((actor) => ({ ...actor, address: null }))} />
      </Cell>
      <Cell className={classes.what}>
        <details>
          <summary>{texts.together[sort]}</summary>
          <ul className={classes.events}>
            {items.map((item) => (
              <li key={item.id} className={classes.one}>
                <a href={`/admin/audit/${item.id}`}>
                  {nameOf(texts.names, item.name)}, <Moment at={item.recorded} seconds />
                </a>{' '}
                <span className={layout.quiet}>{saidOf(item, texts).join(', ')}</span>
              </li>
            ))}
          </ul>
        </details>
      </Cell>
    </Row>
  )
}

/** What each kind of event is, for whoever reads the log for the first time. */
function WhatTheyMean() {
  const { whatTheyMean } = useTexts(auditTexts)
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{whatTheyMean}</summary>
      {open && (
        <LaterPart fallback={null}>
          <EventMeanings />
        </LaterPart>
      )}
    </details>
  )
}

/** Of a change, what became of which sort of thing: a deleted account has no fields that tell. */
function Done({ item: { name, action, kind, outcome } }: { readonly item: AuditItem }) {
  const texts = useTexts(auditTexts)
  if (name === 'decision') return <div className={layout.quiet}>{texts.decided[outcome]}</div>
  const done = name === 'change' || name === 'write' ? texts.actions[action ?? ''] : undefined
  if (done === undefined) return null
  return <div className={layout.quiet}>{kind === null ? done : `${nameOf(texts.kinds, kind)}: ${done}`}</div>
}
