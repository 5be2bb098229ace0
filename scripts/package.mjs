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
import { productionPackages } from './production.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const description = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
/** Files to exclude from the package's folders: entries with `!` in the files of package.json. */
const LEFT_OUT = description.files.filter((name) => name.startsWith('!')).map((name) => path.join(root, name.slice(1)))

/**
 * Packages whose dependencies `overrides` replaces. npm applies overrides only in this project, not where the package
 * is installed.
 */
const overridden = productionPackages().filter(({ dependencies = {} }) =>
  Object.keys(description.overrides).some((name) => name in dependencies),
)

/**
 * package.json without the parts for building. Packages with replaced dependencies are bundled in the file. npm
 * installs nothing for a bundled package, so the whole declares what they need.
 */
function packaged() {
  const { devDependencies: _dev, scripts: _scripts, overrides: _overrides, ...rest } = description
  const theirs = Object.assign({}, ...overridden.map(({ dependencies }) => dependencies))
  const dependencies = { ...theirs, ...rest.dependencies }
  return { ...rest, dependencies, bundleDependencies: overridden.map(({ name }) => name) }
}

/** The package.json of a package, with the overridden dependencies written into it. */
function withOverrides(text) {
  const its = JSON.parse(text)
  const ours = Object.keys(description.overrides).filter((name) => name in its.dependencies)
  const dependencies = {
    ...its.dependencies,
    ...Object.fromEntries(ours.map((name) => [name, description.dependencies[name]])),
  }
  return { ...its, dependencies }
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
    for (const { at } of overridden) {
      cpSync(path.join(root, at), path.join(staging, at), { recursive: true })
      write(`${at}/package.json`, withOverrides(readFileSync(path.join(root, at, 'package.json'), 'utf8')))
    }
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
