// What the audit log has of each change of the configuration: the same whether the console or the command line made it.
import type { RolePermission } from '../oauth/permission-scope.ts'
import type { RegisteredClient } from '../oauth/registered-client.ts'
import type { AuditedEvent, AuditedThing } from './audit.ts'
import { appFields, changedFields, permissionText } from './changes.ts'

/** A change: what was done to what, with the fields that differ. */
export interface Change {
  readonly action: NonNullable<AuditedEvent['action']>
  readonly thing: AuditedThing
}

type Values = Parameters<typeof changedFields>[0]

/** Without a state before, the thing is added; without one after, it is removed. */
export function change(
  kind: AuditedThing['kind'],
  name: string,
  before: Values | undefined,
  after: Values | undefined,
): Change {
  const action = before === undefined ? 'C' : after === undefined ? 'D' : 'U'
  return { action, thing: { kind, name, fields: changedFields(before ?? {}, after ?? {}) } }
}

/** An app was registered, or changed, its status and its role included. */
export const appChange = (before: RegisteredClient | undefined, after: RegisteredClient): Change =>
  change('app', after.clientId, before && appFields({ ...before }), appFields({ ...after }))

/** An app was deleted. */
export const appRemoval = (app: RegisteredClient): Change =>
  change('app', app.clientId, appFields({ ...app }), undefined)

/** A role was saved or deleted. */
export function roleChange(
  name: string,
  before: readonly RolePermission[] | undefined,
  after: readonly RolePermission[] | undefined,
): Change {
  const permissions = (all: typeof before) => all && { permissions: all.map(permissionText) }
  return change('role', name, permissions(before), permissions(after))
}

/** An account was added; `more` is what only the command line gives it. */
export const accountAdded = (username: string, role: string, more: Values = {}): Change =>
  change('account', username, undefined, { role, ...more })

/** An account has another role. */
export const accountRole = (username: string, before: string | undefined, after: string): Change =>
  change('account', username, { role: before }, { role: after })

/** An account has another name, which its owner typed. */
export const accountName = (username: string, before: string, after: string): Change =>
  change('account', username, { name: before }, { name: after })

/** An account has another password: its owner knew the present one, or had a link. */
export const accountPassword = (username: string, by: 'owner' | 'link' = 'owner'): Change =>
  change('account', username, {}, { 'new password by': by })

/** A link for a new password was made. */
export const accountLink = (username: string, expiresAt: number): Change =>
  change('account', username, {}, { 'password link until': new Date(expiresAt).toISOString() })

/** An account was locked, or unlocked. */
export const accountLock = (username: string, locked: boolean): Change =>
  change('account', username, { locked: !locked }, { locked })

/** A patient's record was made for an account. */
export const accountRecord = (username: string): Change => change('account', username, {}, { record: 'made' })

/** Sessions of an account were ended. */
export const accountSignedOut = (username: string, sessions: number): Change =>
  change('account', username, {}, { 'sessions ended': sessions })

/** An account was deleted. */
export const accountDeleted = (username: string): Change => change('account', username, {}, undefined)

/** An import ended: how much became what. */
export function imported(
  name: string,
  { read, created, updated, unchanged, skipped, failed, stopped }: Imported,
): Change {
  const leftOut = Object.values(skipped).reduce((sum, count) => sum + count, 0)
  const counts = { read, created, updated, unchanged, 'left out': leftOut, refused: failed }
  return change('import', name, undefined, { ...counts, stopped: stopped ? true : undefined })
}

interface Imported {
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** By type. */
  readonly skipped: Readonly<Record<string, number>>
  readonly failed: number
  readonly stopped?: boolean
}

/** The owners of signing keys have new ones, which sign at once or once they are known. */
export const keysRotated = (owners: readonly string[], now: boolean): Change =>
  change('key', owners.join(', '), undefined, { now })

/** A signing key was revoked. */
export const keyRevoked = (kid: string): Change => change('key', kid, {}, undefined)

interface Token {
  readonly name: string
  readonly username: string
  readonly scopes: readonly string[]
  /** In epoch milliseconds. */
  readonly expiresAt: number
}

/** A token of an administrator was made or revoked. */
export function tokenChange({ name, username, scopes, expiresAt }: Token, what: 'made' | 'revoked'): Change {
  const values = { for: username, scopes, expires: new Date(expiresAt).toISOString() }
  return what === 'made' ? change('token', name, undefined, values) : change('token', name, values, undefined)
}
