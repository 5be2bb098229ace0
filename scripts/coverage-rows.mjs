// `npm run coverage:rows`: which conformance rows have a test that carries their id, and which do not.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const TEST_FILE = /\.(test|spec)\.tsx?$/
const ROW_ID = /\b([A-Z]{3}-\d{2})\b/g

const rows = readFileSync(path.join(root, 'docs/reference/conformance-rows.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

const testsOf = new Map()
for (const folder of ['lib', 'server', 'components', 'e2e', 'scripts']) collect(path.join(root, folder))

function collect(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) collect(file)
    else if (TEST_FILE.test(entry.name))
      for (const title of titlesIn(readFileSync(file, 'utf8'))) note(title, path.relative(root, file))
  }
}

/** The titles of tests: first string argument of it, test, describe, and their .each forms. */
function titlesIn(source) {
  return [
    ...source.matchAll(
      /\b(?:it|test|describe)(?:\.each)?\b[^'"`]{0,400}?(['"`])((?:\\.|(?!\1)[\s\S])*?[A-Z]{3}-\d{2}(?:\\.|(?!\1)[\s\S])*?)\1/g,
    ),
  ].map(([, , title]) => title)
}

function note(title, file) {
  for (const [, id] of title.matchAll(ROW_ID)) testsOf.set(id, new Set([...(testsOf.get(id) ?? []), file]))
}

const without = rows.filter(([id]) => !testsOf.has(id))
for (const [id, level] of rows)
  process.stdout.write(
    `${testsOf.has(id) ? 'test' : '  - '}  ${id}  ${level.padEnd(12)} ${[...(testsOf.get(id) ?? [])].join(', ')}\n`,
  )
process.stdout.write(`\n${rows.length - without.length} of ${rows.length} rows have a test.\n`)
