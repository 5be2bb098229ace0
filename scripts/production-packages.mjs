// Lists the packages whose code runs in production or is delivered to browsers: everything reachable from
// `dependencies` in package-lock.json. npm's own --omit=dev also keeps development packages that another package could
// use (peerOptional).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Entries of a lock file as { at, name, version, license, resolved, integrity, optional }, by location. */
export function productionPackages({ packages } = readLock()) {
  const found = new Map()
  const visit = (at, name, optional) => {
    const place = placeOf(packages, at, name)
    if (place === undefined) {
      if (optional) return
      throw new Error(`${name}, which ${at || 'the project'} needs, is not in the lock file.`)
    }
    if (found.has(place)) return
    const entry = packages[place]
    found.set(place, { at: place, name, ...entry })
    follow(place, entry)
  }
  const follow = (
    at,
    { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} },
  ) => {
    for (const name of Object.keys(dependencies)) visit(at, name, name in optionalDependencies)
    for (const name of Object.keys(optionalDependencies)) visit(at, name, true)
    for (const name of Object.keys(peerDependencies)) if (!peerDependenciesMeta[name]?.optional) visit(at, name, false)
  }
  const { dependencies } = packages['']
  for (const name of Object.keys(dependencies)) visit('', name, false)
  return [...found.values()].sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** The location of a package that the one at a location imports: the nearest node_modules, from its own outwards. */
function placeOf(packages, at, name) {
  const parts = at === '' ? [] : at.split('/node_modules/')
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const place = [...parts.slice(0, depth), name].join('/node_modules/')
    const whole = depth === 0 ? `node_modules/${name}` : place
    if (packages[whole]) return whole
  }
  return undefined
}

export const readLock = () => JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
