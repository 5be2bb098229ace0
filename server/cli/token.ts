// `token new | list | revoke`: tokens of administrators, with which this program works on a domain elsewhere.

import { LONGEST_TOKEN_DAYS, type TokenScope } from '#lib/api/token-words.ts'
import { tokenChange } from '#lib/audit/config-changes.ts'
import { DAY } from '#lib/clock.ts'
import { isDay } from '#lib/fhir/days.ts'
import { moment } from '#lib/i18n/instants.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import { isName } from '#lib/text.ts'
import type { Told } from './audited.ts'
import type { CommandContext } from './context.ts'
import { dim, ink } from './ink.ts'
import { CommandFailed, CommandUsage, note, result, table } from './output.ts'

interface NewOptions {
  readonly for: string
  readonly name: string
  readonly expires: number
  readonly may: readonly TokenScope[]
}

const instant = (time: number) => new Date(time).toISOString()

export async function newToken({ domain, json }: CommandContext, options: NewOptions): Promise<Told> {
  const { for: email, name, expires: days, may: scopes } = options
  if (!isName(name) || name.trim() === '')
    throw new CommandUsage('--name must say, on one line, what the token is for.')
  const username = typedUserName(email)
  const made = await domain.tokens.make({ username, name: name.trim(), scopes, days })
  if (made === 'unknown')
    throw new CommandFailed(`${username} is not an administrator here, and a token acts in the name of one.`)
  if (made === 'too_many') throw new CommandFailed(`${username} has the maximum number of tokens: revoke one.`)
  const { secret, token } = made
  const expiresAt = instant(token.expiresAt)
  note(
    ink`${dim(`It may ${scopes.join(', ')} in the name of ${username} until ${moment(token.expiresAt)}. It is shown only once.`)}`,
  )
  result(json, { id: token.id, name: token.name, for: username, scopes, expires_at: expiresAt, token: secret }, secret)
  return { change: tokenChange(token, 'made') }
}

export async function listTokens({ domain, json }: CommandContext): Promise<void> {
  const tokens = (await domain.tokens.list()).map(({ username, ...token }) => ({
    id: token.id,
    name: token.name,
    for: username,
    scopes: token.scopes,
    created_at: instant(token.createdAt),
    expires_at: instant(token.expiresAt),
    last_used_at: token.lastUsedAt === undefined ? null : instant(token.lastUsedAt),
  }))
  const head = ['id', 'name', 'for', 'may', 'expires', 'last used']
  const rows = tokens.map((token) => [
    ...[token.id, token.name, token.for, token.scopes.join(' ')],
    ...[moment(token.expires_at), token.last_used_at === null ? 'never' : moment(token.last_used_at)],
  ])
  result(json, tokens, tokens.length === 0 ? 'No tokens.' : table([head, ...rows]))
}

export async function revokeToken(
  { domain, json }: CommandContext,
  _options: object,
  [id = '']: readonly string[],
): Promise<Told> {
  const token = await domain.tokens.revoke(id)
  if (!token) throw new CommandFailed(`There is no token ${id}: "slipway token list" shows the ids.`)
  result(json, { id, revoked: true }, `The token ${token.name} of ${token.username} is revoked.`)
  return { change: tokenChange(token, 'revoked') }
}

const UNITS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 }

/** `30d`, `12w`, `6m`, `1y` or a day such as 2027-01-31, in days from now; undefined for anything else. */
export function lifeInDays(text: string, now: number): number | undefined {
  const [, count, unit = ''] = /^(\d{1,4})([dwmy])$/.exec(text) ?? []
  const until = isDay(text) ? Math.ceil((Date.parse(text) - now) / DAY) : Number.NaN
  const days = count === undefined ? until : Number(count) * (UNITS[unit] ?? 0)
  return days >= 1 && days <= LONGEST_TOKEN_DAYS ? days : undefined
}
