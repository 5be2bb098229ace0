// Launches each sample app whose toolchain is installed, against its own demo domain, and lists the others. Not part of
// `npm test`, which must pass with Node alone and launches only the Node sample.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.mjs'
import { generate } from './generate.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const outfile = path.join(root, 'dist', 'testing', `samples-${process.pid}.mjs`)
generate()
await bundle({
  entryPoints: ['server/testing/sample-check.ts'],
  outfile,
})
const { status } = spawnSync(process.execPath, [outfile], { cwd: root, stdio: 'inherit' })
rmSync(outfile, { force: true })
process.exit(status ?? 1)
