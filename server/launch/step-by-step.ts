// The demo app's stops in a step-by-step launch: before it redirects the browser to the authorization server, and
// before it opens the task. That stop comes after the code exchange, because a code is valid for a minute only.

import type { Params } from '#lib/http/params.ts'
import { languageOf } from '#lib/i18n/language.ts'
import type { TokenResponse } from '#lib/oauth/token-request.ts'
import { asksForSteps, nextLink, redirectStep, stepPage } from '#lib/trace-view/step-page.ts'
import type { LaunchDeps } from './deps.ts'
import type { Pending } from './pending-launch.ts'

/** True for a step-by-step launch, in the demo. */
export const goesStepByStep = ({ simulates }: Pick<LaunchDeps, 'simulates'>, params: Params): boolean =>
  simulates && asksForSteps(params)

/** The stop before the authorize request to `address`. */
export function authorizeStep(
  { clock }: Pick<LaunchDeps, 'clock'>,
  request: Request,
  address: string,
  cookies: readonly string[],
): Response {
  const language = languageOf(request)
  return stepPage({
    ...{ language, cookies, now: clock(), actor: 'app' },
    steps: [redirectStep('authorize', 'carries', address)],
    next: nextLink(language, address),
  })
}

interface Answered {
  /** Parameters of the answer that the browser brought. */
  readonly params: Params
  readonly pending: Pending
  readonly tokens: TokenResponse
  /** The redirect to the open task. */
  readonly opened: Response
}

/** The stop before the task is opened. */
export function answerStep(
  { clientId, path, redirectUri, clock }: Pick<LaunchDeps, 'clientId' | 'path' | 'redirectUri' | 'clock'>,
  request: Request,
  { params, pending, tokens, opened }: Answered,
): Response {
  const language = languageOf(request)
  const asked = {
    grant_type: 'authorization_code',
    code: params.get('code'),
    redirect_uri: redirectUri,
    code_verifier: pending.codeVerifier,
    client_assertion: { removed: 'secret' },
    client_id: clientId,
  }
  return stepPage({
    ...{ language, now: clock(), actor: 'app' },
    cookies: opened.headers.getSetCookie(),
    steps: [
      {
        ...{ step: 'answer', method: 'GET', url: redirectUri },
        told: [{ caption: 'back', members: Object.fromEntries(params.entries) }],
      },
      {
        ...{ step: 'tokens', method: 'POST', url: pending.tokenEndpoint },
        told: [
          { caption: 'asked', members: asked },
          { caption: 'answered', members: tokens },
        ],
      },
    ],
    next: nextLink(language, opened.headers.get('location') ?? `${path}/app`),
  })
}
