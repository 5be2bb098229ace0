// Makes folders that only their owner can enter.
import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'

const OWNER_ONLY = 0o700

/** Error codes of a system that makes no folder of that name there, whoever asks. */
const NOT_THERE = new Set(['ENOENT', 'ENAMETOOLONG', 'ELOOP'])

/**
 * Makes a folder and those that it lies in, for their owner alone (0700), where they are not there. Throws OperatorError where the
 * system makes none there, as below /proc, and otherwise what the system says.
 *
 * Node's own `recursive` asks for the folder above after ENOENT, again and again where that one is there: below /proc it never ends.
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
