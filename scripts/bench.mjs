// `npm run bench`: builds the measured programs and the benchmark, then measures.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { buildNextApp, buildPages, buildServer, isThere, once } from './build.mjs'
import { bundle } from './bundle.mjs'
import { generate } from './generate.mjs'

/** One round of the rows that other tests do not reach. It shows that they work, not how fast they are. */
const SMALL = [
  ...['--size', '1100', '--rounds', '1', '--seconds', '0.1', '--warm-up', '0.1', '--only'],
  'least for,random over,Next,list of,at 99,walk,introspect,launch:,two processes,matching,UI /portal (patient)',
]

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const NEXT_CONSTANT = 'bench/next-constant'
const sources = ['app', 'next.config.mjs'].map((source) => `${NEXT_CONSTANT}/${source}`)
if (process.argv.includes('--help')) generate()
else {
  await buildServer()
  await buildPages()
  await once('next-constant', [...sources, 'package-lock.json'], isThere(`${NEXT_CONSTANT}/.next/BUILD_ID`), async () =>
    buildNextApp(NEXT_CONSTANT),
  )
}
await bundle({
  entryPoints: [
    'bench/main.ts',
    ...['inserts', 'least/main', 'next', 'server', 'signatures', 'writer'].map((name) => `bench/raw/${name}.ts`),
  ],
  outdir: 'dist/bench',
  outbase: 'bench',
})
const options = process.argv.slice(2).flatMap((option) => (option === '--small' ? SMALL : [option]))
const { status } = spawnSync(process.execPath, ['dist/bench/main.mjs', ...options], { stdio: 'inherit' })
process.exitCode = status ?? 1
