// Keeps what V8 has compiled of the program in dist/compile-cache, so that the next start need not compile it again
// (nodejs.org/api/module.html#module-compile-cache).
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** To be called before the program is imported. Where that folder cannot be written, everything is compiled as without it. */
export const keepCompiled = () =>
  module.enableCompileCache(fileURLToPath(new URL('../dist/compile-cache', import.meta.url)))
