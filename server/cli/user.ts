// `user add | link | person | list | delete`: local accounts, the identifier on each account's person, and links to identities
// at another identity provider.

import { accountAdded, accountDeleted, change } from '#lib/audit/config-changes.ts'
import { PERSON_TYPES, roleOf } from '#lib/fhir/person-role.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { withIdentifier } from '#lib/fhir/resource-text.ts'
import { isGuessable } from '#lib/guessable-password.ts'
import { withoutTrailingSlash } from '#lib/http/web-url.ts'
import { problemText } from '#lib/i18n/problems.ts'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'
import { isEmailUserName, typedUserName } from '#lib/oauth/user-name.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#lib/password-length.ts'
import { isName } from '#lib/text.ts'
import type { Domain } from '../domain/domain.ts'
import { passwordHash } from '../idp/login/password.ts'
import type { AccountRole } from '../idp/store.ts'
import type { Told } from './audited.ts'
import { passwordOf } from './caller.ts'
import type { CommandContext } from './context.ts'
import { CommandFailed, CommandUsage, note, result, table } from './output.ts'

interface UserOptions {
  readonly email: string
  readonly password?: string
  readonly subject?: string
  readonly name?: string
  readonly role: AccountRole
  readonly person?: string
}

export async function addUser(
  { domain, json }: CommandContext,
  { email, password: given, subject, name, role, person }: UserOptions,
): Promise<Told> {
  const password = subject === undefined ? passwordOf(given) : given
  if (password === undefined && subject === undefined)
    throw new CommandUsage(
      'Give the password in SLIPWAY_PASSWORD or --password, or --subject for a person of another identity provider.',
    )
  const length = password?.length ?? SHORTEST_PASSWORD
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD)
    throw new CommandUsage(`--password: ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`)
  const username = typedUserName(email)
  if (isGuessable(password ?? '', username))
    throw new CommandUsage(`--password: ${problemText({ name: 'user_password_guessable' })}`)
  if (password !== undefined && !isEmailUserName(username))
    throw new CommandUsage(`--email: ${problemText({ name: 'user_email' })}`)
  if (!isName(username) || !isName(name ?? '')) throw new CommandUsage(problemText({ name: 'name_characters' }))
  // Asked before anything is written: an account that the command reports as failed must not exist.
  const login = subject === undefined ? undefined : { subject, issuer: issuerOf(domain) }
  if (login && (await domain.storage.accountLinks.find(login.issuer, login.subject))) throw taken(login)
  const resource = person === undefined ? undefined : await personWithIdentifier({ domain }, person, username)
  const account = {
    id: crypto.randomUUID(),
    username,
    name: name ?? username,
    role,
    // An account for log-ins by another provider gets a random password that is not recorded.
    passwordHash: await passwordHash(password ?? crypto.randomUUID()),
    createdAt: domain.clock(),
  }
  if (!(await domain.storage.idp.accounts.create(account)))
    throw new CommandFailed(`An account ${username} already exists.`)
  if (login) await link(domain, username, login)
  if (resource) await domain.resources.write([resource], domain.clock())
  result(
    json,
    { username, role, person: person ?? null },
    `${username} can sign in${person ? ` and is ${person}` : ''}.`,
  )
  return { change: accountAdded(username, role, { person, ...login }) }
}

async function personWithIdentifier({ domain }: Pick<CommandContext, 'domain'>, person: string, username: string) {
  const { type, id } = parseReference(person) ?? { type: '', id: '' }
  if (roleOf(person) === undefined)
    throw new CommandUsage(`${person} is no person: give one of ${PERSON_TYPES.join(', ')}.`)
  const body = (await domain.resources.readCurrent(type, id))?.body
  if (body === undefined) throw new CommandFailed(`There is no ${person}.`)
  const system = domain.config.idpIdentifierSystem
  if (carries(body, system, username)) return undefined
  const text = withIdentifier(body, { system, value: username })
  return { type, id, text, parsed: JSON.parse(text) as Readonly<Record<string, unknown>> }
}

