// Reruns a step of a demo launch, and shows the checks that it ran this time.
'use client'

import { Alert, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#components/http/send-json.ts'
import { useLanguage, useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import type { RerunMode, TraceRerun } from '#lib/api/traces.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { CheckList } from './check-list.tsx'
import { tracesTexts } from './texts.ts'
import { traceQuery } from './trace-queries.ts'
import classes from './traces.module.css'

interface RunAgainProps {
  /** The trace, and the place of the step in it. */
  readonly id: string
  readonly index: number
  readonly mode: RerunMode
}

export function RunAgain({ id, index, mode }: RunAgainProps) {
  const texts = useTexts(tracesTexts)
  const client = useQueryClient()
  const { queryKey } = traceQuery(id, useLanguage())
  const run = useMutation({
    mutationFn: () => sendJson<TraceRerun>('POST', `/traces/api/${encodeURIComponent(id)}/again`, { step: index }),
    // The app's own calls are recorded in the same trace.
    onSuccess: (result) => (result.id === id ? client.invalidateQueries({ queryKey }) : undefined),
  })
  return (
    <div className={`${classes.again} ${classes.noPrint}`}>
      <Button size="sm" variant="default" loading={run.isPending} onClick={() => run.mutate()}>
        {texts.again[mode]}
      </Button>
      <p className={layout.hint}>{texts.againHint[mode]}</p>
      <div role="status">
        {run.isError && (
          <Alert color="orange" variant="light">
            {texts.againFailed}
          </Alert>
        )}
        {run.data && <Result result={run.data} from={id} />}
      </div>
    </div>
  )
}

function Result({ result: { id, step }, from }: { readonly result: TraceRerun; readonly from: string }) {
  const texts = useTexts(tracesTexts)
  const words = TRACE_TEXTS[useLanguage()]
  return (
    <div className={layout.card}>
      <p>{step.failed ? texts.againStopped(step.failed) : texts.againPassed(words.steps[step.step])}</p>
      <CheckList step={step} />
      {id !== from && <a href={`/traces/${id}`}>{texts.againTrace}</a>}
    </div>
  )
}
