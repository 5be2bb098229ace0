// What a form asks for to search a type: its parameters, and the codes of those that look at an element with a fixed list.
import { ruleOf } from '../validation/r4-rules.ts'
import { describedParameters } from './parameters.ts'

/** A search parameter as a field of a form. */
export interface SearchField {
  readonly name: string
  readonly type: string
  /** The codes that its element may have (FHIR R4, required binding), `true` and `false` of a boolean; undefined for text. */
  readonly codes?: readonly string[]
}

const BOOLEANS = ['true', 'false'] as const

/** The fields of a type of R4, in the order of its CapabilityStatement. */
export const searchFields = (type: string): readonly SearchField[] =>
  describedParameters(type).map(({ name, type: kind }) => {
    const codes = kind === 'token' ? codesOf(type, name) : undefined
    return codes ? { name, type: kind, codes } : { name, type: kind }
  })

/** A parameter such as `subject-type` is named after its element, `subjectType`, where it looks at a code. */
function codesOf(type: string, parameter: string): readonly string[] | undefined {
  const element = parameter.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const rule = ruleOf(type).elements.get(element)
  if (rule?.type === 'boolean') return BOOLEANS
  return rule?.type === 'code' ? rule.codes?.codes : undefined
}
