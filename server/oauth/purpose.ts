// What a log-in that is under way is for, in words for the page where somebody logs in. It is asked for by the state that was sent to
// the identity provider, which only that browser knows: no name and no title goes through an address.
import { sha256 } from '#lib/crypto/hash.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import type { OauthDeps } from './deps.ts'

export interface LoginPurpose {
  /** The name of the app that is opened. */
  readonly app: string
  /** The title of its task, in a demo: what a task is called can tell what somebody is treated for. */
  readonly task?: string
}

export const loginPurpose =
  ({ stores, directory, clock, tellsTasks }: Pick<OauthDeps, 'stores' | 'directory' | 'clock' | 'tellsTasks'>) =>
  async (state: string): Promise<LoginPurpose | undefined> => {
    const waiting = await stores.transactions.peek(sha256(state), clock())
    if (!waiting) return undefined
    const client = await stores.clients.find(waiting.clientId)
    const task = tellsTasks ? parseReference(waiting.launch.resource) : undefined
    const title = task && (await directory.find(task.type, task.id))?.['description']
    return { app: client?.name ?? waiting.clientId, ...(typeof title === 'string' && title ? { task: title } : {}) }
  }
