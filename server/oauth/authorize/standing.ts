// Checks, at every step, that everything a launch depends on still exists (conformance ACG-20 for the app): its
// platform, its person, their account and user name, and its task.
import { parseReference } from '#lib/fhir/reference.ts'
import type { OAuthErrorCode } from '#lib/oauth/oauth-error.ts'
import { NO_RECORDER } from '#lib/trace/trace.ts'
import type { OauthDeps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Client, Grant } from '../store.ts'
import { assertLaunchContext } from './launch-context.ts'
import { mayLaunch } from './launch-token.ts'
import { carriesUserName } from './user-match.ts'

type Deps = Pick<OauthDeps, 'stores' | 'directory' | 'idp'>

/** Throws the Refusal of launch.standing when something was removed, with the protocol's error code for that step. */
export async function assertStanding(
  deps: Deps,
  grant: Pick<Grant, 'launch' | 'login'>,
  app: Pick<Client, 'clientId' | 'anyTask'>,
  code: OAuthErrorCode,
): Promise<void> {
  const problem = await whatWasTakenAway(deps, grant, app)
  if (problem !== undefined)
    throw new Refusal('launch.standing', code, problem).concerning({ launch: { traceId: grant.launch.traceId } })
}

/** True while everything that the launch depends on exists. */
export const isStanding = async (
  deps: Deps,
  grant: Pick<Grant, 'launch' | 'login'>,
  app: Pick<Client, 'clientId' | 'anyTask'>,
): Promise<boolean> => (await whatWasTakenAway(deps, grant, app)) === undefined

/** The removed part, as a sentence without names; undefined while everything exists. */
async function whatWasTakenAway(
  { stores, directory, idp }: Deps,
  { launch, login }: Pick<Grant, 'launch' | 'login'>,
  app: Pick<Client, 'clientId' | 'anyTask'>,
): Promise<string | undefined> {
  const platform = await stores.clients.find(launch.platform)
  if (!platform || !mayLaunch(platform)) return 'the platform must still be approved to launch.'
  try {
    await assertLaunchContext({ directory, recorder: NO_RECORDER }, launch, app)
  } catch (error) {
    if (error instanceof Refusal) return error.explanation.reason
    throw error
  }
  if (!login) return undefined
  const person = parseReference(launch.sub)
  const resource = person && (await directory.find(person.type, person.id))
  if (!resource || !carriesUserName(resource, login.username, idp.identifierSystem))
    return 'the person must still be active and have the user name of the login.'
  return (await idp.isCurrent(login.subject)) ? undefined : 'the account of the login must still exist.'
}
