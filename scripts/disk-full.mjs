// `npm run test:disk-full`: tests with a disk that is really full. The user must be allowed to mount a file system in
// memory (root on Linux, a container with SYS_ADMIN). Otherwise it explains this and exits with 1, because nothing was
// tested. Arguments go to vitest.
import './on-supported-node.mjs'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = mkdtempSync(path.join(tmpdir(), 'slipway-mount-'))
try {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'pipe' })
  execFileSync('umount', [folder])
} catch (error) {
  process.stderr.write(`Nothing was tested: no file system can be mounted here (${String(error.stderr ?? error.message).trim()}).
Run it as root on Linux. The form that needs no mount is in server/testing/system/faults.test.ts, and part of npm test.\n`)
  process.exit(1)
} finally {
  rmdirSync(folder)
}

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'server/testing/system/disk-full.test.ts', ...process.argv.slice(2)],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
