// Free space on the disk of the data folder.
import { statfs } from 'node:fs/promises'

/** Free bytes on a folder's disk, for users other than root; undefined when the machine does not tell. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
