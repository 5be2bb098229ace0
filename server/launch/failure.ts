// A failed launch: its step, the name of the documented failure, and the server's own words.
import type { LaunchFailureName, LaunchStepName } from '#lib/api/launch-session.ts'
import type { Explained } from '#lib/trace/trace.ts'

interface FailureOptions {
  /** The authorization server's error parameters, if it sent any. */
  readonly error?: string | undefined
  readonly errorDescription?: string | undefined
  readonly errorUri?: string | undefined
  /** The name of the app that the task belongs to. */
  readonly app?: string | undefined
  /** The private reason, for our log only. */
  readonly cause?: unknown
}

/** The sentences in a trace for failures that no server described. */
const REASON: Readonly<Record<Exclude<LaunchFailureName, 'unexpected'>, string>> = {
  missing_parameter: 'iss and launch are required, once each.',
  unknown_iss: 'iss is not a FHIR base that the app trusts.',
  discovery_failed: 'the smart-configuration of iss cannot be used.',
  launch_unknown: 'the launch has ended, or started in another browser.',
  issuer_mismatch: 'iss is not the authorization server that was asked.',
  refused: 'the authorization server refused.',
  wrong_user: 'another person signed in.',
  wrong_patient: 'the launch names another patient than the person may act for.',
  cancelled: 'the person cancelled the login.',
  token_failed: 'the code gave no tokens.',
  id_token_invalid: 'the id_token does not hold.',
  no_context: 'the token response names no task.',
  other_app: 'the task is an instance of an activity of another app.',
}

export class LaunchFailure extends Error {
  readonly step: LaunchStepName
  readonly failure: LaunchFailureName
  readonly error: string | undefined
  readonly errorDescription: string | undefined
  readonly errorUri: string | undefined
  readonly app: string | undefined
  readonly explanation: Explained['explanation'] | undefined

  constructor(step: LaunchStepName, failure: LaunchFailureName, options: FailureOptions = {}) {
    super(`${step}: ${failure}`, { cause: options.cause })
    this.name = 'LaunchFailure'
    this.step = step
    this.failure = failure
    this.error = options.error
    this.errorDescription = options.errorDescription
    this.errorUri = options.errorUri
    this.app = options.app
    this.explanation =
      failure === 'unexpected'
        ? undefined
        : { code: options.error ?? failure, reason: options.errorDescription ?? REASON[failure] }
  }
}
