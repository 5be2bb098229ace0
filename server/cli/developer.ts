// `app developer`: the developers of an app. A developer sees the traces of their own apps.
import { change } from '#lib/audit/config-changes.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import type { Told } from './audited.ts'
import type { CommandContext } from './context.ts'
import { CommandFailed, noApp, result } from './output.ts'

interface DeveloperOptions {
  readonly remove?: true
}

export async function setDeveloper(
  { domain, json }: CommandContext,
  { remove }: DeveloperOptions,
  [clientId = '', email = '']: readonly string[],
): Promise<Told> {
  const username = typedUserName(email)
  if (!(await domain.registry.find(clientId))) throw noApp(clientId)
  if (!remove && !(await domain.storage.accounts.named(username)))
    throw new CommandFailed(`There is no account ${username}. Create it with "user add".`)
  if (remove) await domain.developers.remove(clientId, username)
  else await domain.developers.add(clientId, username)
  const developers = await domain.developers.list(clientId)
  result(json, { client_id: clientId, developers }, `${clientId}  ${developers.join(', ') || 'no developers'}`)
  const developer = { developer: username }
  return { change: change('app', clientId, remove ? developer : {}, remove ? {} : developer) }
}
