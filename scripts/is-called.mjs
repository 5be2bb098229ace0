// Tells whether a script was called, or only imported by another.
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Given `import.meta.url`: true if this is the program that Node was given, be it through a symbolic link. */
export function isCalled(url) {
  try {
    return realpathSync(process.argv[1] ?? '') === fileURLToPath(url)
  } catch {
    return false // `node --eval` has no file, and anything as first argument.
  }
}
