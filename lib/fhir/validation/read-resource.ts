// From the body of a request to a resource (FHIR R4 json.html): JSON, of an object, of a type that R4 has.

import { allSteps, type Steps } from '../../async/steps.ts'
import { isObject } from '../../json.ts'
import { longLists, parsingParts } from '../json-parts.ts'
import { minifying } from '../json-text.ts'
import { R4_TYPES } from '../types.ts'
import { expressionOf, pathOf } from './finding.ts'
import { type BadMember, type Scanned, type SeenValue, scanning } from './json-scan.ts'
import { NotJson } from './json-tokens.ts'
import { MOST_PROBLEMS, type ParsedResource, type Problem, shown } from './problem.ts'

/** A text is no resource at all. `problems` says why; each has status 400 and code `structure`. */
export class NotAResource extends Error {
  override readonly name = 'NotAResource'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super('The text is not a resource.')
    this.problems = problems
  }
}

/** A resource as text and as values. */
export interface ReadResource {
  /** The JSON without white space between tokens; everything else is as received (1.00 stays 1.00). */
  readonly text: string
  readonly parsed: ParsedResource
}

const TYPES: ReadonlySet<unknown> = new Set(R4_TYPES)

const problem = (expression: string, diagnostics: string): Problem => ({
  status: 400,
  code: 'structure',
  expression,
  diagnostics,
})

/**
 * Parses one FHIR R4 resource, without looking at its elements. Throws NotAResource when it is not JSON (with line and
 * column), nested too deeply, no resource, or repeats a member.
 */
export const readResource = (text: string): ReadResource => allSteps(readingResource(text))

/** The same in steps. */
export function* readingResource(text: string): Steps<ReadResource> {
  const { seen, lists } = longLists()
  const { spaced, badMembers } = yield* scan(text, seen)
  const isBad = badMembers.length > 0
  const parsed: unknown = isBad ? JSON.parse(text) : yield* parsingParts(text, lists)
  yield
  if (isBad) throw new NotAResource(badMembers.slice(0, MOST_PROBLEMS).map(badMember(parsed)))
  if (!isResource(parsed)) throw new NotAResource([notOfR4(parsed)])
  return { text: spaced ? yield* minifying(text) : text, parsed }
}

function* scan(text: string, seen: SeenValue): Steps<Scanned> {
  try {
    return yield* scanning(text, seen)
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    const { line, column, message, verdict } = error
    throw new NotAResource([problem('', `${verdict}, line ${line}, column ${column}: ${message}.`)])
  }
}

const isResource = (parsed: unknown): parsed is ParsedResource => isObject(parsed) && TYPES.has(parsed['resourceType'])

function notOfR4(parsed: unknown): Problem {
  if (!isObject(parsed))
    return problem('', `A resource must be a JSON object with a resourceType; this is ${shown(parsed)}.`)
  const type = parsed['resourceType']
  return problem(
    'resourceType',
    `resourceType must be a resource type of FHIR R4, such as "Patient"; it is ${type === undefined ? 'missing' : shown(type)}.`,
  )
}

const badMember =
  (parsed: unknown) =>
  ({ place, why }: BadMember): Problem => {
    const expression = isResource(parsed) ? expressionOf(parsed, place) : pathOf(place)
    return problem(
      expression,
      why === 'repeated'
        ? `The member ${expression} is repeated, and readers disagree on which one counts: send it once.`
        : `The member ${expression} is not an element of FHIR: leave it out.`,
    )
  }
