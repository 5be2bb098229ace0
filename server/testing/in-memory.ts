// Where tests keep their databases: in memory where there is room, since half of their time would be waits for the disk.
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ROOM = 4 * 1024 ** 3

/** The folder for temporary files of tests that are not about the disk. */
export function roomiest(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM ? MEMORY : tmpdir()
}
