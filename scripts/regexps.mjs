// `npm run regexps`: every regular expression of what runs must take a time that grows with the length of its text, not
// with the square. Those that cannot, or of which a part is known only when they run, are in bounded-regexps.tsv, with
// what bounds their text. Judging all takes two minutes: those that were found linear are in linear-regexps.txt by their
// hashes, to which a run adds what is new, and only the night judges them again (`--anew`).
import './node.mjs'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { isCalled } from './command.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const PLACES = ['app', 'components', 'lib', 'server', 'scripts', 'proxy.ts', 'next.config.js']
const BOUNDED = path.join(root, 'scripts/bounded-regexps.tsv')
const LINEAR = path.join(root, 'scripts/linear-regexps.txt')
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

const rowsOf = (file) => readFileSync(file, 'utf8').split('\n').slice(1).filter(Boolean)
const hashOf = (regexp) => createHash('sha256').update(regexp).digest('hex').slice(0, 16)

/** [file, regular expression] of everything that runs. */
const regexpsThere = () =>
  PLACES.flatMap(filesOf)
    .toSorted()
    .flatMap((file) => regexpsOf(readFileSync(path.join(root, file), 'utf8'), file).map((regexp) => [file, regexp]))

async function main() {
  const isAnew = process.argv.includes('--anew')
  const known = new Set(isAnew ? [] : rowsOf(LINEAR))
  const bounded = new Set(rowsOf(BOUNDED).map((row) => row.split('\t').slice(0, 2).join('\t')))
  const [unused, judged, linear] = [new Set(bounded), new Map(), new Set()]
  const problems = []
  for (const [file, regexp] of regexpsThere()) {
    const [row, hash] = [`${file}\t${regexp}`, hashOf(regexp)]
    unused.delete(row)
    if (bounded.has(row) && !isAnew) continue
    if (!known.has(hash) && !judged.has(regexp)) judged.set(regexp, await problemOf(regexp))
    const problem = judged.get(regexp)
    if (problem === undefined) linear.add(hash)
    if (problem !== undefined && !bounded.has(row)) problems.push(`${file}: ${regexp}: ${problem}`)
    if (problem === undefined && bounded.has(row)) problems.push(`${row}: is linear, take it off the list`)
  }
  for (const row of unused) problems.push(`${row}: is listed, and not there`)
  const head = 'Hashes of the regular expressions that were found linear (scripts/regexps.mjs writes them)'
  writeFileSync(LINEAR, `${[head, ...[...linear].toSorted()].join('\n')}\n`)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.stdout.write(
    `${linear.size} regular expressions, ${judged.size} of them judged now, ${bounded.size} with a bound\n`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (isCalled(import.meta.url)) await main()
