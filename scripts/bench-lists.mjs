// `node scripts/bench-lists.mjs NAME [arguments]`: runs bench/lists/NAME.ts, bundled for this run, from the root of the project.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const [name = ''] = process.argv.splice(2, 1)
if (!/^[a-z-]+$/.test(name)) throw new Error('Say which benchmark of bench/lists/ is to run.')
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const outdir = path.resolve(`dist/bench/${process.pid}`)
process.once('exit', () => rmSync(outdir, { recursive: true, force: true }))
await build({
  entryPoints: {
    [name]: `bench/lists/${name}.ts`,
    writer: 'bench/lists/writer.ts',
    'database-thread': 'server/db/database-thread.ts',
  },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
})
await import(pathToFileURL(path.join(outdir, `${name}.mjs`)))
