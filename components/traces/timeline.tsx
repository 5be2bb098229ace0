// Every request of the launch in order: whose it was, what was sent, what was checked, what was answered.
'use client'

import { ActorBadge } from '#components/actors/actor-badge.tsx'
import { useLanguage } from '#components/i18n/language-context.tsx'
import type { TraceCheck, TraceStep } from '#lib/api/traces.ts'
import { leadOf } from '#lib/traces/lead.ts'
import { TRACE_TEXTS } from '#lib/traces/texts.ts'
import { Compared } from './compared.tsx'
import { CopyCurl } from './failed-check.tsx'
import { MemberTable } from './member-table.tsx'
import { CheckMark } from './outcome-badge.tsx'
import { Told } from './told.tsx'
import classes from './traces.module.css'

interface TimelineProps {
  readonly steps: readonly TraceStep[]
  readonly startedAt: number
}

export function Timeline({ steps, startedAt }: TimelineProps) {
  const words = TRACE_TEXTS[useLanguage()]
  return (
    <section className={classes.section} aria-labelledby="timeline">
      <h2 id="timeline">{words.timeline}</h2>
      <ol className={classes.timeline}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two requests may be alike, and their order never changes
          <Step key={index} step={step} startedAt={startedAt} />
        ))}
      </ol>
    </section>
  )
}

const stateOf = ({ failed, fault }: TraceStep) => (failed || fault ? 'failed' : 'passed')

function Step({ step, startedAt }: { readonly step: TraceStep; readonly startedAt: number }) {
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  const passed = step.checks.filter(({ outcome }) => outcome === 'passed').length
  return (
    <li className={classes.step} data-state={stateOf(step)} data-peer={step.peer}>
      <CheckMark state={stateOf(step)} />
      <details open={stateOf(step) === 'failed'}>
        <summary>
          <ActorBadge actor={step.peer} language={language} />
          <span className={classes.stepName}>{words.steps[step.step]}</span>
          <span className={classes.stepFacts}>
            {step.failed && <code className={classes.bad}>{step.failed}</code>}
            {step.checks.length > 0 && <span>{words.checkCount(passed, step.checks.length)}</span>}
            <time dateTime={new Date(step.at).toISOString()} title={new Date(step.at).toISOString()}>
              +{words.ms(step.at - startedAt)}
            </time>
          </span>
        </summary>
        <StepBody step={step} />
      </details>
    </li>
  )
}

function StepBody({ step }: { readonly step: TraceStep }) {
  const words = TRACE_TEXTS[useLanguage()]
  return (
    <div className={classes.stepBody}>
      {step.fault && <p className={classes.bad}>{words.fault}</p>}
      {step.checks.length > 0 && (
        <>
          <h3>{words.checks}</h3>
          <ol className={classes.checks}>
            {step.checks.map((check) => (
              <Check key={check.name} check={check} at={step.at} />
            ))}
          </ol>
        </>
      )}
      <h3>{words.request}</h3>
      <p>
        <code className={classes.code}>
          {step.method} {step.url}
        </code>
      </p>
      <MemberTable label={words.sent} members={step.sent} at={step.at} />
      <h3>{words.answer}</h3>
      <p>
        {words.status} <code className={classes.code}>{step.status}</code> · {words.ms(step.ms)}
        {step.location && (
          <>
            {' '}
            · {words.location} <code className={classes.code}>{step.location}</code>
          </>
        )}
      </p>
      {step.answered && <MemberTable label={words.answered} members={step.answered} at={step.at} />}
      <p className={classes.noPrint}>
        <CopyCurl step={step} small />
      </p>
    </div>
  )
}

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
        <p className={classes.quiet}>
          {check.rule} <span className={classes.source}>{check.source}</span>
        </p>
        {failed && lead !== check.rule && <p className={classes.bad}>{lead}</p>}
        {failed && <Told sentence={told} />}
        {compared && (
          <details open={failed}>
            <summary>
              {words.expected} / {words.received}
            </summary>
            <Compared check={check} at={at} />
          </details>
        )}
      </div>
    </li>
  )
}
