// `node scripts/bench-lists.mjs NAME [arguments]`: bundles and runs bench/lists/NAME.ts, from the root of the project.
import './on-supported-node.mjs'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'

const [name = ''] = process.argv.splice(2, 1)
if (!/^[a-z-]+$/.test(name)) throw new Error('Say which benchmark of bench/lists/ is to run.')
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const outdir = path.resolve(`dist/bench/${process.pid}`)
process.once('exit', () => rmSync(outdir, { recursive: true, force: true }))
await bundle({
  entryPoints: {
    [name]: `bench/lists/${name}.ts`,
    writer: 'bench/lists/writer.ts',
    'database-thread': 'server/storage/sqlite/threads/database-thread.ts',
  },
  outdir,
})
await import(pathToFileURL(path.join(outdir, `${name}.mjs`)))
