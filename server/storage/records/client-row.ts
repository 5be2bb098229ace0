// A client as its row has it: lists and keys are JSON texts.
import type { JWK } from 'jose'
import type { AppRight } from '#lib/oauth/app-rights.ts'
import type { Client as Row } from '#prisma/generated/client.ts'
import type { Client } from '#server/oauth/store.ts'

export type { Row }

/** The client of a row. Its kind and status are the domain's, which alone are written. */
export const toClient = (row: Row): Client => ({
  clientId: row.clientId,
  name: row.name,
  kind: row.kind as Client['kind'],
  status: row.status as Client['status'],
  jwks: row.jwks === null ? undefined : (JSON.parse(row.jwks) as { keys: JWK[] }),
  jwksUrl: row.jwksUrl ?? undefined,
  redirectUris: JSON.parse(row.redirectUris) as string[],
  launchUrl: row.launchUrl ?? undefined,
  roleName: row.roleName ?? undefined,
  ...(row.anyTask ? { anyTask: true } : {}),
  ...(row.webhookOrigins === '[]' ? {} : { webhookOrigins: JSON.parse(row.webhookOrigins) as string[] }),
  ...(row.requestedRights === '[]' ? {} : { requestedRights: JSON.parse(row.requestedRights) as AppRight[] }),
  ...(row.logoutUri === null ? {} : { logoutUri: row.logoutUri }),
  ...(row.logoutSessionRequired ? { logoutSessionRequired: true } : {}),
  ...(row.ownerAccountId === null ? {} : { ownerAccountId: row.ownerAccountId }),
})

/** The columns of a client that is written now. */
export const columnsOf = (client: Client, now: Date) => ({
  clientId: client.clientId,
  name: client.name,
  kind: client.kind,
  status: client.status,
  jwks: client.jwks ? JSON.stringify(client.jwks) : null,
  jwksUrl: client.jwksUrl ?? null,
  redirectUris: JSON.stringify([...new Set(client.redirectUris)].sort()),
  launchUrl: client.launchUrl ?? null,
  roleName: client.roleName ?? null,
  anyTask: client.anyTask ?? false,
  webhookOrigins: JSON.stringify(client.webhookOrigins ?? []),
  requestedRights: JSON.stringify(client.requestedRights ?? []),
  logoutUri: client.logoutUri ?? null,
  logoutSessionRequired: client.logoutSessionRequired ?? false,
  ownerAccountId: client.ownerAccountId ?? null,
  updatedAt: now,
})
