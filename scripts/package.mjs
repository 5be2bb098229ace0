// `npm run package`: builds, and puts what runs into one file, slipway-VERSION.tgz, for `npx` and `npm install`, with the built
// pages. `-- FOLDER` says where to (here by default); `--built` packs the build that there is.
import './on-supported-node.mjs'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages, buildServer } from './build.mjs'
import { PAGE_PACKAGES, pagePackages } from './page-packages.mjs'
import { productionPackages } from './production-packages.mjs'
import { say } from './say.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const description = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
/** What lies in the folders of the package and is not of it: `!` in the files of package.json. */
const LEFT_OUT = description.files.filter((name) => name.startsWith('!')).map((name) => path.join(root, name.slice(1)))

/** Packages of which `overrides` says what they are to use: npm heeds that where it is at home, not in what somebody installs. */
const overridden = productionPackages().filter(({ dependencies = {} }) =>
  Object.keys(description.overrides).some((name) => name in dependencies),
)

/**
 * The description without what is for those who build. Packages that were made to use others are part of the file; npm installs
 * nothing for what is in a file already, so what they need is needed by the whole.
 */
function packaged() {
  const { devDependencies: _dev, scripts: _scripts, overrides: _overrides, ...rest } = description
  const theirs = Object.assign({}, ...overridden.map(({ dependencies }) => dependencies))
  const dependencies = { ...theirs, ...rest.dependencies }
  return { ...rest, dependencies, bundleDependencies: overridden.map(({ name }) => name) }
}

/** A package that says itself what `overrides` says of it. */
function withOverrides(text) {
  const its = JSON.parse(text)
  const ours = Object.keys(description.overrides).filter((name) => name in its.dependencies)
  const dependencies = {
    ...its.dependencies,
    ...Object.fromEntries(ours.map((name) => [name, description.dependencies[name]])),
  }
  return { ...its, dependencies }
}

/** Packs into a folder; the path of the file. */
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
    for (const { at } of overridden) {
      cpSync(path.join(root, at), path.join(staging, at), { recursive: true })
      write(`${at}/package.json`, withOverrides(readFileSync(path.join(root, at, 'package.json'), 'utf8')))
    }
    write(PAGE_PACKAGES, pagePackages())
    const args = ['pack', '--silent', '--pack-destination', path.resolve(folder)]
    const { status, stdout, stderr } = spawnSync('npm', args, {
      cwd: staging,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`)
    return path.join(path.resolve(folder), stdout.trim())
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = '.'] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  if (!process.argv.includes('--built')) {
    await buildServer()
    await buildPages()
  }
  say(`Packed: ${pack(folder)}`)
}
