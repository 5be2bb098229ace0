// What one request makes of its launch: opened, refused, cancelled. What all of them come to is decided where they are stored
// (server/storage/traces/plan.ts); abandoned it is by time alone (store.ts).
import type { CheckRecord, StepRecord } from './record.ts'
import type { StandingOutcome } from './store.ts'

/** An app's requests that form a trace by themselves. */
const CALLS: ReadonlySet<StepRecord['step']> = new Set(['fhir', 'fhir.write', 'token.client_credentials'])

/** What a request comes to by itself. */
export function outcomeOf({ step, failed, fault, checks }: StepRecord): StandingOutcome {
  if (fault) return 'fault'
  if (failed) return checks.some(isCancelled) ? 'cancelled' : 'refused'
  if (step === 'token.authorization_code') return 'opened'
  if (step === 'callback') return 'code_issued'
  return CALLS.has(step) ? 'answered' : 'under_way'
}

/** The identity provider answered with access_denied (OpenID Connect Core §3.1.2.6): the person pressed cancel. */
const isCancelled = ({ name, outcome, received }: CheckRecord): boolean =>
  name === 'idp.login' && outcome === 'failed' && received?.['error'] === 'access_denied'

/**
 * A code that is shown again makes void what was issued for it (RFC 6749 §4.1.2), and an app that refuses its tokens opens
 * nothing. Other refusals, such as of a launch token that is sent again, change nothing for the person who has it open.
 */
export const undoesOpening = ({ step, failed, fault }: StepRecord): boolean =>
  failed === 'token.code' || (step === 'app.callback' && (failed !== undefined || fault === true))
