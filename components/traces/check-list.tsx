// The checks of one request in order, with expected and received values.
'use client'

import { useLanguage } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { TraceCheck, TraceStep } from '#lib/api/traces.ts'
import { leadOf } from '#lib/trace-view/headline.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { Compared } from './compared.tsx'
import { CheckMark } from './outcome-badge.tsx'
import { Told } from './told.tsx'
import classes from './traces.module.css'

/** Of a step that was refused, what passed is folded: it is not why. */
export function CheckList({ step: { checks, at, failed } }: { readonly step: TraceStep }) {
  const words = TRACE_TEXTS[useLanguage()]
  const folded = failed === undefined ? [] : checks.filter(({ outcome }) => outcome === 'passed')
  return (
    <>
      {folded.length > 0 && (
        <details className={classes.passedChecks}>
          <summary>{words.passedBefore(folded.length)}</summary>
          <Checks checks={folded} at={at} />
        </details>
      )}
      <Checks checks={checks.filter((check) => !folded.includes(check))} at={at} />
    </>
  )
}

const Checks = ({ checks, at }: Pick<TraceStep, 'checks' | 'at'>) => (
  <ol className={classes.checks}>
    {checks.map((check) => (
      <Check key={check.name} check={check} at={at} />
    ))}
  </ol>
)

function Check({ check, at }: { readonly check: TraceCheck; readonly at: number }) {
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  const failed = check.outcome === 'failed'
  const { lead, told } = leadOf(check, language)
  const compared = check.expected !== undefined || check.received !== undefined
  return (
    <li data-state={check.outcome}>
      <CheckMark state={check.outcome} />
      <div className={classes.checkText}>
        <p>
          <code>{check.name}</code> <span className={classes.state}>{words.states[check.outcome]}</span>
        </p>
        <p className={layout.quiet}>
          {check.rule} <span className={classes.source}>{check.source}</span>
        </p>
        {failed && lead !== check.rule && <p className={layout.bad}>{lead}</p>}
        {failed && <Told sentence={told} />}
        {compared && (
          <details open={failed}>
            <summary>{check.expected ? `${words.expected} / ${words.received}` : words.received}</summary>
            <Compared check={check} at={at} />
          </details>
        )}
      </div>
    </li>
  )
}
