// `npm run test:crash`: bundles and runs the harness that kills the server. Options: --kills N (200) --seed S (any).
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'
import { generate } from './generate.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
generate()
await bundle({
  entryPoints: ['server/testing/crash/main.ts'],
  outfile: 'dist/crash/main.mjs',
})
const { status } = spawnSync(process.execPath, ['dist/crash/main.mjs', ...process.argv.slice(2)], { stdio: 'inherit' })
process.exitCode = status ?? 1
