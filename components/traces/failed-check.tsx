// The check that stopped a launch: expected and received values, cause and remedy.
'use client'

import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { PersonField } from '#components/ui/session/person-field.tsx'
import type { TraceCheck, TraceDetail, TraceStep } from '#lib/api/traces.ts'
import { curlOf } from '#lib/trace-view/curl.ts'
import { leadOf } from '#lib/trace-view/headline.ts'
import { canReopen } from '#lib/trace-view/reopen.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { Compared } from './compared.tsx'
import { RunAgain } from './run-again.tsx'
import { tracesTexts } from './texts.ts'
import { Told } from './told.tsx'
import classes from './traces.module.css'

interface FailedCheckProps {
  readonly step: TraceStep
  readonly check: TraceCheck
  readonly trace: TraceDetail
}

export function FailedCheck({ step, check, trace }: FailedCheckProps) {
  const texts = useTexts(tracesTexts)
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  const { lead, told } = leadOf(check, language)
  return (
    <section className={`${layout.card} ${classes.failure}`} aria-labelledby="stopped">
      <h2 id="stopped" className={classes.reason}>
        <code className={classes.check}>{check.name}</code>: {lead}
      </h2>
      <Told sentence={told} />
      <Compared check={check} at={step.at} />
      <dl className={classes.help}>
        <dt>{words.meaning}</dt>
        <dd>{check.meaning}</dd>
        {check.causes && check.causes.length > 0 && (
          <>
            <dt>{words.causes}</dt>
            <dd>
              <ul>
                {check.causes.map((cause) => (
                  <li key={cause}>{cause}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
        <dt>{words.mend}</dt>
        <dd>{check.mend}</dd>
        <dt>{words.source}</dt>
        <dd>
          {check.source} · <a href={`/docs/errors/${check.name}`}>{texts.documentation}</a>
        </dd>
      </dl>
      <div className={`${layout.actions} ${classes.noPrint}`}>
        <CopyCurl step={step} />
        {canReopen(trace) && trace.task && <LaunchAgain task={trace.task} />}
      </div>
      {step.again && <RunAgain id={trace.id} index={trace.steps.indexOf(step)} mode={step.again} />}
    </section>
  )
}

/** A button that copies the request as a curl command. */
export function CopyCurl({ step, small = false }: { readonly step: TraceStep; readonly small?: boolean }) {
  const texts = useTexts(tracesTexts)
  const { copied, copy } = useClipboard({ timeout: 2000 })
  return (
    <Button
      variant="default"
      size={small ? 'compact-sm' : 'sm'}
      title={texts.curlHint}
      onClick={() => copy(curlOf(step))}
    >
      <span aria-live="polite">{copied ? texts.copied : texts.copyCurl}</span>
    </Button>
  )
}

/** Opens the task again, in this browser. */
function LaunchAgain({ task }: { readonly task: string }) {
  const texts = useTexts(tracesTexts)
  return (
    <form method="post" action="/portal/launch">
      <PersonField />
      <input type="hidden" name="task" value={task} />
      <Button type="submit" size="sm">
        {texts.launchAgain}
      </Button>
    </form>
  )
}
