// `npm run types`, after tsc: promises that nobody awaits. Every call of storage returns one. A statement that drops it runs too
// late, or fails silently, and an assertion about the promise itself proves nothing.
import './node.mjs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OURS = /^(bench|lib|server)\//
/** Methods that handle a promise. */
const HANDLED = /\.(catch|then|finally)$/

const configFile = path.join(ROOT, 'tsconfig.json')
const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => process.exit(1) }
const config = ts.getParsedCommandLineOfConfigFile(configFile, { noEmit: true }, host)
if (!config) throw new Error(`${configFile} cannot be read`)
const program = ts.createProgram(config.fileNames, config.options)
const checker = program.getTypeChecker()

const isPromise = (type) =>
  type.isUnion() ? type.types.some(isPromise) : checker.getPropertyOfType(type, 'then') !== undefined
const givesPromise = (node) => isPromise(checker.getTypeAtLocation(node))
const elementsOf = (type) =>
  checker.isArrayType(type) || checker.isTupleType(type) ? checker.getTypeArguments(type) : []

/** A statement that calls a function and drops its promise. */
const isDropped = (node) =>
  ts.isExpressionStatement(node) &&
  ts.isCallExpression(node.expression) &&
  !HANDLED.test(node.expression.expression.getText()) &&
  givesPromise(node.expression)

/** `expect(promise)` with a matcher for values. */
function isExpected(node) {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'expect') return false
  const [argument] = node.arguments
  const matcher = ts.isPropertyAccessExpression(node.parent) ? node.parent.name.text : ''
  if (!argument || matcher === 'resolves' || matcher === 'rejects') return false
  const type = checker.getTypeAtLocation(argument)
  return isPromise(type) || elementsOf(type).some(isPromise)
}

/** True for a type that is always a promise. One that may be undefined may be tested for presence. */
const isAlwaysPromise = (node) => {
  const type = checker.getTypeAtLocation(node)
  return !type.isUnion() && isPromise(type)
}

const LOGICAL = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]
const COMPARING = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]
const AS_TEXT = /^(String|JSON\.stringify)$/

/** The expression that a node uses as a value: tests, compares, spreads or converts to text. */
function takenValueOf(node) {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) return node.operand
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isSpreadAssignment(node) || ts.isTemplateSpan(node))
    return node.expression
  if (ts.isConditionalExpression(node)) return node.condition
  if (ts.isBinaryExpression(node) && LOGICAL.includes(node.operatorToken.kind)) return node.left
  // Comparing two promises can be meaningful; comparing a promise with a value is not.
  if (ts.isBinaryExpression(node) && COMPARING.includes(node.operatorToken.kind))
    return givesPromise(node.right) ? undefined : node.left
  return ts.isCallExpression(node) && AS_TEXT.test(node.expression.getText()) ? node.arguments[0] : undefined
}

/** A promise used in place of its value: it is always truthy, equals nothing, and has no members. */
const isTakenForValue = (node) => {
  const value = takenValueOf(node)
  return value !== undefined && isAlwaysPromise(value)
}

/** A method that returns a promise although its interface returns nothing, so that callers cannot await it. */
function isGivenAsVoid(node) {
  if (!ts.isArrowFunction(node) || !ts.isPropertyAssignment(node.parent)) return false
  const [wanted] = checker.getContextualType(node)?.getCallSignatures() ?? []
  const [given] = checker.getTypeAtLocation(node).getCallSignatures()
  if (!wanted || !given || !(checker.getReturnTypeOfSignature(wanted).flags & ts.TypeFlags.Void)) return false
  return isPromise(checker.getReturnTypeOfSignature(given))
}

const found = []
for (const file of program.getSourceFiles()) {
  const name = path.relative(ROOT, file.fileName).replaceAll(path.sep, '/')
  if (file.isDeclarationFile || !OURS.test(name)) continue
  const visit = (node) => {
    if (isDropped(node) || isExpected(node) || isGivenAsVoid(node) || isTakenForValue(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${name}:${line + 1}  ${node.getText().split('\n')[0]}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
}
for (const one of found) process.stdout.write(`${one}\n`)
if (found.length > 0) {
  process.stdout.write('Await these promises, or say void.\n')
  process.exitCode = 1
}
