// `npm run licences`: writes docs/reference/licences.md, the licences of all production packages. `--check` only
// compares. Fails for a package without a licence, or with one that is not allowed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isCalled } from './is-called.mjs'
import { productionPackages } from './production-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const DOCUMENT = path.join(root, 'docs/reference/licences.md')

/** Licences (SPDX) that require no more than a notice. */
const ALLOWED = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'BlueOak-1.0.0',
  'CC0-1.0',
]

/** Packages with another licence, and why they are accepted anyway. */
const EXCEPTIONS = [
  [/^caniuse-lite$/, 'CC-BY-4.0: a table of browsers, read when pages are built; named here'],
  [
    /^@img\/sharp-|^sharp$/,
    'LGPL-3.0-or-later: libvips, an optional library of Next that is linked, never used, and not in the image',
  ],
]

/** The licence in an installed package's own package.json, if the lock file has none. */
function installedLicence({ at }) {
  const file = path.join(root, at, 'package.json')
  if (!existsSync(file)) return undefined
  const { license } = JSON.parse(readFileSync(file, 'utf8'))
  return typeof license === 'string' ? license : license?.type
}

/** True if allowed licences alone can satisfy an SPDX expression. */
export function isAllowed(expression) {
  const alternatives = expression.replace(/[()]/g, '').split(/ or /i)
  return alternatives.some((one) => one.split(/ and /i).every((licence) => ALLOWED.includes(licence.trim())))
}

/** { name, version, licence, problem } for each package; `problem` if it is not allowed. */
export function licencesOf(packages = productionPackages()) {
  return packages.map((entry) => {
    const licence = entry.license ?? installedLicence(entry)
    const exception = EXCEPTIONS.find(([name]) => name.test(entry.name))?.[1]
    const problem = licence === undefined ? 'no licence' : isAllowed(licence) || exception ? undefined : 'not allowed'
    return { name: entry.name, version: entry.version, licence, exception, problem }
  })
}

export function documentOf(list) {
  const rows = [...new Set(list.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`))]
  const used = [...new Set(list.flatMap(({ exception }) => exception ?? []))]
  return `# Licences

What runs in production, or is delivered to browsers, and under which licence. Made by \`npm run licences\` from the lock file; a
test fails where a package is missing here, or has a licence that nobody has allowed. Allowed without a word: ${ALLOWED.join(', ')}.

${used.map((one) => `- Allowed by exception. ${one}.`).join('\n')}

| Package | Version | Licence |
|---|---|---|
${rows.join('\n')}
`
}

function main() {
  const list = licencesOf()
  const problems = list.filter(({ problem }) => problem)
  for (const { name, version, licence, problem } of problems)
    process.stderr.write(`${name} ${version}: ${licence ?? ''} ${problem}\n`)
  const text = documentOf(list)
  if (!process.argv.includes('--check')) writeFileSync(DOCUMENT, text)
  else if (!existsSync(DOCUMENT) || readFileSync(DOCUMENT, 'utf8') !== text) {
    process.stderr.write('docs/reference/licences.md is not what is installed: npm run licences\n')
    return 1
  }
  return problems.length > 0 ? 1 : 0
}

if (isCalled(import.meta.url)) process.exitCode = main()
