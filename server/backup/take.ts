// Makes a backup while servers run: a snapshot of the database, and the keys that belong to it.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '#lib/clock.ts'
import { syncFile, syncFolder, writeDurably } from '#lib/files/durable-files.ts'
import { makePrivateFolder } from '#lib/files/folders.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { auditChain } from '../audit/chain.ts'
import { verifyLog } from '../audit/verify.ts'
import type { Config } from '../config/config.ts'
import { VERSION } from '../config/version.ts'
import { asOperatorError } from '../storage/sqlite/file/opening-errors.ts'
import { copyDatabase, openCopy } from '../storage/sqlite/operations/backup.ts'
import { filesInUse, keyFileProblems, readKeyFiles } from './key-files.ts'
import { DATABASE, describe, KEYS, MANIFEST, type Manifest, manifestText } from './manifest.ts'

type Domain = Pick<Config, 'dataDir' | 'databaseFile'>

/**
 * Makes a backup in a new folder, for its owner alone; its list of files is written last. Reads everything back, so
 * that the new backup is known to be good. Throws OperatorError, and leaves nothing behind then.
 */
export async function takeBackup(domain: Domain, folder: string, clock: Clock): Promise<Manifest> {
  if (!existsSync(domain.databaseFile))
    throw new OperatorError(`${domain.databaseFile} is not there: set DATA_DIR to the folder of the domain.`)
  makeFolder(folder)
  try {
    return await written(domain, folder, clock)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw asOperatorError(folder, error)
  }
}

/** A folder for a backup: a new one, or an empty one. */
function makeFolder(folder: string): void {
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0))
    throw new OperatorError(`${folder} is there already, and not empty. Name a new folder for each backup.`)
  try {
    makePrivateFolder(folder)
    makePrivateFolder(path.join(folder, KEYS))
  } catch (error) {
    if (isRefused(error))
      throw new OperatorError(
        `${folder} cannot be made by this user. Make a folder for backups that belongs to the user who runs this command, and name a new folder in it.`,
        { cause: error },
      )
    throw asOperatorError(folder, error)
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))

async function written({ dataDir, databaseFile }: Domain, folder: string, clock: Clock): Promise<Manifest> {
  const keyFolder = path.join(dataDir, KEYS)
  // Read before and after the copy: a key file is created before its row and deleted with it, so every key of the copy is in one of
  // the two.
  const before = readKeyFiles(keyFolder)
  const createdAt = new Date(clock()).toISOString()
  copyDatabase(databaseFile, path.join(folder, DATABASE))
  syncFile(path.join(folder, DATABASE))
  const files = new Map([...before, ...readKeyFiles(keyFolder)])
  const copy = openCopy(path.join(folder, DATABASE))
  try {
    for (const [name, content] of filesInUse(files, copy.signingKeys()))
      writeDurably(path.join(folder, KEYS, name), content)
    const problems = [...copy.problems(), ...keyFileProblems(path.join(folder, KEYS), copy.signingKeys())]
    if (problems.length > 0)
      throw new OperatorError(
        `The backup would not be whole, so it was not made:\n${problems.map((one) => `  - ${one}`).join('\n')}`,
      )
    const secret = files.get('audit.secret')?.toString('utf8')
    const head = secret !== undefined && copy.isCurrent() ? await headOf(copy, secret) : null
    const names = [DATABASE, ...readKeyNames(folder)]
    const listed = await Promise.all(names.map((name) => describe(folder, name)))
    const manifest = { version: VERSION, createdAt, migrations: [...copy.migrations()], auditHead: head, files: listed }
    writeDurably(path.join(folder, MANIFEST), manifestText(manifest))
    syncFolder(path.dirname(folder))
    return { format: 'slipway-backup-1', ...manifest }
  } finally {
    copy.close()
  }
}

const readKeyNames = (folder: string) => readdirSync(path.join(folder, KEYS)).map((name) => `${KEYS}/${name}`)

async function headOf(copy: ReturnType<typeof openCopy>, secret: string): Promise<string | null> {
  const chain = auditChain(secret)
  const { head, problems } = await verifyLog(copy.audit(chain), chain)
  if (problems.length > 0)
    throw new OperatorError('The audit log does not hold, so no backup was made: see "./bin/slipway audit verify".')
  return head
}
