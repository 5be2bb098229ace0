// `npm run prune:production`: removes everything from node_modules that production does not run, and what a build keeps
// for the next one. It is meant for an image, because only `npm ci` restores it.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { productionPackages } from './production-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Next can use sharp to resize images. Here it never does (next.config.js: images.unoptimized). */
const UNUSED = /^(sharp|@img\/)/

const kept = new Set(productionPackages().flatMap(({ at, name }) => (UNUSED.test(name) ? [] : [at])))

/** Packages in a folder of packages; scopes are subfolders. */
function packagesIn(folder) {
  const base = path.join(root, folder)
  if (!existsSync(base)) return []
  return readdirSync(base, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      name.startsWith('@')
        ? readdirSync(path.join(base, name)).map((one) => `${folder}/${name}/${one}`)
        : [`${folder}/${name}`],
    )
}

function prune(folder) {
  for (const place of packagesIn(folder)) {
    if (kept.has(place)) prune(`${place}/node_modules`)
    else rmSync(path.join(root, place), { recursive: true, force: true })
  }
}

prune('node_modules')
for (const one of ['node_modules/.bin', '.next/cache', '.next/dev'])
  rmSync(path.join(root, one), { recursive: true, force: true })
