// Checks the data folder: owner, access by others, free space.
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { type Config, SECRET_SETTINGS } from '../config/config.ts'
import { freeBytes } from '../ops/disk.ts'
import { GROUP_AND_OTHERS, OTHERS, openTo, privateFilesOf, secretFilesOf, statOf } from './file-modes.ts'
import { type Finding, warning, well, wrong } from './finding.ts'
import type { DoctorTexts } from './texts.ts'

const MIB = 1024 * 1024
const GIB = 1024 * MIB
/** Below the first it is an error, below the second a warning; the service itself gives up below 64 MiB. */
const LEAST_FREE = { error: 256 * MIB, warning: 2 * GIB } as const

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
export function ownerFinding({ dataDir }: Config, texts: DoctorTexts): Finding {
  if (isClosed(path.dirname(dataDir))) return wrong('data', texts.dataOutOfReach(dataDir), texts.otherOwnerRemedy)
  const stat = statOf(dataDir)
  if (!stat) return warning('data', texts.noData(dataDir), texts.noDataRemedy)
  const me = process.getuid?.()
  if (me !== undefined && stat.uid !== me)
    return wrong('data', texts.otherOwner(dataDir, stat.uid, me), texts.otherOwnerRemedy)
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return well('data', texts.writable(dataDir))
  } catch {
    return wrong('data', texts.unwritable(dataDir), texts.unwritableRemedy(dataDir))
  }
}

export function fileFindings(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  texts: DoctorTexts,
): readonly Finding[] {
  if (isClosed(path.dirname(config.dataDir)) || isClosed(config.dataDir)) return [] // ownerFinding says so.
  const files = privateFilesOf(config, [...secretFilesOf(env, SECRET_SETTINGS), '.env'])
  const open = openTo(GROUP_AND_OTHERS, files)
  if (open.length === 0) return [well('files', texts.filesPrivate)]
  return open.map(({ file, mode, isFolder }) => {
    const remedy = `chmod ${isFolder ? '700' : '600'} ${file}`
    const octal = `0${mode.toString(8)}`
    return (mode & OTHERS) === 0
      ? warning('files', texts.fileOfGroup(file, octal), remedy)
      : wrong('files', texts.fileOfAll(file, octal), remedy)
  })
}

export async function diskFindings({ dataDir }: Config, texts: DoctorTexts): Promise<readonly Finding[]> {
  const free = await freeBytes(dataDir)
  if (free === undefined) return []
  const text = texts.free(free / GIB)
  if (free < LEAST_FREE.error) return [wrong('disk', text, texts.freeRemedy)]
  return [free < LEAST_FREE.warning ? warning('disk', text, texts.freeRemedy) : well('disk', text)]
}
