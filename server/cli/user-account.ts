// `user show | lock | unlock | sign-out | password-link`: one account, as on its page in the console.

import { passwordLinkUrl } from '#lib/api/password-link.ts'
import { accountLink, accountLock, accountSignedOut } from '#lib/audit/config-changes.ts'
import { moment } from '#lib/i18n/instants.ts'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import type { Domain } from '../domain/domain.ts'
import type { Told } from './audited.ts'
import type { CommandContext } from './context.ts'
import { joined } from './ink.ts'
import { CommandFailed, CommandUsage, result, table } from './output.ts'

type Arguments = readonly string[]

/** The id of the account that a command names. Throws CommandFailed. */
async function accountOf({ storage }: Domain, [email = '']: Arguments) {
  const username = typedUserName(email)
  const account = await storage.accounts.named(username)
  if (!account) throw new CommandFailed(`There is no account ${username}.`)
  return { id: account.id, username }
}

const timeText = (at: number | undefined): string => (at === undefined ? '-' : moment(at))
const timeJson = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())

/** What tells the sessions of a person apart; `--json` has them whole. */
const SHOWN_OF_SID = 8

/** Shows an account and its sessions. */
export async function showUser({ domain, json }: CommandContext, _: unknown, args: Arguments): Promise<void> {
  const { id } = await accountOf(domain, args)
  const { accounts } = domain.peers.idp
  const [account, sessions] = await Promise.all([accounts.read(id), accounts.sessions(id)])
  if (!account) throw new CommandFailed('The account is gone.')
  const { username, name, role, lockedAt, lastLoginAt, createdAt, linkUntil } = account
  const lines = [
    `${username}  ${name}  ${ROLE_NAMES.en[role]}`,
    `created      ${timeText(createdAt)}`,
    `last sign-in ${timeText(lastLoginAt)}`,
    `locked       ${lockedAt === undefined ? 'no' : `since ${timeText(lockedAt)}`}`,
  ]
  const rows = sessions.map((one) => [
    one.sid.slice(0, SHOWN_OF_SID),
    timeText(one.beganAt),
    timeText(one.lastUsedAt),
    one.network ?? '-',
    one.browser ?? '-',
  ])
  const listed = table([['session', 'begun', 'last used', 'network', 'browser'], ...rows])
  result(
    json,
    {
      ...{ username, name, role, created: timeJson(createdAt), last_login: timeJson(lastLoginAt) },
      ...{ locked: timeJson(lockedAt), password_link_until: timeJson(linkUntil) },
      sessions: sessions.map(({ sid, beganAt, lastUsedAt, network, browser }) => ({
        ...{ sid, begun: timeJson(beganAt), last_used: timeJson(lastUsedAt) },
        ...{ network: network ?? null, browser: browser ?? null },
      })),
    },
    joined([...lines, rows.length > 0 ? listed : 'no session'], '\n'),
  )
}

/** Locks an account; holds for the next request of every process. */
export async function lockUser({ domain, json }: CommandContext, _: unknown, args: Arguments): Promise<Told> {
  const { id, username } = await accountOf(domain, args)
  if ((await domain.peers.idp.accounts.lock(id)) === 'last_admin')
    throw new CommandFailed(`${username} is the last administrator who can sign in: add another one first.`)
  result(json, { username, locked: true }, `${username} is locked. Its sessions have ended.`)
  return { change: accountLock(username, true) }
}

/** Lets the owner of an account log in again. */
export async function unlockUser({ domain, json }: CommandContext, _: unknown, args: Arguments): Promise<Told> {
  const { id, username } = await accountOf(domain, args)
  await domain.peers.idp.accounts.unlock(id)
  result(json, { username, locked: false }, `${username} can sign in again.`)
  return { change: accountLock(username, false) }
}

/** Ends one session of an account, which is named by its id or the beginning of it, or all of them. */
export async function signOutUser(
  { domain, json }: CommandContext,
  { session }: { readonly session?: string },
  args: Arguments,
): Promise<Told> {
  const { id, username } = await accountOf(domain, args)
  const { accounts } = domain.peers.idp
  const named = session ? (await accounts.sessions(id)).filter(({ sid }) => sid.startsWith(session)) : []
  if (named.length > 1) throw new CommandFailed(`${username} has several sessions ${session}…: give more of its id.`)
  const ended = await accounts.signOut(id, named[0]?.sid ?? session)
  if (session !== undefined && ended === 0) throw new CommandFailed(`${username} has no session ${session}.`)
  result(json, { username, ended }, `${username}: sessions ended: ${ended}.`)
  return { change: accountSignedOut(username, ended) }
}

/** Makes a link for a new password; only the output has it. */
export async function makePasswordLink({ domain, json }: CommandContext, _: unknown, args: Arguments): Promise<Told> {
  const { id, username } = await accountOf(domain, args)
  const { publicUrl, externalIdp } = domain.config
  if (externalIdp) throw new CommandUsage(`${externalIdp.issuer} keeps the passwords.`)
  const link = await domain.peers.idp.accounts.passwordLink(id)
  if (!link) throw new CommandFailed(`${username} is locked. Unlock it first.`)
  const url = passwordLinkUrl(publicUrl, link.secret)
  const until = new Date(link.expiresAt).toISOString()
  result(
    json,
    { username, url, until },
    `${url}\nIt can be used once, until ${moment(link.expiresAt)}. It is shown only now.`,
  )
  return { change: accountLink(username, link.expiresAt) }
}
