// Checks that the database kept everything after a kill, beside resources: registrations, keys, the audit log, used ids.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sha256 } from '#lib/crypto/hash.ts'
import { auditChain } from '#server/audit/chain.ts'
import { verifyLog } from '#server/audit/verify.ts'
import { auditStore } from '#server/storage/sqlite/audit/audit.ts'
import type { Database, Sqlite } from '#server/storage/sqlite/file/database.ts'
import type { Acknowledged, Registration, Round } from './acknowledged.ts'
import type { Site } from './site.ts'

/** Every registration that was answered, with its key, its address and its Device. */
export function missingRegistrations(sql: Sqlite, { keys }: Site, { registrations }: Acknowledged): readonly string[] {
  const find = sql.prepare<
    [string],
    { name: string; status: string; jwks: string; redirectUris: string; device: number }
  >(
    `SELECT c.name, c.status, c.jwks, c.redirectUris, (SELECT count(*) FROM resource_version v WHERE v.type = 'Device'
       AND v.id = c.clientId AND v.supersededBy IS NULL AND v.deleted = 0) AS device
     FROM client c WHERE c.clientId = ?`,
  )
  const holds = ({ clientId, name, redirectUri, kid }: Registration) => {
    const row = find.get(clientId)
    return (
      row?.name === name &&
      row.status === 'approved' &&
      row.redirectUris === JSON.stringify([redirectUri]) &&
      row.device === 1 &&
      JSON.parse(row.jwks).keys[0].kid === kid &&
      JSON.parse(row.jwks).keys[0].n === keys.publicJwk.n
    )
  }
  return registrations.filter((app) => !holds(app)).map(({ clientId }) => `The app ${clientId} is not as registered`)
}

/** Every key that signs or will sign has its private half on the disk, and each rotation that was answered is known. */
export function wrongKeys(sql: Sqlite, { directory }: Site, { rotations }: Acknowledged): readonly string[] {
  const rows = sql
    .prepare<[], { kid: string; owner: string; status: string; publicJwk: string }>('SELECT * FROM signing_key')
    .all()
  const privateHalf = (kid: string) => {
    const file = path.join(directory, 'keys', `${kid}.jwk`)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { n?: string; d?: string }) : undefined
  }
  const signing = rows.filter(({ status }) => status === 'active' || status === 'next')
  const unusable = signing.filter(({ kid, publicJwk }) => {
    const secret = privateHalf(kid)
    return secret?.d === undefined || secret.n !== JSON.parse(publicJwk).n
  })
  const active = rows.filter(({ owner, status }) => owner === 'oauth' && status === 'active')
  const known = new Set(rows.map(({ kid }) => kid))
  return [
    ...unusable.map(({ kid }) => `The key ${kid} has no private half`),
    ...rotations.filter((kid) => !known.has(kid)).map((kid) => `The key ${kid} is not there`),
    ...(active.length === Number(rotations.length > 0) || active.length === 1
      ? []
      : [`${active.length} keys of the authorization server are active`]),
  ]
}

/**
 * The number of events that the log itself reports as missing: those from a time when the disk failed
 * (docs/decisions/0009-audit.md).
 */
const toldAsLost = (sql: Sqlite): number =>
  sql
    .prepare<[], string>(
      `SELECT b.body FROM resource_version v JOIN resource_body b ON b.seq = v.seq
       WHERE v.type = 'AuditEvent' AND b.body LIKE '%before this one could not be recorded%'`,
    )
    .pluck()
    .all()
    .reduce((sum, body) => sum + Number(/recording: (\d+) events? before/.exec(body)?.[1] ?? 0), 0)

/** Verifies the chain of the log, and finds the event of every answered token, except those that the log reports as missing. */
export async function wrongAudit(database: Pick<Database, 'sql'>, { auditSecret }: Site, known: Acknowledged) {
  const chain = auditChain(auditSecret)
  const { problems, events } = await verifyLog(auditStore(database.sql, chain), chain)
  const recorded = new Set(
    database.sql
      .prepare<[], string>(
        `SELECT json_extract(e.value, '$.valueId') FROM resource_version v JOIN resource_body b ON b.seq = v.seq,
           json_each(b.body, '$.extension') e
         WHERE v.type = 'AuditEvent' AND json_extract(e.value, '$.url') LIKE '%request-id'`,
      )
      .pluck()
      .all(),
  )
  const untold = [...known.answeredTokens].filter((id) => !recorded.has(id))
  return {
    events,
    wrong: [
      ...problems.map(({ kind, position }) => `The audit log: ${kind} at ${position}`),
      ...(untold.length > toldAsLost(database.sql)
        ? untold.map((id) => `The token of request ${id} has no audit event`)
        : []),
    ],
  }
}

/** Codes and assertions of all rounds that are known to be used, and whose rows have not expired. */
export function revived(sql: Sqlite, rounds: readonly Round[]): readonly string[] {
  const isUsed = sql
    .prepare<[string], number>('SELECT usedAt IS NOT NULL FROM authorization_code WHERE codeHash = ?')
    .pluck()
  return rounds
    .flatMap(({ codes }) => codes)
    .filter(({ use, code }) => use === 'used' && isUsed.get(sha256(code)) !== 1)
    .map(() => 'A code that was redeemed is unused again')
}
