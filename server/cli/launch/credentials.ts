// The person who launches and the one who logs in, given by options; in a demo domain there are defaults.
import { BRAM, DEMO_PEOPLE, type DemoPerson, MARIJKE } from '#server/demo/people.ts'
import { DEMO_ENERGY } from '#server/demo/resources.ts'
import { passwordOf } from '../caller.ts'
import { CommandUsage } from '../output.ts'
import type { LaunchedDomain } from './launched-domain.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

/** Whom the demo apps are launched for by default: who has a task in each. */
const FIRST: Readonly<Record<string, DemoPerson>> = { [DEMO_ENERGY.clientId]: BRAM }

/**
 * The user and the task of a launch. In the demo by default the first patient who has a task in the app, and an open task
 * of the user in that app; no task where the portal that signs chooses one. Throws CommandUsage.
 */
export async function opening(
  { addresses: { demo }, openTask }: Pick<LaunchedDomain, 'addresses' | 'openTask'>,
  { app, as, task }: { readonly app: string; readonly as?: string; readonly task?: string },
): Promise<{ readonly as: string; readonly task: string | undefined }> {
  if (as !== undefined && task !== undefined) return { as, task }
  if (!demo) throw new CommandUsage('Give the person and the task of the launch: --as Patient/ID --task Task/ID.')
  const user = as ?? (FIRST[app] ?? MARIJKE).reference
  return { as: user, task: task ?? (await openTask?.(user, app)) }
}

/** User name and password of the log-in. Throws CommandUsage. */
export function credentials(
  { demo }: { readonly demo: boolean },
  { user, password, as }: { readonly user?: string; readonly password?: string; readonly as: string },
): Credentials {
  const secret = passwordOf(password)
  if (user && secret) return { username: user, password: secret }
  const person = DEMO_PEOPLE.find(({ reference, username }) => (user ? username === user : reference === as))
  if (!demo || !person)
    throw new CommandUsage(
      'Give the account that signs in: --user EMAIL, and its password in SLIPWAY_PASSWORD or --password.',
    )
  return person
}
