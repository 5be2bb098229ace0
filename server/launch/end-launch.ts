// Ends a launch in the browser: stores a session, open or failed, and redirects to an address that names the launch and
// contains no code or state (conformance APP-12).
import { messageOf } from '#lib/cause.ts'
import type { Handler } from '#lib/http/handler.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { isWebUrl } from '#lib/http/web-url.ts'
import type { StepRecorder } from '#lib/trace/trace.ts'
import type { LaunchDeps } from './deps.ts'
import { LaunchFailure } from './failure.ts'
import { clip, type Progress } from './progress.ts'
import type { KeptOpen, KeptSession, Sessions } from './session.ts'

type Answer = ReturnType<Handler>

interface FailedLaunch {
  readonly progress: Progress
  readonly recorder: StepRecorder
  readonly error: unknown
  /** The id of the launch's trace, if any. */
  readonly trace?: string | undefined
  /** The portal of another site that began it. */
  readonly openedFrom?: string | undefined
  /** For a launch that the server answered: its cookie is cleared, and sessions of other people end. */
  readonly returned?: {
    readonly clearCookie: string
    readonly person: string | undefined
    readonly sid?: string | undefined
  }
}

export interface Outcomes {
  /** Stores a session that describes the failure. */
  readonly failed: (request: Request, failed: FailedLaunch) => Answer
  /** `sid` names the session at the authorization server, with which this one ends. */
  readonly opened: (
    request: Request,
    session: KeptOpen,
    login: { readonly clearCookie: string; readonly sid: string | undefined },
  ) => Answer
}

/** Longest server texts that are stored, in characters. */
const DESCRIPTION_LENGTH = 300
const ERROR_LENGTH = 60
const URI_LENGTH = 200

export function outcomesOf({ publicUrl, path, log }: LaunchDeps, sessions: Sessions): Outcomes {
  const end = async (request: Request, session: KeptSession, returned?: FailedLaunch['returned']) => {
    const { id, cookies } = await sessions.begin(request, session, returned)
    const headers = new Headers()
    for (const cookie of cookies) headers.append('set-cookie', cookie)
    if (returned) headers.append('set-cookie', returned.clearCookie)
    return respondRedirect(request, `${publicUrl}${path}/app?${new URLSearchParams({ session: id })}`, headers)
  }

  return {
    opened: (request, session, login) => end(request, session, { ...login, person: session.user }),
    failed: async (request, { progress, recorder, error, trace, openedFrom, returned }) => {
      const failure = error instanceof LaunchFailure ? error : unexpected(progress, error)
      const { step, failure: name, error: code } = failure
      const facts = {
        requestId: requestIdOf(request),
        step,
        failure: name,
        error: code,
        cause: failure.cause && messageOf(failure.cause),
      }
      if (failure.failure === 'unexpected') log.error(facts, 'A launch failed by a fault of the app')
      else log.warn(facts, 'A launch failed')
      progress.failed(failure.step, failure.error ?? '')
      const found = trace ?? recorder.id(true)
      const session = {
        status: 'failed',
        ...described(failure),
        steps: progress.steps(),
        ...(found ? { trace: found } : {}),
        ...(openedFrom === undefined ? {} : { openedFrom }),
      } as const
      // The logged-in person is not the person of the launch, so no task of the launch's person stays open in this
      // browser.
      const wrong = returned && failure.failure === 'wrong_user' ? { ...returned, person: undefined } : returned
      return recorder.end(await end(request, session, wrong), failure)
    },
  }
}

const unexpected = (progress: Progress, cause: unknown) =>
  new LaunchFailure(progress.current(), 'unexpected', { cause })

function described({ step, failure, app, error, errorDescription, errorUri }: LaunchFailure) {
  return {
    step,
    failure,
    ...(app ? { app: clip(app, DESCRIPTION_LENGTH) } : {}),
    ...(error ? { error: clip(error, ERROR_LENGTH) } : {}),
    ...(errorDescription ? { error_description: clip(errorDescription, DESCRIPTION_LENGTH) } : {}),
    // It becomes a link, so only web addresses are accepted, never javascript: or data:.
    ...(errorUri && errorUri.length <= URI_LENGTH && isWebUrl(errorUri) ? { error_uri: errorUri } : {}),
  }
}
