// The problems in a resource's text while somebody edits it, each with its line; validated as a write would be.
import { indexOfElement, lineAt } from '../element-position.ts'
import { scanJson } from './json-scan.ts'
import { NotJson } from './json-tokens.ts'
import type { ProfileValidation } from './koppeltaal.ts'
import type { Problem } from './problem.ts'
import { NotAResource, readResource } from './read-resource.ts'
import { validate } from './validate.ts'

/** A problem, and the line of the text, from 1, where it can be fixed. */
export interface TextProblem extends Pick<Problem, 'expression' | 'diagnostics'> {
  readonly line: number
}

/** The problems for which a resource of that type and id is refused, by line; `profiles` is the server's setting. */
export function textProblems(
  text: string,
  { type, id }: { readonly type: string; readonly id: string },
  profiles: ProfileValidation,
): readonly TextProblem[] {
  const notJson = notJsonProblem(text)
  if (notJson) return [notJson]
  const placed = ({ expression, diagnostics }: Problem): TextProblem => ({
    expression,
    diagnostics,
    line: lineAt(text, indexOfElement(text, expression)),
  })
  return problemsOf(text, { type, id }, profiles)
    .map(placed)
    .sort((one, other) => one.line - other.line)
}

function notJsonProblem(text: string): TextProblem | undefined {
  try {
    scanJson(text)
    return undefined
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    const { line, column, message, verdict } = error
    return { line, expression: '', diagnostics: `${verdict}, column ${column}: ${message}.` }
  }
}

function problemsOf(
  text: string,
  { type, id }: { readonly type: string; readonly id: string },
  profiles: ProfileValidation,
): readonly Problem[] {
  try {
    const { parsed } = readResource(text)
    const problems = validate({ type, parsed, text }, { profiles, mode: 'update' })
    return parsed['id'] === id ? problems : [wrongId(type, id), ...problems]
  } catch (error) {
    if (error instanceof NotAResource) return error.problems
    throw error
  }
}

const wrongId = (type: string, id: string): Problem => ({
  status: 400,
  code: 'invalid',
  expression: `${type}.id`,
  diagnostics: `${type}.id must be ${JSON.stringify(id)}, as in the address of the record.`,
})
