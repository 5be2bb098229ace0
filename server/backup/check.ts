// Verifies a backup: its files are the listed ones, the database is sound, its keys sign, its audit log verifies.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { auditChain } from '../audit/chain.ts'
import { verifyLog } from '../audit/verify.ts'
import { migrationNames } from '../storage/migrations.ts'
import { type CopiedDatabase, openCopy } from '../storage/sqlite/operations/backup.ts'
import { keyFileProblems } from './key-files.ts'
import { DATABASE, fileProblems, KEYS, type Manifest, readManifest } from './manifest.ts'

export interface CheckedBackup {
  readonly manifest: Manifest
  /** One sentence each; none when the backup is good. */
  readonly problems: readonly string[]
  /** True when the audit log was verified; the log of an older version is verified when it is restored. */
  readonly auditVerified: boolean
}

/** Reads a whole backup without changing it. Throws OperatorError when it is no backup at all. */
export async function checkBackup(folder: string): Promise<CheckedBackup> {
  const manifest = readManifest(folder)
  const files = await fileProblems(folder, manifest)
  const unknown = newerProblems(manifest)
  // A file that is not the one that was written is not looked into.
  if (files.length > 0 || unknown.length > 0)
    return { manifest, problems: [...files, ...unknown], auditVerified: false }
  const copy = openCopy(path.join(folder, DATABASE))
  try {
    const auditVerified = copy.isCurrent()
    const problems = await contentProblems(copy, path.join(folder, KEYS), auditVerified ? manifest : undefined)
    return { manifest, problems, auditVerified }
  } finally {
    copy.close()
  }
}

const newerProblems = ({ migrations, version }: Manifest): readonly string[] => {
  const known = migrationNames(path.resolve('prisma/migrations'))
  return migrations.every((name) => known.includes(name))
    ? []
    : [`It was made by a newer version of Slipway (${version}): restore it with that one`]
}

/** The problems of a copy's database and keys; its audit log is recomputed up to a known head. */
export async function contentProblems(
  copy: CopiedDatabase,
  keyFolder: string,
  audit: Pick<Manifest, 'auditHead'> | undefined,
): Promise<readonly string[]> {
  const damage = copy.problems()
  if (damage.length > 0) return damage
  return [
    ...keyFileProblems(keyFolder, copy.signingKeys()),
    ...(audit ? await auditProblems(copy, keyFolder, audit) : []),
  ]
}

async function auditProblems(
  copy: CopiedDatabase,
  keyFolder: string,
  { auditHead }: Pick<Manifest, 'auditHead'>,
): Promise<readonly string[]> {
  if (auditHead === null) return []
  const chain = auditChain(readFileSync(path.join(keyFolder, 'audit.secret'), 'utf8'))
  const { problems } = await verifyLog(copy.audit(chain), chain, auditHead)
  return problems.length === 0
    ? []
    : [`The audit log does not hold: ${problems.length} of its events are not what was recorded`]
}
