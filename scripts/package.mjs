// `npm run package`: builds, and packs everything that runs into slipway-VERSION.tgz, including the built pages, for
// `npx` and `npm install`. `-- FOLDER` sets the destination (by default, the current folder); `--built` packs the
// existing build.
import './node.mjs'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages, buildServer } from './build.mjs'
import { isCalled, npmSync, say } from './command.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const description = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
/** Files to exclude from the package's folders: entries with `!` in the files of package.json. */
const LEFT_OUT = description.files.filter((name) => name.startsWith('!')).map((name) => path.join(root, name.slice(1)))

/** package.json without the parts for building. */
function packaged() {
  const { devDependencies: _dev, scripts: _scripts, overrides: _overrides, ...rest } = description
  return rest
}

/** Packs into a folder; returns the path of the file. */
export function pack(folder) {
  const staging = mkdtempSync(path.join(tmpdir(), 'slipway-package-'))
  const write = (name, value) => writeFileSync(path.join(staging, name), `${JSON.stringify(value, null, 2)}\n`)
  try {
    for (const name of [...description.files.filter((one) => !one.startsWith('!')), 'README.md', 'LICENSE'])
      cpSync(path.join(root, name), path.join(staging, name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !LEFT_OUT.includes(file),
      })
    write('package.json', packaged())
    const args = ['pack', '--silent', '--pack-destination', path.resolve(folder)]
    const { status, stdout, stderr } = npmSync(args, { cwd: staging })
    if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`)
    return path.join(path.resolve(folder), stdout.trim())
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

if (isCalled(import.meta.url)) {
  const [folder = '.'] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  if (!process.argv.includes('--built')) {
    await buildServer()
    await buildPages()
  }
  say(`Packed: ${pack(folder)}`)
}
