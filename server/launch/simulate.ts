// Makes the demo app misbehave when a launch in the demo domain asks for it. Outside of the demo the port is off and
// the field has no effect. The servers run their checks as always.

import type { Params } from '#lib/http/params.ts'
import { FAILURES, type FailureName, isFailureName } from '#lib/launch/failures.ts'
import { requestToken } from '#lib/oauth/token-request.ts'
import type { LaunchDeps } from './deps.ts'

/** The launch parameter that names the failure. */
const FIELD = 'simulate'

/** The failure that this launch asks for; undefined outside of the demo. */
export function simulated({ simulates }: Pick<LaunchDeps, 'simulates'>, params: Params): FailureName | undefined {
  const name = simulates ? params.get(FIELD) : undefined
  return isFailureName(name) && FAILURES[name].madeBy === 'app' ? name : undefined
}

/** The redirect_uri in the app's authorize request. */
export const askedRedirectUri = ({ redirectUri }: LaunchDeps, name: FailureName | undefined): string =>
  name === 'redirect_uri-mismatch' ? `${redirectUri}/elsewhere` : redirectUri

/** The code_verifier that the app stores for the exchange. */
export const keptVerifier = ({ random }: LaunchDeps, verifier: string, name: FailureName | undefined): string =>
  name === 'pkce-mismatch' ? random.token() : verifier

/** The app's misbehaviour after it has its tokens. Throws the server's refusal. */
export async function misbehave(
  deps: LaunchDeps,
  name: FailureName | undefined,
  tokenEndpoint: string,
  grant: Readonly<Record<string, string>>,
): Promise<void> {
  if (name !== 'reused-code' && name !== 'no-permission') return
  const wrong = name === 'reused-code' ? grant : { grant_type: 'client_credentials', scope: FORBIDDEN_SCOPE }
  await requestToken(deps, tokenEndpoint, wrong)
}

/** A scope that is refused: the demo app may change tasks but not delete them. */
const FORBIDDEN_SCOPE = 'system/Task.d'
