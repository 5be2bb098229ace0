// The test matrix of an app: a good launch and each failure on demand, with the expected and the actual result.

import type { ComposeDelivery } from '#lib/api/compose-words.ts'
import { FAILURE_NAMES, FAILURES, type FailureMaker, type FailureName } from '#lib/launch/failures.ts'
import type { LaunchReport } from './run.ts'
import { APP_SESSION } from './steps.ts'
import { wasExchanged } from './traced.ts'

/** A launch of the test; without a failure, it must open. */
export interface Trial {
  readonly name: string
  readonly fail: FailureName | undefined
  /** The deliberate defect. */
  readonly breaks: string
  /** The required result. */
  readonly expected: string
}

/** How an app must handle a refusal, by who causes the failure: it must never open the task, and never fail itself. */
const OF_APP: Readonly<Record<FailureMaker, string>> = {
  token: 'the app reports that it was not opened, without failing itself (HTTP below 500)',
  delivery: 'the app reports that it was not opened, without failing itself (HTTP below 500)',
  login: 'the app reports that nobody signed in, without failing itself (HTTP below 500)',
  app: 'the app gets no token for it',
}

const GOOD: Trial = {
  name: 'good launch',
  fail: undefined,
  breaks: 'Nothing goes wrong on purpose.',
  expected: 'the app goes to the authorization server, exchanges its code and shows the task',
}

/** The good launch, and then the failures in the order of their table. */
export const TRIALS: readonly Trial[] = [
  GOOD,
  ...FAILURE_NAMES.map((fail): Trial => {
    const { check, text } = FAILURES[fail]
    return { name: fail, fail, breaks: text.en.breaks, expected: `${check} refuses; ${OF_APP[FAILURES[fail].madeBy]}` }
  }),
]

export interface Outcome {
  readonly ok: boolean
  /** The actual result. */
  readonly received: string
}

/** HTTP status from which on an app has failed by itself. */
const SERVER_ERROR = 500

/** Judges the behaviour of the domain and the app in a launch. */
export function outcomeOf({ fail }: Trial, report: LaunchReport, delivery: ComposeDelivery): Outcome {
  const { steps, refusedBy, ok, message } = report
  const last = steps.findLast(({ peer, step }) => peer === 'app' && step !== APP_SESSION)
  const app = last ? `the app answered ${last.status}` : 'the app was not reached'
  const isBroken = steps.some(({ peer, status }) => peer === 'app' && status >= SERVER_ERROR)
  if (!ok) return { ok: false, received: fail ? message : `${message} (${app})` }
  if (!fail && delivery !== 'hti' && !wasExchanged(report.checks))
    return { ok: false, received: `the app got a code and never exchanged it (${app})` }
  if (isBroken) return { ok: false, received: `${refusedBy ? `${refusedBy} refused; ` : ''}${app}, a fault of its own` }
  return { ok: true, received: refusedBy ? `${refusedBy} refused; ${app}` : `the launch is open; ${app}` }
}
