// Whole numbers as they are written (FHIR R4 datatypes.html#integer). To JSON.parse 1.0 is 1, but the text is stored
// and served, and a reader that follows R4 does not accept 1.0, 1e2 or -0 as an integer.
import type { Steps } from '../../async/steps.ts'
import { expressionOf, typeAt } from './finding.ts'
import { type SeenValue, scanning } from './json-scan.ts'
import { NotJson } from './json-tokens.ts'
import { MOST_PROBLEMS, type ParsedResource, type Problem } from './problem.ts'

/**
 * Matches possible cases anywhere in a text: most texts have none, and a closer look takes longer than everything else. The
 * seconds of an instant, `:12.250Z`, are none.
 */
const ODD = /[[:,]\s*(?:-0|-?\d+[.eE][\d.eE+-]*)\s*[,\]}]/
const WHOLE_TYPES: ReadonlySet<string | undefined> = new Set(['integer', 'unsignedInt', 'positiveInt'])
const WHOLE = /^(?:0|-?[1-9]\d*)$/

/**
 * Finds values that R4 requires to be whole numbers and that are written otherwise, but would be parsed as one. `text` is an
 * R4 resource, and `parsed` what it says.
 */
export function* findingWholeNumbers(text: string, parsed: ParsedResource): Steps<readonly Problem[]> {
  if (!ODD.test(text)) return []
  const problems: Problem[] = []
  const look: SeenValue = (start, end, _, placeOf) => {
    if (problems.length === MOST_PROBLEMS || !isDigit(text.charCodeAt(end - 1))) return
    const written = text.slice(start, end)
    if (!isMistakable(written)) return
    const place = placeOf()
    const type = typeAt(parsed, place)
    if (WHOLE_TYPES.has(type)) problems.push(problemOf(expressionOf(parsed, place), type, written))
  }
  try {
    yield* scanning(text, look)
  } catch (error) {
    if (!(error instanceof NotJson)) throw error // What an import stored may have strings and numbers that no write may.
  }
  return problems
}

/** Of all values only a number ends with a digit. */
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** A value that is no whole number, such as 1.5, is refused by its value. */
const isMistakable = (written: string): boolean => !WHOLE.test(written) && Number.isInteger(Number(written))

const problemOf = (expression: string, type: string | undefined, written: string): Problem => ({
  status: 400,
  code: 'value',
  expression,
  diagnostics: `${expression} is not a valid ${type}. It is written ${written}. Expected a whole number without a fraction or an exponent.`,
})
