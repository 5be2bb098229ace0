// The built pages find some packages under generated names, through links in .next/node_modules. npm does not pack
// links, so the package contains a list of them, and an installation recreates the links from that.
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const LIST = 'dist/page-packages.json'

/** { 'pino-28069d52': 'pino' }: the names of the links in a build, and the packages that they lead to. */
export function pagePackages(folder = root) {
  const links = path.join(folder, '.next/node_modules')
  if (!existsSync(links)) return {}
  const names = readdirSync(links).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(links, name)).map((one) => `${name}/${one}`) : [name],
  )
  return Object.fromEntries(
    names.map((name) => [name, /node_modules[\\/](.+)$/s.exec(readlinkSync(path.join(links, name)))?.[1] ?? name]),
  )
}

/** The file name of the list in a package. */
export const PAGE_PACKAGES = LIST

/** Creates the missing links of an installed package. Throws if its folder cannot be written. */
export function linkPagePackages() {
  const list = path.join(root, LIST)
  if (!existsSync(list)) return
  for (const [name, target] of Object.entries(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.join(root, '.next/node_modules', name)
    if (existsSync(link)) continue
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(installedAt(target), link, 'junction') // On Windows, a junction needs no special permission.
  }
}

/** Where npm installed a package: beside the package that needs it, or above. */
function installedAt(name) {
  for (let folder = root; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name)
    if (existsSync(place)) return place
  }
  throw new Error(`The package ${name} is not installed beside ${root}.`)
}
