// How a launch ends in the browser: a session, open or failed, and a clean address without code or state (conformance APP-12),
// which says which launch it is.
import type { Handler } from '#lib/http/handler.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { isWebUrl } from '#lib/http/web-url.ts'
import type { Trail } from '#lib/trace/trace.ts'
import type { LaunchDeps } from './deps.ts'
import { LaunchFailure } from './failure.ts'
import { clip, type Progress } from './progress.ts'
import type { KeptOpen, KeptSession, Sessions } from './session.ts'

type Answer = ReturnType<Handler>

interface FailedLaunch {
  readonly progress: Progress
  readonly trail: Trail
  readonly error: unknown
  /** Where the launch can be looked up, if anywhere. */
  readonly trace?: string | undefined
  /** What the launch was, where it came back: its cookie goes, and so do sessions of others than whom it was for. */
  readonly returned?: { readonly clearCookie: string; readonly person: string | undefined }
}

export interface Outcomes {
  /** A session that tells what went wrong. */
  readonly failed: (request: Request, failed: FailedLaunch) => Answer
  readonly opened: (request: Request, session: KeptOpen, clearCookie: string) => Answer
}

/** Longest texts of a server that are kept, in characters. */
const DESCRIPTION_LENGTH = 300
const ERROR_LENGTH = 60
const URI_LENGTH = 200

export function outcomesOf({ publicUrl, log }: LaunchDeps, sessions: Sessions): Outcomes {
  const end = async (request: Request, session: KeptSession, returned?: FailedLaunch['returned']) => {
    const { id, cookies } = await sessions.begin(request, session, returned)
    const headers = new Headers()
    for (const cookie of cookies) headers.append('set-cookie', cookie)
    if (returned) headers.append('set-cookie', returned.clearCookie)
    return respondRedirect(request, `${publicUrl}/launch/app?${new URLSearchParams({ session: id })}`, headers)
  }

  return {
    opened: (request, session, clearCookie) => end(request, session, { clearCookie, person: session.user }),
    failed: async (request, { progress, trail, error, trace, returned }) => {
      const failure = error instanceof LaunchFailure ? error : unexpected(progress, error)
      const facts = { step: failure.step, failure: failure.failure, error: failure.error, cause: causeOf(failure) }
      if (failure.failure === 'unexpected') log.error(facts, 'A launch failed by a fault of the app')
      else log.warn(facts, 'A launch failed')
      progress.failed(failure.step, failure.error ?? '')
      const found = trace ?? trail.id(true)
      const session = {
        status: 'failed',
        ...described(failure),
        steps: progress.steps(),
        ...(found ? { trace: found } : {}),
      } as const
      // Whoever logged in, it was not whom the launch was for: nobody's task stays open behind them.
      const wrong = returned && failure.failure === 'wrong_user' ? { ...returned, person: undefined } : returned
      return trail.end(await end(request, session, wrong), failure)
    },
  }
}

const unexpected = (progress: Progress, cause: unknown) =>
  new LaunchFailure(progress.current(), 'unexpected', { cause })

/** The reason as one line: messages of errors, none of which holds a token. */
function causeOf({ cause }: LaunchFailure): string | undefined {
  if (cause instanceof Error)
    return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message
  return typeof cause === 'string' ? cause : undefined
}

function described({ step, failure, error, errorDescription, errorUri }: LaunchFailure) {
  return {
    step,
    failure,
    ...(error ? { error: clip(error, ERROR_LENGTH) } : {}),
    ...(errorDescription ? { error_description: clip(errorDescription, DESCRIPTION_LENGTH) } : {}),
    // It becomes a link: only what is an address of the web, never javascript: or data:.
    ...(errorUri && errorUri.length <= URI_LENGTH && isWebUrl(errorUri) ? { error_uri: errorUri } : {}),
  }
}
