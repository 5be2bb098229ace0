// The single validation of clients' writes, on every path: FHIR R4 first and, only if that is satisfied, profiles and
// the rules of the domain (FHIR R4 http.html#create: 400 and 422).
import { allSteps, type Steps } from '../../async/steps.ts'
import { baseProfileProblems } from './base-profiles.ts'
import { type ProfileContext, profileProblems } from './koppeltaal.ts'
import { originProblems } from './origin.ts'
import { MOST_PROBLEMS, type ParsedResource, type Problem, shown } from './problem.ts'
import { reservedLabels } from './reserved-labels.ts'
import { structureProblems } from './structure.ts'
import { findingWholeNumbers } from './whole-numbers.ts'

/** A resource to judge, as readResource gives it. */
interface Judged {
  /** The type in the URL, if there is one; resourceType must equal it. */
  readonly type?: string | undefined
  readonly parsed: ParsedResource
  /** The text that it was parsed from, which says more about numbers. */
  readonly text?: string | undefined
}

interface Judging extends ProfileContext {
  /** What is to be done with the resource; undefined when nothing is, and no rule about writing applies. */
  readonly mode: 'create' | 'update' | undefined
}

/**
 * The problems to fix before a resource can be stored, at most MOST_PROBLEMS: either problems of status 400 or, if
 * there are none, problems of status 422. Empty for a resource that can be stored, judged by itself: whether its
 * reference targets exist is not checked (references.ts lists them).
 */
export const validate = (judged: Judged, judging: Judging): readonly Problem[] => allSteps(validating(judged, judging))

/** The same in steps. */
export function* validating({ type, parsed, text }: Judged, { mode, ...context }: Judging): Steps<readonly Problem[]> {
  if (type !== undefined && type !== parsed.resourceType) return [wrongType(type, parsed.resourceType)]
  const structure = structureProblems(parsed)
  yield
  const numbers = text === undefined ? [] : yield* findingWholeNumbers(text, parsed)
  yield
  const broken = [...structure, ...numbers, ...(mode === undefined ? [] : originProblems(parsed, mode))]
  if (broken.length > 0) return broken.slice(0, MOST_PROBLEMS)
  yield
  return [
    ...(mode === undefined ? [] : reservedLabels(parsed)),
    ...baseProfileProblems(parsed),
    ...profileProblems(parsed, context),
  ].slice(0, MOST_PROBLEMS)
}

const wrongType = (type: string, resourceType: string): Problem => ({
  status: 400,
  code: 'invalid',
  expression: 'resourceType',
  diagnostics: `resourceType is ${shown(resourceType)}, but the URL says ${type}: send a ${type}, or send it to /${resourceType}.`,
})
