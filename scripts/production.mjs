// The packages whose code runs in production or is delivered to browsers: everything reachable from `dependencies` in
// package-lock.json. npm's own --omit=dev also keeps development packages that another package could use (peerOptional), and loses
// those that development uses as well, such as jose.
//   npm run licences            writes docs/reference/licences.md; with `--check` it only compares
//   npm run sbom                their bill of materials, CycloneDX 1.5
//   npm run prune:production    removes everything else from node_modules: for an image, because only `npm ci` restores it
//   npm run package             builds, and packs everything that runs into slipway-VERSION.tgz, including the built pages, for `npx` and
//                               `npm install`. `-- FOLDER` sets the destination (by default, the current folder); `--built` packs the
//                               existing build
import './node.mjs'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages, buildServer } from './build.mjs'
import { isCalled, npmSync, say } from './command.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const DOCUMENT = path.join(root, 'docs/reference/licences.md')
const LARGEST = 64 * 1024 * 1024

/** Entries of a lock file as { at, name, version, license, resolved, integrity, optional }, by location. */
export function productionPackages({ packages } = read('package-lock.json')) {
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

const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

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

function documentOf(list) {
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

/** The status of `npm run licences`: 1 where a licence is not allowed or, with `--check`, the document is of other packages. */
function licences() {
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

/** The bill of materials as an object. */
function bill() {
  const { status, stdout, stderr } = npmSync(
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { maxBuffer: LARGEST },
  )
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const all = JSON.parse(stdout)
  const { name } = read('package.json') // npm uses the name of the folder.
  const wanted = new Set(productionPackages().map(({ name, version }) => `${name}@${version}`))
  const isWanted = (reference) => wanted.has(reference) || reference === all.metadata.component['bom-ref']
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...all.metadata.component, name } },
    components: all.components.filter((component) => isWanted(component['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => isWanted(ref))
      .map(({ dependsOn = [], ...one }) => ({ ...one, dependsOn: dependsOn.filter(isWanted) })),
  }
}

/** Next can use sharp to resize images. Here it never does (next.config.js: images.unoptimized). */
const UNUSED = /^(sharp|@img\/)/

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

function prune(kept, folder = 'node_modules') {
  for (const place of packagesIn(folder)) {
    if (kept.has(place)) prune(kept, `${place}/node_modules`)
    else rmSync(path.join(root, place), { recursive: true, force: true })
  }
}

/** Also removes what a build keeps for the next one. */
function pruneAll() {
  prune(new Set(productionPackages().flatMap(({ at, name }) => (UNUSED.test(name) ? [] : [at]))))
  for (const one of ['node_modules/.bin', '.next/cache', '.next/dev'])
    rmSync(path.join(root, one), { recursive: true, force: true })
}

/** Packs into a folder; returns the path of the file. */
export function pack(folder) {
  const { devDependencies: _dev, scripts: _scripts, overrides: _overrides, ...description } = read('package.json')
  const [left, files] = [true, false].map((isLeft) => description.files.filter((one) => one.startsWith('!') === isLeft))
  const leftOut = left.map((name) => path.join(root, name.slice(1)))
  const staging = mkdtempSync(path.join(tmpdir(), 'slipway-package-'))
  try {
    for (const name of [...files, 'README.md', 'LICENSE'])
      cpSync(path.join(root, name), path.join(staging, name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !leftOut.includes(file),
      })
    writeFileSync(path.join(staging, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
    const args = ['pack', '--silent', '--pack-destination', path.resolve(folder)]
    const { status, stdout, stderr } = npmSync(args, { cwd: staging })
    if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`)
    return path.join(path.resolve(folder), stdout.trim())
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

async function packBuilt(args) {
  const [folder = '.'] = args.filter((argument) => !argument.startsWith('--'))
  if (!args.includes('--built')) {
    await buildServer()
    await buildPages()
  }
  say(`Packed: ${pack(folder)}`)
}

const COMMANDS = {
  licences: () => {
    process.exitCode = licences()
  },
  sbom: () => process.stdout.write(`${JSON.stringify(bill(), null, 2)}\n`),
  prune: pruneAll,
  pack: () => packBuilt(process.argv.slice(3)),
}

if (isCalled(import.meta.url)) await COMMANDS[process.argv[2]]()
