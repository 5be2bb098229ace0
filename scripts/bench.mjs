// `npm run bench`: builds what it measures and itself, then measures.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildNextApp, buildPages, buildServer, once } from './build.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
await buildServer()
await buildPages()
const NEXT_CONSTANT = 'bench/next-constant'
const sources = ['app', 'next.config.mjs'].map((source) => `${NEXT_CONSTANT}/${source}`)
await once('next-constant', [...sources, 'package-lock.json'], `${NEXT_CONSTANT}/.next/BUILD_ID`, async () =>
  buildNextApp(NEXT_CONSTANT),
)
await build({
  entryPoints: [
    'bench/main.ts',
    ...['inserts', 'least/main', 'next', 'server', 'signatures'].map((name) => `bench/raw/${name}.ts`),
  ],
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
