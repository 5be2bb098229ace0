// Chooses a second trace of the same app, to be put beside this one.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { jsonQuery } from '#components/ui/http/json-query.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import type { TraceDetail, TraceList, TraceSummary } from '#lib/api/traces.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { BegunPart } from './begun-part.tsx'
import { tracesTexts } from './texts.ts'
import { queryText } from './trace-queries.ts'
import classes from './traces.module.css'

/** The latest ones are enough to find a launch that went otherwise; any other trace is found in the list. */
const MOST_OFFERED = 10

export function ChooseOther({ trace }: { readonly trace: TraceDetail }) {
  const texts = useTexts(tracesTexts)
  return (
    <BegunPart title={texts.besideTitle} text={texts.besideText} begin={texts.besideBegin}>
      <Others trace={trace} />
    </BegunPart>
  )
}

function Others({ trace }: { readonly trace: TraceDetail }) {
  const texts = useTexts(tracesTexts)
  const words = TRACE_TEXTS[useLanguage()]
  const query = queryText(trace.app === null ? {} : { app: trace.app })
  const others = useQuery(jsonQuery<TraceList>(['traces', 'beside', query], `/traces/api${query}`))
  if (others.error) return <LoadFailed error={others.error} retry={() => others.refetch()} />
  if (!others.data)
    return (
      <div>
        <Button variant="default" loading>
          {texts.besideBegin}
        </Button>
      </div>
    )
  const items = offered(others.data.items, trace)
  if (items.length === 0) return <p role="status">{texts.besideNone}</p>
  return (
    <ul className={classes.verdicts} aria-label={texts.besideWhich}>
      {items.map((item) => (
        <li key={item.id}>
          <a href={`/traces/${trace.id}/beside/${item.id}`}>{words.sentence(item)}</a>,{' '}
          <Moment at={new Date(item.startedAt).toISOString()} seconds />
        </li>
      ))}
    </ul>
  )
}

/** The other traces, those with another outcome first: a refused launch is compared with one that opened. */
const offered = (items: readonly TraceSummary[], { id, outcome }: TraceDetail): readonly TraceSummary[] => {
  const others = items.filter((item) => item.id !== id)
  const isUseful = (item: TraceSummary) =>
    item.outcome !== outcome && (item.outcome === 'opened' || outcome === 'opened')
  return [...others.filter(isUseful), ...others.filter((item) => !isUseful(item))].slice(0, MOST_OFFERED)
}
