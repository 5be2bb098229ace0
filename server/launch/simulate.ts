// Makes the demo app misbehave when a launch of the demo domain asks for it. Outside of the demo the port is off, and the request
// has no effect. The servers run their checks as always.

import type { Params } from '#lib/http/params.ts'
import { FAILURES, type FailureName, isFailureName } from '#lib/launch/failures.ts'
import { requestToken } from '#lib/oauth/token-request.ts'
import type { LaunchDeps } from './deps.ts'

/** The field of a launch that names the failure. */
const FIELD = 'simulate'

/** The failure that this launch asks the app for; undefined outside of the demo. */
export function simulated({ simulates }: Pick<LaunchDeps, 'simulates'>, params: Params): FailureName | undefined {
  const name = simulates ? params.get(FIELD) : undefined
  return isFailureName(name) && FAILURES[name].madeBy === 'app' ? name : undefined
}

/** The redirect_uri that the app asks for. */
export const askedRedirectUri = ({ redirectUri }: LaunchDeps, name: FailureName | undefined): string =>
  name === 'redirect_uri-mismatch' ? `${redirectUri}/elsewhere` : redirectUri

/** The code_verifier that the app keeps for the exchange. */
export const keptVerifier = ({ random }: LaunchDeps, verifier: string, name: FailureName | undefined): string =>
  name === 'pkce-mismatch' ? random.token() : verifier

/** The app's misbehaviour once it has its tokens. Throws what the server says to it. */
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

/** The demo app may change tasks, and delete none. */
const FORBIDDEN_SCOPE = 'system/Task.d'
