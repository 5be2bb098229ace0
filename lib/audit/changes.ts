// The audit record of a configuration change by the console, a developer or the command line: changed fields with old and new
// values. Passwords and private keys are never passed in; public keys appear by their ids.

import { thumbprint } from '../crypto/thumbprint.ts'
import type { AuditedEvent, AuditedField, AuditedThing } from './audit.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields that differ; one that is absent on one side was added or removed. */
export function changedFields(before: Values, after: Values): readonly AuditedField[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): readonly AuditedField[] => {
    const [from, to] = [written(before[name]), written(after[name])]
    return from === to ? [] : [{ name, before: from, after: to }]
  })
}

function written(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (Array.isArray(value)) return value.map(written).join(', ') || undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** An app as its changes are recorded: its keys by their ids. */
export const appFields = ({
  name,
  kind,
  status,
  roleName,
  anyTask,
  webhookOrigins,
  requestedRights,
  redirectUris,
  launchUrl,
  logoutUri,
  logoutSessionRequired,
  jwksUrl,
  jwks,
}: Values & {
  readonly jwks?: { readonly keys: readonly { readonly kid?: string | undefined }[] } | undefined
}): Values => ({
  ...{
    name,
    kind,
    status,
    role: roleName,
    anyTask: anyTask === true ? true : undefined,
    webhookOrigins,
    requestedRights,
    redirectUris,
    launchUrl,
    logoutUri,
    logoutSessionRequired: logoutSessionRequired === true ? true : undefined,
    jwksUrl,
  },
  keys: jwks?.keys.map(keyName),
})

/** Its kid, with the thumbprint if that differs: a different key under the same kid is another key. */
function keyName(jwk: { readonly kid?: string | undefined }): string {
  const { kid = 'without kid' } = jwk
  const print = thumbprint({ ...jwk })
  return print === undefined || print === kid ? kid : `${kid} (${print})`
}

/** A role's permission as the command line writes it. */
export const permissionText = (permission: {
  readonly resourceType: string
  readonly operations: string
  readonly scope: string
  readonly grantedBy: readonly string[]
}): string => {
  const { resourceType, operations, scope, grantedBy } = permission
  return `${resourceType}:${operations}:${scope}${grantedBy.length > 0 ? `=${grantedBy.join(',')}` : ''}`
}

const SENTENCES: Readonly<Record<NonNullable<AuditedEvent['action']>, string>> = {
  C: 'was added',
  R: 'was looked at',
  U: 'was changed',
  D: 'was removed',
}

/** The event of a refused change: from another site's page, by a person who may not make it, or too many. */
export const changeRefused = (where: Pick<AuditedEvent, 'request' | 'person'>, why: string): AuditedEvent => ({
  ...where,
  name: 'change',
  outcome: 'refused',
  description: `change: ${why}`,
  tooOften: true,
})

/** The event of a configuration change. */
export const changed = (
  where: Pick<AuditedEvent, 'request' | 'person'>,
  action: NonNullable<AuditedEvent['action']>,
  thing: Omit<AuditedThing, 'fields'>,
  fields: readonly AuditedField[] = [],
): AuditedEvent => ({
  ...where,
  name: 'change',
  action,
  description: `change: ${thing.kind} ${SENTENCES[action]}`,
  thing: { ...thing, fields },
})
