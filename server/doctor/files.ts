// Checks the data folder: owner, access by others, free space.
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { type Config, SECRET_SETTINGS } from '../config/config.ts'
import { freeBytes } from '../ops/disk.ts'
import { GROUP_AND_OTHERS, OTHERS, openTo, privateFilesOf, secretFilesOf, statOf } from './file-modes.ts'
import { type Finding, warning, well, wrong } from './finding.ts'

const MIB = 1024 * 1024
const GIB = 1024 * MIB
/** Below the first it is an error, below the second a warning; the service itself gives up below 64 MiB. */
const LEAST_FREE = { error: 256 * MIB, warning: 2 * GIB } as const

const AS_OWNER = 'Run every command as the user of the service, for instance: sudo -u slipway ./bin/slipway doctor'

/** A folder that is there, and that this user may not enter. */
function isClosed(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES'
  }
}

/** Checks that the doctor runs as the owner of the data, as the service does. */
export function ownerFinding({ dataDir }: Config): Finding {
  if (isClosed(path.dirname(dataDir)))
    return wrong('data', `${dataDir} is in a folder that this user may not enter: nothing was looked at.`, AS_OWNER)
  const stat = statOf(dataDir)
  if (!stat) return warning('data', `${dataDir} is not there yet.`, 'The first start makes it.')
  const me = process.getuid?.()
  if (me !== undefined && stat.uid !== me)
    return wrong(
      'data',
      `${dataDir} belongs to user ${stat.uid}, and this is user ${me}: database and keys were not looked at.`,
      AS_OWNER,
    )
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return well('data', `${dataDir} can be written.`)
  } catch {
    return wrong('data', `${dataDir} cannot be written.`, `chmod 700 ${dataDir}, and mount it for reading and writing.`)
  }
}

export function fileFindings(config: Config, env: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  if (isClosed(path.dirname(config.dataDir)) || isClosed(config.dataDir)) return [] // ownerFinding says so.
  const files = privateFilesOf(config, [...secretFilesOf(env, SECRET_SETTINGS), '.env'])
  const open = openTo(GROUP_AND_OTHERS, files)
  if (open.length === 0) return [well('files', 'Database, keys and secrets are for their owner alone.')]
  return open.map(({ file, mode, isFolder }) => {
    const remedy = `chmod ${isFolder ? '700' : '600'} ${file}`
    const text = `${file} has mode 0${mode.toString(8)}`
    return (mode & OTHERS) === 0
      ? warning('files', `${text}: its group can reach it.`, remedy)
      : wrong('files', `${text}: everybody on this machine can reach it.`, remedy)
  })
}

export async function diskFindings({ dataDir }: Config): Promise<readonly Finding[]> {
  const free = await freeBytes(dataDir)
  if (free === undefined) return []
  const text = `${(free / GIB).toFixed(1)} GiB are free where the data lies.`
  const remedy = 'Make room: the write-ahead log and a backup need as much as the database.'
  if (free < LEAST_FREE.error) return [wrong('disk', text, remedy)]
  return [free < LEAST_FREE.warning ? warning('disk', text, remedy) : well('disk', text)]
}