/** Gives a person's resource the user name as identifier: by it a log-in finds the person. */
export async function identifyPerson(
  { domain, json }: CommandContext,
  _options: unknown,
  [email = '', person = '']: readonly string[],
): Promise<Told> {
  const username = typedUserName(email)
  // Another provider knows its user names itself.
  if (!domain.config.externalIdp && !(await domain.storage.accounts.named(username)))
    throw new CommandFailed(`There is no account ${username}. Create it with "user add".`)
  const resource = await personWithIdentifier({ domain }, person, username)
  if (resource) await domain.resources.write([resource], domain.clock())
  result(json, { username, person, changed: resource !== undefined }, `${username} is ${person}.`)
  return { change: change('account', username, {}, { person }) }
}

interface LinkOptions {
  readonly subject: string
  readonly issuer?: string
  readonly remove?: true
}

/** Adds or removes a link between an account and an identity at another provider, by its subject there. */
export async function linkUser(
  { domain, json }: CommandContext,
  { subject, issuer, remove }: LinkOptions,
  [email = '']: readonly string[],
): Promise<Told> {
  const username = typedUserName(email)
  const login = { subject, issuer: issuerOf(domain, issuer) }
  if (!remove) await link(domain, username, login)
  else if (!(await domain.storage.accountLinks.remove(username, login)))
    throw new CommandFailed(`${username} is not linked with ${subject} of ${login.issuer}.`)
  const linked = !remove
  const sentence = `${subject} of ${login.issuer} ${linked ? 'has' : 'no longer has'} the account ${username}.`
  result(json, { username, ...login, linked }, sentence)
  return { change: change('account', username, remove ? { ...login } : {}, remove ? {} : { ...login }) }
}

/** The given issuer, normalised like the settings, without a final slash; by default the one in the settings. */
function issuerOf({ config }: Domain, given?: string): string {
  if (given !== undefined) return withoutTrailingSlash(given)
  if (config.externalIdp) return config.externalIdp.issuer
  throw new CommandUsage('SHARED_IDP_ISSUER names no other identity provider: give its --issuer.')
}

/** Who a person is at another identity provider. */
interface Login {
  readonly subject: string
  readonly issuer: string
}

async function link(domain: Domain, username: string, login: Login) {
  const outcome = await domain.storage.accountLinks.add(username, login, domain.clock())
  if (outcome === 'unknown') throw new CommandFailed(`There is no account ${username}. Create it with "user add".`)
  if (outcome === 'taken') throw taken(login)
}

const taken = ({ subject, issuer }: Login) =>
  new CommandFailed(`${subject} of ${issuer} is already linked with another account.`)

/** True when a resource has the user name already, so that no needless version is written. */
function carries(body: string, system: string, username: string): boolean {
  const { identifier } = JSON.parse(body) as { readonly identifier?: unknown }
  const identifiers = Array.isArray(identifier) ? (identifier as readonly { system?: unknown; value?: unknown }[]) : []
  return identifiers.some(
    (one) => one.system === system && typeof one.value === 'string' && typedUserName(one.value) === username,
  )
}

/** Lists accounts whose user name or name contains a text, or all. */
export async function listUsers(
  { domain, json }: CommandContext,
  { search = '' }: { readonly search?: string },
): Promise<void> {
  const { items, more } = await domain.storage.accounts.list(search)
  if (more) note('There are more: narrow the list with --search.')
  const rows = items.map(({ username, name, role }) => [username, name, ROLE_NAMES.en[role]])
  result(json, items, table([['user name', 'name', 'role'], ...rows]))
}

/** Deletes an account; its sessions end immediately, in every process. */
export async function deleteUser(
  { domain, json }: CommandContext,
  _options: unknown,
  [email = '']: readonly string[],
): Promise<Told> {
  const username = typedUserName(email)
  const { storage, peers } = domain
  const account = await storage.accounts.named(username)
  const remove = () => storage.accounts.remove(username)
  const removal = account ? await peers.idp.accounts.ending(account.id, remove) : await remove()
  if (removal === 'unknown') throw new CommandFailed(`There is no account ${username}.`)
  if (removal === 'last_admin') throw new CommandFailed(`${username} is the last administrator: add another one first.`)
  result(json, { username, deleted: true }, `The account ${username} is deleted. The person's resource stays.`)
  return { change: accountDeleted(username) }
}
