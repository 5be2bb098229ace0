// Makes folders that only their owner can enter.
import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'

const OWNER_ONLY = 0o700

/** Error codes of a system that cannot create a folder of that name there, for anybody. */
const NOT_THERE = new Set(['ENOENT', 'ENAMETOOLONG', 'ELOOP'])

/**
 * Makes a folder and its missing parents, for their owner alone (0700). Throws OperatorError when the system allows
 * none there, as below /proc, and otherwise the system's error.
 *
 * Node's own `recursive` tries the parent after ENOENT, again and again when the parent exists: below /proc it never
 * ends.
 */
export function makePrivateFolder(folder: string): void {
  const missing: string[] = []
  for (let at = path.resolve(folder); !existsSync(at) && at !== path.dirname(at); at = path.dirname(at))
    missing.unshift(at)
  try {
    if (missing.length === 0 && !statSync(folder).isDirectory()) mkdirSync(folder) // Throws EEXIST.
    for (const one of missing) makeOne(one)
  } catch (cause) {
    if (!NOT_THERE.has((cause as NodeJS.ErrnoException).code ?? '')) throw cause
    throw new OperatorError(
      `${folder} cannot be made: the system takes no folder of that name there. Name another one.`,
      {
        cause,
      },
    )
  }
}

/** Makes one folder, unless another process was first. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: OWNER_ONLY })
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
