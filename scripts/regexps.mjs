// `npm run regexps`: every regular expression of what runs must take a time that grows with the length of its text, not
// with the square. Those that cannot, or of which a part is known only when they run, are in bounded-regexps.tsv, with
// what bounds their text. A verdict is kept in node_modules/.cache: the first run takes a minute or two.
import './on-supported-node.mjs'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { isCalled } from './is-called.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const PLACES = ['app', 'components', 'lib', 'server', 'scripts', 'proxy.ts', 'instrumentation.ts', 'next.config.js']
const BOUNDED = path.join(root, 'scripts/bounded-regexps.tsv')
const CACHE = path.join(root, 'node_modules/.cache/regexps.json')
/** Enough for the slowest on a busy machine: no verdict depends on how long it takes. */
const UNHURRIED = { timeout: 600_000 }

/** The regular expressions of a source text, as literals; a `new RegExp` whose text is not constant as its source. */
export function regexpsOf(text, file = 'x.tsx') {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const constants = new Map()
  const found = []
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer)
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp')
      found.push(literalOf(node, constants) ?? node.getText())
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function literalOf({ arguments: [pattern, flags] }, constants) {
  const [body, letters] = [textOf(pattern, constants), flags ? textOf(flags, constants) : '']
  return body === undefined || letters === undefined ? undefined : `/${body}/${letters}`
}

/** The text of an expression made of constants of its file; undefined for any other. */
function textOf(node, constants) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node) && constants.has(node.text)) return textOf(constants.get(node.text), constants)
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') return rawOf(node.template, constants)
  return ts.isTemplateExpression(node) ? joined(node, constants, ({ text }) => text) : undefined
}

const rawOf = (template, constants) =>
  ts.isTemplateExpression(template)
    ? joined(template, constants, ({ rawText }) => rawText)
    : (template.rawText ?? template.text)

function joined({ head, templateSpans }, constants, said) {
  const parts = templateSpans.flatMap(({ expression, literal }) => [textOf(expression, constants), said(literal)])
  return parts.includes(undefined) ? undefined : [said(head), ...parts].join('')
}

/** What makes a regular expression unsafe; undefined for one that is linear. */
export async function problemOf(regexp) {
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(regexp) ?? []
  if (source === undefined) return 'a part of it is known only when it runs'
  process.env.RECHECK_SYNC_BACKEND = 'pure' // The same verdict on every machine.
  const { checkSync } = await import('recheck')
  const { status, complexity, attack, error } = checkSync(source, flags, UNHURRIED)
  if (status === 'safe') return undefined
  return status === 'unknown' ? `not judged: ${error.kind}` : `${complexity.summary}: ${attack.pattern.slice(0, 200)}`
}

const isOurs = (file) => /\.(ts|tsx|mjs|js)$/.test(file) && !/\.(test|d)\.|(^|\/)testing\//.test(file)

function filesOf(place) {
  if (isOurs(place)) return [place]
  const inside = readdirSync(path.join(root, place), { recursive: true, withFileTypes: true })
  return inside
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter(isOurs)
}

function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'))
  } catch {
    return {}
  }
}

const rowsOf = (text) => text.split('\n').slice(1).filter(Boolean)

async function main() {
  const kept = readCache()
  const judged = {}
  const bounded = rowsOf(readFileSync(BOUNDED, 'utf8')).map((row) => row.split('\t'))
  const unused = new Set(bounded.map(([file, regexp]) => `${file}\t${regexp}`))
  const problems = []
  for (const file of PLACES.flatMap(filesOf).toSorted())
    for (const regexp of regexpsOf(readFileSync(path.join(root, file), 'utf8'), file)) {
      const isListed =
        unused.delete(`${file}\t${regexp}`) || bounded.some((row) => row[0] === file && row[1] === regexp)
      judged[regexp] ??= regexp in kept ? kept[regexp] : ((await problemOf(regexp)) ?? 'linear')
      if (judged[regexp] !== 'linear' && !isListed) problems.push(`${file}: ${regexp}: ${judged[regexp]}`)
      if (judged[regexp] === 'linear' && isListed) problems.push(`${file}: ${regexp}: is linear, take it off the list`)
    }
  for (const row of unused) problems.push(`${row}: is listed, and not there`)
  mkdirSync(path.dirname(CACHE), { recursive: true })
  writeFileSync(CACHE, JSON.stringify(judged))
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.stdout.write(`${Object.keys(judged).length} regular expressions, ${bounded.length} with a bound\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (isCalled(import.meta.url)) await main()
