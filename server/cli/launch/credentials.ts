// The person who launches and the one who logs in, given by options; in a demo domain there are defaults.
import { DEMO_PEOPLE, MARIJKE } from '#server/demo/people.ts'
import { CommandUsage } from '../output.ts'
import type { LaunchedDomain } from './launched-domain.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

/** The tasks of the first patient of a demo domain. */
export const DEMO_TASKS = ['Task/sleep-diary-week-1', 'Task/sleep-diary-week-2'] as const

/**
 * The user and the task of a launch, in the demo by default those of its first patient, and a task that is open; no
 * task where the portal that signs chooses one. Throws CommandUsage.
 */
export async function opening(
  { addresses: { demo }, openTask }: Pick<LaunchedDomain, 'addresses' | 'openTask'>,
  { as, task }: { readonly as?: string; readonly task?: string },
): Promise<{ readonly as: string; readonly task: string | undefined }> {
  if (as !== undefined && task !== undefined) return { as, task }
  if (!demo) throw new CommandUsage('Give the person and the task of the launch: --as Patient/ID --task Task/ID.')
  return { as: as ?? MARIJKE.reference, task: task ?? (await openTask?.(DEMO_TASKS)) }
}

/** User name and password of the log-in. Throws CommandUsage. */
export function credentials(
  { demo }: { readonly demo: boolean },
  { user, password, as }: { readonly user?: string; readonly password?: string; readonly as: string },
): Credentials {
  if (user && password) return { username: user, password }
  const person = DEMO_PEOPLE.find(({ reference, username }) => (user ? username === user : reference === as))
  if (!demo || !person) throw new CommandUsage('Give the account that signs in: --user EMAIL --password PASSWORD.')
  return person
}
