// `npm run soak`: builds the load and the server, with its pages unless `--no-pages` is given, then runs them. `--help`
// lists the options.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildPages, buildServer } from './build.mjs'
import { bundle } from './bundle.mjs'
import { generate } from './generate.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (!['--no-pages', '--help', '-h'].some((option) => process.argv.includes(option))) {
  await buildServer()
  await buildPages()
}
generate()
await bundle({
  entryPoints: {
    main: 'bench/soak/main.ts',
    server: 'bench/soak/server.ts',
    'database-thread': 'server/storage/sqlite/threads/database-thread.ts',
  },
  outdir: 'dist/soak',
})
const { status } = spawnSync(process.execPath, ['dist/soak/main.mjs', ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = status ?? 1
