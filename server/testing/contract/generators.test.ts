// A generator function has a hidden class of its own, which lies among what is old. One that is made for a request keeps all that the
// request holds until the whole heap is collected, although nobody can reach it: as the steps of each write, 18 KB.
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** The generator functions that stand within another function: the files and lines. */
function innerGenerators(file: string, text: string): readonly string[] {
  const found: string[] = []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node, isInner: boolean): void => {
    const isGenerator =
      (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node)) &&
      node.asteriskToken
    if (isGenerator && isInner) found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    ts.forEachChild(node, (child) => visit(child, isInner || ts.isFunctionLike(node)))
  }
  visit(source, false)
  return found
}

it('a generator function stands at the top of its file, never within a function that makes it anew at each call', () => {
  expect(innerGenerators('inner.ts', 'const run = () => {\n  const steps = function* () { yield 1 }\n}')).toEqual([
    'inner.ts:2',
  ])
  expect(innerGenerators('method.ts', 'const run = () => ({ *steps() { yield 1 } })')).toEqual(['method.ts:1'])
  const product = globSync('{lib,server}/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  expect(product.length).toBeGreaterThan(500)
  const texts = product.map((file) => [file, readFileSync(file, 'utf8')] as const)
  const withGenerators = texts.filter(([, text]) => /function\s*\*|^\s+\*\w/m.test(text))
  expect(withGenerators.flatMap(([file, text]) => innerGenerators(file, text))).toEqual([])
})
