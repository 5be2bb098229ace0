// `npm run bench`: builds what it measures and itself, then measures.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildPages, buildServer } from './build.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
await buildServer()
await buildPages()
const { build } = await import('esbuild')
await build({
  entryPoints: ['bench/main.ts', 'bench/raw/server.ts', 'bench/raw/signatures.ts'],
  outdir: 'dist/bench',
  outbase: 'bench',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
})
const { status } = spawnSync(process.execPath, ['dist/bench/main.mjs', ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = status ?? 1
