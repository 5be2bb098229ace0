// Restores a backup. The new domain is prepared and verified beside the old one; then names are swapped, and the old
// files stay under other names. Everything that may have been used since the backup (codes, ids, sessions) is revoked.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { syncFile, syncFolder } from '#lib/files/durable-files.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { createAudit } from '../audit/audit.ts'
import { auditChain } from '../audit/chain.ts'
import { restorationAt } from '../audit/restoration.ts'
import type { Config } from '../config/config.ts'
import { keySecret } from '../keys/secrets.ts'
import { asOperatorError } from '../storage/sqlite/file/opening-errors.ts'
import { type CopiedDatabase, openCopy } from '../storage/sqlite/operations/backup.ts'
import { checkBackup, contentProblems } from './check.ts'
import { DATABASE, type Manifest } from './manifest.ts'
import { alone, isInUse, type Staged, stagedIn, swap, unstage } from './staging.ts'

export interface RestoreDeps {
  readonly config: Pick<Config, 'dataDir' | 'databaseFile' | 'publicUrl' | 'idpIdentifierSystem'>
  readonly clock: Clock
  readonly random: Random
  /** True when an existing domain may be put aside. */
  readonly replace: boolean
}

export interface Restored {
  readonly manifest: Manifest
  /** The new names of the old files; empty if there were none. */
  readonly aside: readonly string[]
}

/** Restores a backup. Throws OperatorError; the domain is then unchanged. */
export async function restoreBackup(deps: RestoreDeps, folder: string): Promise<Restored> {
  const { manifest, problems } = await checkBackup(folder)
  if (problems.length > 0) throw notGood(folder, problems)
  const { dataDir } = deps.config
  if (!deps.replace && isInUse(deps.config))
    throw new OperatorError(
      `There is a domain in ${dataDir} already. Say --replace to put it aside, or set DATA_DIR to an empty folder.`,
    )
  const release = alone(deps.config, 'restore again')
  const staged = stagedIn(deps.config)
  try {
    unstage(staged)
    stage(folder, manifest, staged)
    await prepare(deps, manifest, staged)
    return { manifest, aside: swap(deps.config, staged, deps.clock, 'restore') }
  } catch (error) {
    throw asOperatorError(dataDir, error)
  } finally {
    unstage(staged)
    release()
  }
}

const notGood = (folder: string, problems: readonly string[]) =>
  new OperatorError(`${folder} cannot be restored:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)

function stage(folder: string, { files }: Manifest, staged: Staged): void {
  mkdirSync(staged.keys, { mode: 0o700 })
  for (const { name } of files) {
    const target = name === DATABASE ? staged.database : path.join(staged.keys, path.basename(name))
    writeFileSync(target, '', { mode: 0o600, flag: 'wx' })
    copyFileSync(path.join(folder, name), target)
    syncFile(target)
  }
}

/**
 * Migrates the copy, revokes everything that may have been used since the backup, and records the restoration in the
 * copy's audit log.
 */
async function prepare(deps: RestoreDeps, { createdAt, auditHead }: Manifest, staged: Staged): Promise<void> {
  const copy = openCopy(staged.database, { readonly: false })
  try {
    const now = deps.clock()
    copy.migrate(now)
    const problems = await contentProblems(copy, staged.keys, { auditHead })
    if (problems.length > 0) throw notGood('The backup', problems)
    copy.withdraw(Date.parse(createdAt), now)
    record(deps, copy, staged, createdAt)
  } finally {
    copy.close()
  }
  syncFile(staged.database)
  syncFolder(staged.keys)
}

function record(
  { config, clock, random }: RestoreDeps,
  copy: CopiedDatabase,
  { keys }: Staged,
  createdAt: string,
): void {
  const chain = auditChain(keySecret(keys, 'audit', random))
  const refuse = (_facts: object, message: string) => {
    throw new OperatorError(`The restoration could not be recorded (${message}): nothing was restored.`)
  }
  const log = { info: refuse, warn: refuse, error: refuse }
  const { publicUrl: site, idpIdentifierSystem: identifierSystem } = config
  createAudit({
    store: copy.audit(chain),
    chain,
    clock,
    random,
    log,
    identifierSystem,
    clientAddress: () => 'unknown',
  })
    .at(site)
    .record(restorationAt(site, `the domain was put back to a backup of ${createdAt}`))
}
