// Every request of the launch in order: its peer, its parameters, its checks and its answer.
'use client'

import { addressOf } from '#components/fhir-console/asked.ts'
import { ActorBadge } from '#components/ui/actors/actor-badge.tsx'
import { Breakable } from '#components/ui/address/breakable.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { FHIR_METHODS } from '#lib/api/fhir-console-words.ts'
import type { TraceDetail, TraceStep } from '#lib/api/traces.ts'
import { utcText } from '#lib/i18n/instants.ts'
import { statusIn } from '#lib/trace/task-status.ts'
import { fhirAddress, lineOf } from '#lib/trace-view/fhir-line.ts'
import { linesOf, type TraceLine, typesRead } from '#lib/trace-view/step-lines.ts'
import { sinceText, TRACE_TEXTS } from '#lib/trace-view/texts.ts'
import { CheckList } from './check-list.tsx'
import { CopyCurl } from './failed-check.tsx'
import { MemberTable } from './member-table.tsx'
import { CheckMark } from './outcome-badge.tsx'
import { RunAgain } from './run-again.tsx'
import { tracesTexts } from './texts.ts'
import classes from './traces.module.css'
import { Verdicts } from './verdicts.tsx'

export function Timeline({ trace }: { readonly trace: TraceDetail }) {
  const words = TRACE_TEXTS[useLanguage()]
  return (
    <section className={layout.section} aria-labelledby="timeline">
      <h2 id="timeline">{words.timeline}</h2>
      <ol className={classes.timeline}>
        {linesOf(trace.steps).map((line) =>
          line.sort === 'one' ? (
            <Steps key={line.steps[0]?.index} line={line} trace={trace} />
          ) : (
            <Many key={line.steps[0]?.index} line={line} trace={trace} />
          ),
        )}
      </ol>
    </section>
  )
}

interface LineProps {
  readonly line: TraceLine
  readonly trace: TraceDetail
}

const Steps = ({ line, trace }: LineProps) =>
  line.steps.map(({ step, index }) => <Step key={index} step={step} trace={trace} index={index} />)

/** Many reads, or what was done once more: one line that opens. */
function Many({ line, trace }: LineProps) {
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  const { sort, steps } = line
  const first = steps[0]?.step
  if (!first) return null
  const state = steps.some(({ step }) => stateOf(step) === 'failed') ? 'failed' : 'passed'
  const at = new Date(first.at).toISOString()
  return (
    <li className={classes.step} data-state={state} data-peer={first.peer}>
      <CheckMark state={state} />
      <details>
        <summary>
          <ActorBadge actor={first.peer} language={language} />
          <span className={classes.stepName}>
            {sort === 'again' ? words.again(steps.length) : words.reads(steps.length, typesRead(steps))}
          </span>
          <span className={classes.stepFacts}>
            <time dateTime={at} title={utcText(at)}>
              {sinceText(first, trace, language)}
            </time>
          </span>
        </summary>
        <ol className={`${classes.timeline} ${classes.readSteps}`}>
          <Steps line={line} trace={trace} />
        </ol>
      </details>
    </li>
  )
}

/** The id of a step on the page. */
export const placeOf = (index: number): string => `step-${index + 1}`

const stateOf = ({ failed, fault }: TraceStep) => (failed || fault ? 'failed' : 'passed')

interface StepProps {
  readonly step: TraceStep
  readonly trace: TraceDetail
  /** The place of the step in the trace. */
  readonly index: number
}

function Step({ step, trace, index }: StepProps) {
  const language = useLanguage()
  const words = TRACE_TEXTS[language]
  const at = new Date(step.at).toISOString()
  const passed = step.checks.filter(({ outcome }) => outcome === 'passed').length
  return (
    <li id={placeOf(index)} className={classes.step} data-state={stateOf(step)} data-peer={step.peer}>
      <CheckMark state={stateOf(step)} />
      <details open={stateOf(step) === 'failed'}>
        <summary>
          <ActorBadge actor={step.peer} language={language} />
          <span className={classes.stepName}>{words.steps[step.step]}</span>
          <Line step={step} />
          <span className={classes.stepFacts}>
            {step.failed && <code className={layout.bad}>{step.failed}</code>}
            {step.checks.length > 0 && <span>{words.checkCount(passed, step.checks.length)}</span>}
            <time dateTime={at} title={utcText(at)}>
              {sinceText(step, trace, language)}
            </time>
          </span>
        </summary>
        <StepBody step={step} id={trace.id} index={index} />
      </details>
    </li>
  )
}

/** The request to the FHIR API, and its result. */
function Line({ step }: { readonly step: TraceStep }) {
  const words = TRACE_TEXTS[useLanguage()]
  const line = lineOf(step)
  const status = statusIn(step)
  if (line === undefined) return null
  return (
    <span className={classes.line}>
      <code className={layout.mono}>
        <Breakable text={line} />
      </code>
      {step.step !== 'subscription.compared' && (
        <span>
          {step.status === 0 ? words.noAnswer : step.status} · {words.ms(step.ms)}
          {status !== undefined && ` · ${words.taskStatus(status)}`}
        </span>
      )}
    </span>
  )
}

function StepBody({ step, id, index }: Pick<StepProps, 'step' | 'index'> & { readonly id: string }) {
  const words = TRACE_TEXTS[useLanguage()]
  return (
    <div className={classes.stepBody}>
      {step.fault && <p className={layout.bad}>{words.fault}</p>}
      {step.checks.length > 0 && (
        <>
          <h3>{words.checks}</h3>
          <CheckList step={step} />
        </>
      )}
      {step.subscriptions && <Verdicts step={step} />}
      {step.step !== 'subscription.compared' && <Request step={step} />}
      {step.again && <RunAgain id={id} index={index} mode={step.again} />}
    </div>
  )
}

function Request({ step }: { readonly step: TraceStep }) {
  const words = TRACE_TEXTS[useLanguage()]
  const texts = useTexts(tracesTexts)
  const address = fhirAddress(step)
  return (
    <>
      <h3>{words.request}</h3>
      <p>
        <code className={layout.mono}>
          <Breakable text={`${step.method} ${step.url}`} />
        </code>
      </p>
      <MemberTable label={words.sent} members={step.sent} at={step.at} />
      <h3>{words.answer}</h3>
      <p>
        {words.status} <code className={layout.mono}>{step.status === 0 ? words.noAnswer : step.status}</code> ·{' '}
        {words.ms(step.ms)}
        {step.location && (
          <>
            {' '}
            · {words.location}{' '}
            <code className={layout.mono}>
              <Breakable text={step.location} />
            </code>
          </>
        )}
      </p>
      {step.answered && <MemberTable label={words.answered} members={step.answered} at={step.at} />}
      {step.step !== 'subscription.notified' && (
        <p className={`${layout.actions} ${classes.noPrint}`}>
          <CopyCurl step={step} small />
          {address !== undefined && <a href={consoleAddress(step, address)}>{texts.tryIt}</a>}
        </p>
      )}
    </>
  )
}

/** The FHIR console with the request of a step. */
function consoleAddress({ method, client }: TraceStep, path: string): string {
  return addressOf({ method: FHIR_METHODS.find((known) => known === method) ?? 'GET', path, client: client ?? '' })
}
