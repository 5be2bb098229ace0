// The purpose of a pending log-in, in words for the login page. It is looked up by the state sent to the identity
// provider, which only that browser knows, so that no address contains a name or title.
import { sha256 } from '#lib/crypto/hash.ts'
import { appNameIn } from '#lib/fhir/app-name.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import type { Language } from '#lib/i18n/language.ts'
import type { OauthDeps } from './deps.ts'

export interface LoginPurpose {
  /** The name of the app to open. */
  readonly app: string
  /** The title of its task, in a demo only, because it can reveal a treatment. */
  readonly task?: string
}

export const loginPurpose =
  ({ stores, directory, clock, demo }: Pick<OauthDeps, 'stores' | 'directory' | 'clock' | 'demo'>) =>
  async (state: string, language: Language): Promise<LoginPurpose | undefined> => {
    const waiting = await stores.transactions.peek(sha256(state), clock())
    if (!waiting) return undefined
    const client = await stores.clients.find(waiting.clientId)
    const task = demo ? parseReference(waiting.launch?.resource) : undefined
    const found = task && (await directory.find(task.type, task.id))
    const title = found && inLanguage(found, language)['description']
    const device = await directory.find('Device', waiting.clientId)
    return {
      app: client ? appNameIn(device, client.name, language) : waiting.clientId,
      ...(typeof title === 'string' && title ? { task: title } : {}),
    }
  }
