// Why a launch stops: which step, which of the failures that people can read about, and the server's own words.
import type { LaunchFailureName, LaunchStepName } from '#lib/api/launch-session.ts'

interface FailureOptions {
  /** The authorization server's error parameters, when it sent any. */
  readonly error?: string | undefined
  readonly errorDescription?: string | undefined
  readonly errorUri?: string | undefined
  /** Why, for our log only. */
  readonly cause?: unknown
}

export class LaunchFailure extends Error {
  readonly step: LaunchStepName
  readonly failure: LaunchFailureName
  readonly error: string | undefined
  readonly errorDescription: string | undefined
  readonly errorUri: string | undefined

  constructor(step: LaunchStepName, failure: LaunchFailureName, options: FailureOptions = {}) {
    super(`${step}: ${failure}`, { cause: options.cause })
    this.name = 'LaunchFailure'
    this.step = step
    this.failure = failure
    this.error = options.error
    this.errorDescription = options.errorDescription
    this.errorUri = options.errorUri
  }
}
