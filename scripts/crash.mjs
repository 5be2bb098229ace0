// `npm run test:crash`: bundles the harness, and lets it kill the server. Options: --kills N (200) --seed S (any).
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { generate } from './generate.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
generate()
await build({
  entryPoints: ['server/testing/crash/main.ts'],
  outfile: 'dist/crash/main.mjs',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
})
const { status } = spawnSync(process.execPath, ['dist/crash/main.mjs', ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = status ?? 1
