// `delete` and `reset`: removes one resource, or everything.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { isOfAuditLog } from '#lib/audit/audit.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import type { Config } from '../config/config.ts'
import { exclusiveLock } from '../storage/sqlite/file/database-lock.ts'
import type { CommandContext } from './context.ts'
import { onFile } from './on-file.ts'
import { CommandFailed, CommandUsage, result } from './output.ts'

/** Makes a tombstone version: a read is 410 from now on, earlier versions stay readable. */
export async function deleteResource(
  { domain, json }: CommandContext,
  _options: unknown,
  [text = '']: readonly string[],
): Promise<void> {
  const reference = parseReference(text)
  if (!reference) throw new CommandUsage(`${text} is not a reference such as Patient/7.`)
  if (isOfAuditLog(reference.type, reference.id))
    throw new CommandFailed(
      `${text} belongs to the audit log, which is append-only: nothing in it can be changed or deleted.`,
    )
  if (!(await domain.resources.delete(reference.type, reference.id, domain.clock())))
    throw new CommandFailed(`There is no ${text}.`)
  result(json, { deleted: text }, `${text} is deleted.`)
}

/** Deletes the database and the keys, which must not be in use. Other files of DATA_DIR are untouched. */
export function resetDomain(config: Config, { yes, json = false }: { yes?: boolean; json?: boolean }): void {
  const { dataDir, databaseFile, publicUrl } = onFile(config, 'stop every process, and drop and create the database.')
  if (!yes)
    throw new CommandUsage(
      `This deletes all data and keys of ${publicUrl} in ${dataDir}. Stop the server and add --yes.`,
    )
  const release = exclusiveLock(databaseFile)
  if (!release)
    throw new CommandFailed(`A server or a command is using ${databaseFile}. Stop it first; nothing was deleted.`)
  try {
    for (const suffix of ['', '-wal', '-shm', '-users']) rmSync(`${databaseFile}${suffix}`, { force: true })
    rmSync(path.join(dataDir, 'keys'), { recursive: true, force: true })
  } finally {
    release()
  }
  result(json, { reset: dataDir }, `${dataDir} is empty. The next start creates a new domain.`)
}
