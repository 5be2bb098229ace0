// Checks, at every step, that everything a launch depends on still exists (conformance ACG-20 for the app): its
// platform, its person, their account and user name, and its task.
import type { OAuthErrorCode } from '#lib/oauth/oauth-error.ts'
import { NO_RECORDER } from '#lib/trace/trace.ts'
import type { OauthDeps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Client, Grant, LaunchContext } from '../store.ts'
import { prove } from './check.ts'
import { mayLaunch } from './checks/launch-iss.ts'
import { LAUNCH_CONTEXT } from './checks.ts'
import { carriesUserName } from './user-match.ts'

type Deps = Pick<OauthDeps, 'stores' | 'directory' | 'idp'>
type Granted = Pick<Grant, 'launch' | 'login'>

/** Throws the Refusal of launch.standing when something was removed, with the protocol's error code for that step. */
export async function assertStillValid(deps: Deps, grant: Granted, app: Client, code: OAuthErrorCode): Promise<void> {
  const problem = await missingPart(deps, grant, app)
  if (problem !== undefined)
    throw new Refusal('launch.standing', code, problem).concerning({
      launch: grant.launch && { traceId: grant.launch.traceId },
    })
}

/** True while everything that the launch depends on exists. */
export const isStillValid = async (deps: Deps, grant: Granted, app: Client): Promise<boolean> =>
  (await missingPart(deps, grant, app)) === undefined

/** The removed part, as a sentence without names; undefined while everything exists. */
async function missingPart(deps: Deps, { launch, login }: Granted, app: Client): Promise<string | undefined> {
  const problem = launch && (await missingPartOfLaunch(deps, launch, login, app))
  if (problem !== undefined || !login) return problem
  return (await deps.idp.isCurrent(login.subject)) ? undefined : 'the account of the login must still exist.'
}

async function missingPartOfLaunch(
  { stores, directory, idp }: Deps,
  launch: LaunchContext,
  login: Grant['login'],
  client: Client,
): Promise<string | undefined> {
  const platform = await stores.clients.find(launch.platform)
  if (!platform || !mayLaunch(platform)) return 'the platform must still be approved to launch.'
  try {
    const { person } = await prove(LAUNCH_CONTEXT, { directory, recorder: NO_RECORDER, launch, client })
    if (!login || (login.username && carriesUserName(person, login.username, idp.identifierSystem))) return undefined
    return 'the person must still be active and have the user name of the login.'
  } catch (error) {
    if (error instanceof Refusal) return error.explanation.reason
    throw error
  }
}
