// One event of the audit log: agent, action, entity, time and outcome.
'use client'

import { useQuery } from '@tanstack/react-query'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { useTitle } from '#components/ui/page/use-title.ts'
import { Moment } from '#components/ui/time/moment.tsx'
import type { AuditDetail, AuditThing } from '#lib/api/audit.ts'
import { LEFT_OUT } from '#lib/api/audit-words.ts'
import { DAY } from '#lib/clock.ts'
import { TRACE_LIFETIME_DAYS } from '#lib/trace/trace-days.ts'
import classes from './audit.module.css'
import { addressText, auditEventQuery } from './audit-queries.ts'
import { auditEventTexts } from './event-texts.ts'
import { nameOf, OutcomeBadge, Who } from './event-words.tsx'
import { auditTexts } from './texts.ts'

export function AuditEvent({ id }: { readonly id: string }) {
  const texts = useEventTexts()
  const event = useQuery(auditEventQuery(id))
  return (
    <div className={layout.page}>
      <p>
        <a href="/admin/audit">{texts.toList}</a>
      </p>
      {event.isPending && <LoadingPage />}
      {event.isLoadingError && (
        <>
          <h1>{texts.title}</h1>
          <LoadFailed error={event.error} retry={() => event.refetch()} />
        </>
      )}
      {event.data && <Opened event={event.data} />}
    </div>
  )
}

function Opened({ event }: { readonly event: AuditDetail }) {
  const texts = useEventTexts()
  const { name, outcome, who, things, resource, why } = event
  const called = nameOf(texts.names, name)
  useTitle(called, texts.title)
  return (
    <>
      <header className={`${layout.card} ${classes.headline}`} data-outcome={outcome}>
        <h1>{called}</h1>
        <p>{nameOf(texts.meanings, name)}</p>
        {why !== undefined && <p>{why}</p>}
        <OutcomeBadge outcome={outcome} />
      </header>
      <div className={layout.pair}>
        <div className={layout.page}>
          <section className={layout.section} aria-labelledby="who">
            <h2 id="who">{texts.who}</h2>
            <Who who={who} />
          </section>
          {things.length > 0 && <Things things={things} />}
        </div>
        <Facts event={event} />
      </div>
      <details className={`${layout.card} ${layout.more}`}>
        <summary>{texts.asFhir}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
        <pre className={`${layout.mono} ${classes.json}`} tabIndex={0}>
          {JSON.stringify(resource, null, 2)}
        </pre>
      </details>
    </>
  )
}

function Facts({ event }: { readonly event: AuditDetail }) {
  const texts = useEventTexts()
  const isOld = Date.now() - Date.parse(event.recorded) > TRACE_LIFETIME_DAYS * DAY
  const { id, recorded, period, description, site, traceIds, traces, requestIds, correlationIds } = event
  return (
    <dl className={classes.facts}>
      <Fact label={texts.recorded}>
        <Moment at={recorded} seconds />
      </Fact>
      {period && (
        <Fact label={texts.period}>
          <Moment at={period.start} seconds /> – <Moment at={period.end} seconds />
        </Fact>
      )}
      <Fact label={texts.described}>
        <span lang="en">{description}</span>
      </Fact>
      {site !== null && <Fact label={texts.site}>{site}</Fact>}
      {traceIds.length > 0 && (
        <Fact label={texts.traces}>
          {traceIds.map((trace, index) => (
            <div key={trace}>
              <CopyText value={trace} label={texts.traces} />
              <p>
                <a href={`/admin/audit${addressText({ trace })}`}>{texts.allOfIt}</a>
              </p>
              <p>
                <a href={`/traces/${encodeURIComponent(traces[index] ?? trace)}`}>{texts.toTrace}</a>
              </p>
              {isOld && <p className={layout.hint}>{texts.traceMayBeGone(TRACE_LIFETIME_DAYS)}</p>}
            </div>
          ))}
        </Fact>
      )}
      <Ids label={texts.requests} ids={requestIds} />
      <Ids label={texts.correlations} ids={correlationIds} />
      <Fact label={texts.id}>
        <CopyText value={id} label={texts.id} />
      </Fact>
    </dl>
  )
}

const Ids = ({ label, ids }: { readonly label: string; readonly ids: readonly string[] }) =>
  ids.length > 0 && (
    <Fact label={label}>
      {ids.map((id) => (
        <div key={id}>
          <CopyText value={id} label={label} />
        </div>
      ))}
    </Fact>
  )

function Things({ things }: { readonly things: readonly AuditThing[] }) {
  const texts = useEventTexts()
  return (
    <section className={layout.section} aria-labelledby="things">
      <h2 id="things">{texts.things}</h2>
      <ul className={classes.things}>
        {things.map((thing, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what an event is about never changes.
          <li key={index}>
            <Thing thing={thing} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Thing({ thing: { what, known, kind, description, query, details } }: { readonly thing: AuditThing }) {
  const texts = useEventTexts()
  const sort = kind === null ? null : nameOf(texts.kinds, kind)
  return (
    <>
      <span className={classes.name}>
        {kind === 'trace' && what !== null ? (
          <a href={`/traces/${what}`}>{texts.sorts[kind]}</a>
        ) : what === LEFT_OUT ? (
          texts.leftOut
        ) : (
          (known ?? what ?? (query === null ? sort : null))
        )}
      </span>
      {query !== null && (
        <>
          <span className={layout.quiet}>{texts.searched}</span> <Search query={query} />
        </>
      )}
      {what !== null && (
        <span className={layout.quiet}>{kind === 'trace' ? bracketed(what) : bracketed(known && what, sort)}</span>
      )}
      {description !== null && <div>{description}</div>}
      {details.length > 0 && (
        <dl className={classes.details}>
          {details.map(({ name, value }) => (
            <Fact key={`${name} ${value}`} label={name === LEFT_OUT ? texts.howMany : name}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
    </>
  )
}

/** What is said after a name: ` (Task/7, record)`. */
function bracketed(...said: readonly (string | null | undefined)[]): string {
  const all = said.filter(Boolean)
  return all.length > 0 ? ` (${all.join(', ')})` : ''
}

/** What was searched for, and by what: a line for each parameter, as it was sent. */
function Search({ query }: { readonly query: string }) {
  const [type = '', ...parameters] = query.split(/[?&]/)
  return (
    <>
      <code className={layout.mono}>{type}</code>
      <ul className={classes.parameters}>
        {[...new Set(parameters)].map((parameter) => (
          <li key={parameter}>
            <code className={layout.mono}>{parameter.replace('=', ' = ')}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

const useEventTexts = () => ({ ...useTexts(auditTexts), ...useTexts(auditEventTexts) })
