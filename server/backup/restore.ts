// Restores a backup. The new domain is prepared and verified beside the old one; then names are swapped, and the old
// files stay under other names. Everything that may have been used since the backup (codes, ids, sessions) is revoked.
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DOMAIN_DEVICE } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { Random } from '#lib/crypto/random.ts'
import { syncFile, syncFolder } from '#lib/files/durable-files.ts'
import { makePrivateFolder } from '#lib/files/folders.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { createAudit } from '../audit/audit.ts'
import { auditChain } from '../audit/chain.ts'
import type { Config } from '../config/config.ts'
import { keySecret } from '../keys/secrets.ts'
import { exclusiveLock } from '../storage/sqlite/file/database-lock.ts'
import { asOperatorError, restoringMark } from '../storage/sqlite/file/opening-errors.ts'
import { type CopiedDatabase, openCopy } from '../storage/sqlite/operations/backup.ts'
import { checkBackup, contentProblems } from './check.ts'
import { DATABASE, KEYS, type Manifest } from './manifest.ts'

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
  const { dataDir, databaseFile } = deps.config
  if (!deps.replace && isInUse(deps.config))
    throw new OperatorError(
      `There is a domain in ${dataDir} already. Say --replace to put it aside, or set DATA_DIR to an empty folder.`,
    )
  const release = alone(deps.config)
  const staged = { database: `${databaseFile}-staged`, keys: path.join(dataDir, `${KEYS}-staged`) }
  const unstage = () => {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${staged.database}${suffix}`, { force: true })
    rmSync(staged.keys, { recursive: true, force: true })
  }
  try {
    unstage()
    stage(folder, manifest, staged)
    await prepare(deps, manifest, staged)
    return { manifest, aside: swap(deps, staged) }
  } catch (error) {
    throw asOperatorError(dataDir, error)
  } finally {
    unstage()
    release()
  }
}

const notGood = (folder: string, problems: readonly string[]) =>
  new OperatorError(`${folder} cannot be restored:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)

const holdsSomething = (file: string) => existsSync(file) && statSync(file).size > 0

const isInUse = ({ dataDir, databaseFile }: RestoreDeps['config']): boolean =>
  holdsSomething(databaseFile) ||
  existsSync(restoringMark(databaseFile)) ||
  (existsSync(path.join(dataDir, KEYS)) && readdirSync(path.join(dataDir, KEYS)).length > 0)

/** Locks out servers and commands until the returned function is called. */
function alone({ dataDir, databaseFile }: RestoreDeps['config']): () => void {
  try {
    makePrivateFolder(dataDir)
    const release = exclusiveLock(databaseFile)
    if (release) return release
  } catch (error) {
    throw asOperatorError(dataDir, error)
  }
  throw new OperatorError(`A server or a command is using ${databaseFile}. Stop it, and restore again.`)
}

interface Staged {
  readonly database: string
  readonly keys: string
}

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
    .record({
      name: 'restoration',
      request: new Request(site),
      client: DOMAIN_DEVICE,
      description: `restoration: the domain was put back to a backup of ${createdAt}; what happened after it is not in this log`,
    })
}

/**
 * Moves the existing files aside and the copy into their place. After an interruption in between, no server starts
 * until the backup is restored again.
 */
function swap({ config: { dataDir, databaseFile }, clock }: RestoreDeps, staged: Staged): readonly string[] {
  const mark = restoringMark(databaseFile)
  const settle = () => {
    syncFolder(dataDir)
    syncFolder(path.dirname(databaseFile))
  }
  writeFileSync(mark, '', { mode: 0o600, flush: true })
  settle()
  const stamp = new Date(clock()).toISOString().replaceAll(/[:.]/g, '-')
  const putAside = (file: string, suffix = ''): readonly string[] => {
    if (!existsSync(`${file}${suffix}`)) return []
    const aside = `${file}.before-restore-${stamp}${suffix}`
    renameSync(`${file}${suffix}`, aside)
    return [aside]
  }
  const keys = path.join(dataDir, KEYS)
  // The old write-ahead log moves with its database: SQLite would apply it to any other database beside it.
  const aside = [...['', '-wal', '-shm'].flatMap((suffix) => putAside(databaseFile, suffix)), ...putAside(keys)]
  renameSync(staged.keys, keys)
  renameSync(staged.database, databaseFile)
  settle()
  rmSync(mark)
  settle()
  return aside
}
