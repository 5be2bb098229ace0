// Chooses a second trace of the same app and sort, to be put beside this one.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { jsonQuery } from '#components/ui/http/json-query.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { Moment } from '#components/ui/time/moment.tsx'
import type { TraceDetail, TraceList } from '#lib/api/traces.ts'
import { isLaunch } from '#lib/trace-view/calls.ts'
import { othersFor } from '#lib/trace-view/side-by-side.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { BegunPart } from './begun-part.tsx'
import { tracesTexts } from './texts.ts'
import { queryText } from './trace-queries.ts'
import classes from './traces.module.css'

/** Read at once: what apps do by themselves is among the launches. */
const LOOKED_AT = '100'

export function ChooseOther({ trace }: { readonly trace: TraceDetail }) {
  const texts = useTexts(tracesTexts)
  return (
    <BegunPart
      title={texts.besideTitle}
      text={texts.besideText}
      begin={isLaunch(trace) ? texts.besideBegin : texts.besideBeginCall}
    >
      <Others trace={trace} />
    </BegunPart>
  )
}

function Others({ trace }: { readonly trace: TraceDetail }) {
  const texts = useTexts(tracesTexts)
  const words = TRACE_TEXTS[useLanguage()]
  const query = queryText(trace.app === null ? {} : { app: trace.app }, { limit: LOOKED_AT })
  const others = useQuery(jsonQuery<TraceList>(['traces', 'beside', query], `/traces/api${query}`))
  if (others.error) return <LoadFailed error={others.error} retry={() => others.refetch()} />
  if (!others.data)
    return (
      <div>
        <Button variant="default" loading>
          {isLaunch(trace) ? texts.besideBegin : texts.besideBeginCall}
        </Button>
      </div>
    )
  const items = othersFor(trace, others.data.items)
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
