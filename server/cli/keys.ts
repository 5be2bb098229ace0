// `keys list | rotate | revoke | wrap`: lists signing keys with their states, replaces them, and wraps them anew.

import { KEY_OWNERS, type KeyOwner } from '#lib/api/admin-words.ts'
import { keyRevoked, keysRotated } from '#lib/audit/config-changes.ts'
import { moment } from '#lib/i18n/instants.ts'
import { DEMO_APP, DEMO_CONSOLE, DEMO_ENERGY, DEMO_PORTAL } from '../demo/resources.ts'
import type { RotatedKey } from '../keys/signing-keys.ts'
import { rewrap } from '../keys/vault.ts'
import { wrappingBy } from '../keys/wrapping.ts'
import type { Told } from './audited.ts'
import type { CommandContext } from './context.ts'
import { CommandFailed, result, table } from './output.ts'

const instant = (time: number) => new Date(time).toISOString()

export async function listKeys({ domain, json }: CommandContext): Promise<void> {
  const keys = (await domain.keys.list()).map(({ kid, owner, alg, status, published, createdAt, signsFrom }) => ({
    kid,
    owner,
    alg,
    status,
    published: published ? 'yes' : 'no',
    createdAt: instant(createdAt),
    ...(signsFrom === undefined ? {} : { signsFrom: instant(signsFrom) }),
  }))
  const head = ['kid', 'owner', 'alg', 'status', 'published', 'created', 'signs from']
  const rows = keys.map(({ kid, owner, alg, status, published, createdAt, signsFrom }) => [
    ...[kid, ownerText(owner as KeyOwner), alg, status, published, moment(createdAt)],
    ...(signsFrom === undefined ? [] : [moment(signsFrom)]),
  ])
  result(json, keys, table([head, ...rows]))
}

/** The owners as the console names them. */
const OWNERS: Readonly<Record<KeyOwner, string>> = {
  oauth: 'Authorization server',
  access_token: 'Access tokens',
  idp: 'Identity provider',
  idp_launch: 'Sign-ins of launches',
  portal: DEMO_PORTAL.name,
  launch: DEMO_APP.name,
  energy: DEMO_ENERGY.name,
  console: DEMO_CONSOLE.name,
}

/** With the word that --owner takes. */
const ownerText = (owner: KeyOwner): string => `${OWNERS[owner]} (${owner})`

interface RotateOptions {
  readonly owner?: KeyOwner
  readonly now?: true
}

/** Makes a new key for one owner, or for each of them. */
export async function rotateKeys({ domain, json }: CommandContext, { owner, now }: RotateOptions): Promise<Told> {
  const rotated: (Omit<RotatedKey, 'signsFrom'> & { readonly signsFrom: string })[] = []
  const owners = owner ? [owner] : KEY_OWNERS
  for (const one of owners) {
    const { signsFrom, ...key } = await domain.keys.rotate(one, { now: now === true })
    rotated.push({ ...key, signsFrom: instant(signsFrom) })
  }
  const sentence = ({ owner, kid, status, signsFrom }: (typeof rotated)[number]) =>
    `${ownerText(owner)}: ${kid} ${status === 'active' ? 'signs from now on' : `is published and signs from ${moment(signsFrom)}`}.`
  result(json, rotated, rotated.map(sentence).join('\n'))
  return { change: keysRotated(owners, now === true) }
}

export async function revokeKey(
  { domain, json }: CommandContext,
  _options: unknown,
  [kid = '']: readonly string[],
): Promise<Told> {
  if (!(await domain.keys.revoke(kid))) throw new CommandFailed(`There is no key ${kid}.`)
  result(json, { kid, status: 'revoked' }, `${kid} is revoked: nothing signed with it is accepted from now on.`)
  return { change: keyRevoked(kid) }
}

/** Wraps the private keys and secrets in a database by the first key of SLIPWAY_KEY. */
export async function wrapKeys({ domain, json }: CommandContext): Promise<void> {
  const { wrapped } = domain.storage
  if (!wrapped)
    throw new CommandFailed('The private keys of this domain are files: only those in PostgreSQL are wrapped.')
  const wrapping = wrappingBy(domain.config.wrappingKeys)
  const count = await rewrap(wrapped, wrapping)
  result(
    json,
    { keyId: wrapping.keyId, wrapped: count },
    `${count} keys and secrets were wrapped by another key. All are wrapped by ${wrapping.keyId} now, the first of SLIPWAY_KEY: the others can be removed from it.`,
  )
}
