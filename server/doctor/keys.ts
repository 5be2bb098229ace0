// Checks the signing keys: present, matching their published halves, and not too old.
import { readFileSync } from 'node:fs'
import { CompactSign, compactVerify, importJWK, type JWK } from 'jose'
import { DAY } from '#lib/clock.ts'
import type { Config } from '../config/config.ts'
import { keyFileOf } from '../keys/keys.ts'
import type { SigningKeyRow } from '../keys/store.ts'
import { inspectDatabase } from '../storage/sqlite/file/inspection.ts'
import { type Finding, warning, well, wrong } from './finding.ts'

/** A key is replaced once a year: NIST SP 800-57 part 1 §5.3.6 gives private signature keys one to three years. */
const OLD_MS = 365 * DAY

export async function keyFindings(config: Config, now: number): Promise<readonly Finding[]> {
  let rows: readonly SigningKeyRow[]
  try {
    const database = inspectDatabase(config.databaseFile)
    rows = database?.signingKeys() ?? []
    database?.close()
  } catch {
    return [] // Problems of the database have been reported before.
  }
  const signing = rows.filter(({ status }) => status === 'active' || status === 'next')
  const findings = await Promise.all(signing.map((row) => keyFinding(config, row, now)))
  return findings.length > 0 ? findings : [well('keys', 'There are none yet: each is made when it is first needed.')]
}

async function keyFinding({ dataDir }: Config, row: SigningKeyRow, now: number): Promise<Finding> {
  const { kid, owner, createdAt } = row
  const name = `${owner} ${kid.slice(0, 8)}…`
  if (!(await isPair(keyFileOf(dataDir, kid), row)))
    return wrong(
      'keys',
      `The key ${name} cannot sign: its file is gone, cannot be read, or does not match the published key.`,
      `Restore ${keyFileOf(dataDir, kid)}, or withdraw the key: ./bin/slipway keys revoke ${kid}`,
    )
  const days = Math.floor((now - createdAt) / DAY)
  if (now - createdAt > OLD_MS)
    return warning('keys', `The key ${name} is ${days} days old.`, `./bin/slipway keys rotate --owner ${owner}`)
  return well('keys', `The key ${name} signs, and is ${days} days old.`)
}

/** Signs with the private half and verifies with the public one. */
async function isPair(file: string, { publicJwk, alg }: SigningKeyRow): Promise<boolean> {
  try {
    const privateKey = await importJWK(JSON.parse(readFileSync(file, 'utf8')) as JWK, alg)
    const signed = await new CompactSign(Buffer.from('doctor')).setProtectedHeader({ alg }).sign(privateKey)
    await compactVerify(signed, await importJWK(JSON.parse(publicJwk) as JWK, alg))
    return true
  } catch {
    return false
  }
}
