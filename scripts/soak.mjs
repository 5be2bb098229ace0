// `npm run soak`: builds the server, with its pages unless `--no-pages`, and the load, then runs it. `--help` tells the options.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildPages, buildServer } from './build.mjs'
import { generate } from './generate.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
if (!['--no-pages', '--help', '-h'].some((option) => process.argv.includes(option))) {
  await buildServer()
  await buildPages()
}
generate()
await build({
  entryPoints: {
    main: 'bench/soak/main.ts',
    server: 'bench/soak/server.ts',
    'database-thread': 'server/db/database-thread.ts',
  },
  outdir: 'dist/soak',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
})
const { status } = spawnSync(process.execPath, ['dist/soak/main.mjs', ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = status ?? 1
