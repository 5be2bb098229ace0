// Stores V8's compiled code of the program in dist/compile-cache, so that the next start need not compile it again
// (nodejs.org/api/module.html#module-compile-cache).
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** Call it before importing the program. If that folder cannot be written, everything is compiled as usual. */
export const keepCompiled = () =>
  module.enableCompileCache(fileURLToPath(new URL('../dist/compile-cache', import.meta.url)))
