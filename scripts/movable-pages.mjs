// Makes the built pages those of any folder: Next gives some packages names of its own, which it finds through links in
// .next/node_modules (npm packs no links), and writes down where it built.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What Next puts behind the name of a package. */
const MARK = /-[0-9a-f]{16}$/

/** Calls packages by their own names in the pages of `root`, and the folder of the build `.`. Throws for a package that is not at the root. */
export function makeMovable(root) {
  const links = path.join(root, '.next/node_modules')
  const names = namesIn(links).map((name) => [name, name.replace(MARK, '')])
  for (const [, name] of names)
    if (!existsSync(path.join(root, 'node_modules', name)))
      throw new Error(`The pages need ${name}, which is not in node_modules.`)
  const server = path.join(root, '.next/server')
  for (const file of readdirSync(server, { recursive: true }).filter((name) => name.endsWith('.js')))
    rewrite(path.join(server, file), names)
  const here = [[JSON.stringify(path.resolve(root)), '"."']]
  for (const end of ['js', 'json']) rewrite(path.join(root, `.next/required-server-files.${end}`), here)
  rmSync(links, { recursive: true, force: true })
}

/** The names of packages in a folder; scopes are subfolders. */
function namesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(folder, name)).map((one) => `${name}/${one}`) : [name],
  )
}

function rewrite(file, changes) {
  const before = readFileSync(file, 'utf8')
  const after = changes.reduce((text, [from, to]) => text.replaceAll(from, to), before)
  if (after !== before) writeFileSync(file, after)
}
