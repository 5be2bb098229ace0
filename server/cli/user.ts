// `user add | list | delete`: an account of the embedded identity provider, and the identifier on the person it stands for.
import { parseReference } from '#lib/fhir/reference.ts'
import { withIdentifier } from '#lib/fhir/resource-text.ts'
import { accountList } from '../db/account-list.ts'
import { idpStores } from '../db/idp.ts'
import { passwordHash } from '../idp/password.ts'
import type { AccountRole } from '../idp/store.ts'
import { normaliseUsername } from '../idp/username.ts'
import type { CommandContext } from './main.ts'
import { CommandFailed, result, say, table } from './output.ts'

interface UserOptions {
  readonly email: string
  readonly password: string
  readonly name?: string
  readonly role: AccountRole
  readonly person?: string
  json?: true
}

const SHORTEST_PASSWORD = 8

export async function addUser(
  { domain, json }: CommandContext,
  { email, password, name, role, person }: UserOptions,
): Promise<void> {
  if (password.length < SHORTEST_PASSWORD)
    throw new CommandFailed(`--password: at least ${SHORTEST_PASSWORD} characters.`)
  const username = normaliseUsername(email)
  const resource = person === undefined ? undefined : personWithIdentifier({ domain }, person, username)
  const account = {
    id: crypto.randomUUID(),
    username,
    name: name ?? username,
    role,
    passwordHash: await passwordHash(password),
    createdAt: domain.clock(),
  }
  if (!(await idpStores(domain.database).accounts.create(account)))
    throw new CommandFailed(`There is an account ${username} already.`)
  if (resource) domain.resources.write([resource], domain.clock())
  result(
    json,
    { username, role, person: person ?? null },
    `${username} can log in${person ? ` and is ${person}` : ''}.`,
  )
}

function personWithIdentifier({ domain }: Pick<CommandContext, 'domain'>, person: string, username: string) {
  const { type, id } = parseReference(person) ?? { type: '', id: '' }
  const body = domain.resources.readCurrent(type, id)?.body
  if (body === undefined) throw new CommandFailed(`There is no ${person}.`)
  const system = domain.config.idpIdentifierSystem
  if (carries(body, system, username)) return undefined
  const text = withIdentifier(body, { system, value: username })
  return { type, id, text, parsed: JSON.parse(text) as Readonly<Record<string, unknown>> }
}

/** Whether a resource has the user name already: a second identifier of the same would be a new version for nothing. */
function carries(body: string, system: string, username: string): boolean {
  const { identifier } = JSON.parse(body) as { readonly identifier?: unknown }
  const identifiers = Array.isArray(identifier) ? (identifier as readonly { system?: unknown; value?: unknown }[]) : []
  return identifiers.some(
    (one) => one.system === system && typeof one.value === 'string' && normaliseUsername(one.value) === username,
  )
}

/** Lists accounts whose user name or name has a text in it, or all. */
export async function listUsers(
  { domain, json }: CommandContext,
  { search = '' }: { readonly search?: string; json?: true },
): Promise<void> {
  const { items, more } = accountList(domain.database.sql).list(search)
  if (more) say('There are more: say whom you look for with --search.')
  const rows = items.map(({ username, name, role }) => [username, name, role])
  result(json, items, table([['user name', 'name', 'role'], ...rows]))
}

/** Deletes an account; its sessions are over at once, in every process. */
export async function deleteUser(
  { domain, json }: CommandContext,
  _options: unknown,
  [email = '']: readonly string[],
): Promise<void> {
  const username = normaliseUsername(email)
  const change = accountList(domain.database.sql).remove(username)
  if (change === 'unknown') throw new CommandFailed(`There is no account ${username}.`)
  if (change === 'last_admin') throw new CommandFailed(`${username} is the last administrator: add another one first.`)
  result(json, { username, deleted: true }, `The account ${username} is deleted. The person's resource stays.`)
}
