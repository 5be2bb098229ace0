// Checks the signing keys: they must exist, match their published halves, and not be too old.
import { CompactSign, compactVerify, importJWK, type JWK } from 'jose'
import { DAY } from '#lib/clock.ts'
import type { Config } from '../config/config.ts'
import type { SigningKeyRow } from '../keys/store.ts'
import { inspected } from '../storage/inspect.ts'
import { type Finding, warning, well, wrong } from './finding.ts'
import { keptKeys, placeOf } from './kept-keys.ts'
import type { DoctorTexts } from './texts.ts'

/** A key is replaced once a year: NIST SP 800-57 part 1 §5.3.6 gives private signature keys one to three years. */
const OLD_MS = 365 * DAY

export async function keyFindings(config: Config, now: number, texts: DoctorTexts): Promise<readonly Finding[]> {
  let rows: readonly SigningKeyRow[]
  let kept: Kept['kept']
  try {
    kept = await keptKeys(config)
    rows = (await inspected(config, async (database) => database.signingKeys())) ?? []
  } catch {
    return [] // Problems of the database have been reported before.
  }
  const signing = rows.filter(({ status }) => status === 'active' || status === 'next')
  const findings = await Promise.all(signing.map((row) => keyFinding({ config, kept, row, now, texts })))
  return findings.length > 0 ? findings : [well('keys', texts.noKeys)]
}

interface Kept {
  readonly config: Config
  readonly kept: Awaited<ReturnType<typeof keptKeys>>
  readonly row: SigningKeyRow
  /** Epoch milliseconds. */
  readonly now: number
  readonly texts: DoctorTexts
}

async function keyFinding({ config, kept, row, now, texts }: Kept): Promise<Finding> {
  const { kid, owner, createdAt } = row
  const what = { kind: 'key', name: kid } as const
  const name = `${owner} ${kid.slice(0, 8)}…`
  if (!(await isPair(() => kept(what), row)))
    return wrong('keys', texts.keyBroken(name), texts.keyBrokenRemedy(placeOf(config, what), kid))
  const days = Math.floor((now - createdAt) / DAY)
  if (now - createdAt > OLD_MS)
    return warning('keys', texts.keyOld(name, days), `./bin/slipway keys rotate --owner ${owner}`)
  return well('keys', texts.keySigns(name, days))
}

/** Signs with the private half and verifies with the public one. */
async function isPair(read: () => string | undefined, { publicJwk, alg }: SigningKeyRow): Promise<boolean> {
  try {
    const privateKey = await importJWK(JSON.parse(read() ?? '') as JWK, alg)
    const signed = await new CompactSign(Buffer.from('doctor')).setProtectedHeader({ alg }).sign(privateKey)
    await compactVerify(signed, await importJWK(JSON.parse(publicJwk) as JWK, alg))
    return true
  } catch {
    return false
  }
}
