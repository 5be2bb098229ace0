// Whole numbers as they are written (FHIR R4 datatypes.html#integer). To JSON.parse 1.0 is 1, but the text is stored
// and served, and a reader that follows R4 does not accept 1.0, 1e2 or -0 as an integer.
import { type JsonNode, parseJsonTree } from '../json-tree.ts'
import { MOST_PROBLEMS, type Problem } from './problem.ts'
import { elementName, isResourceType, ruleOf } from './r4-rules.ts'

/**
 * Matches possible cases anywhere in a text: most texts have none, and a closer look takes longer than everything else.
 */
const ODD = /[[:,]\s*(?:-0|-?\d+[.eE])/
const WHOLE_TYPES: ReadonlySet<string> = new Set(['integer', 'unsignedInt', 'positiveInt'])
const WHOLE = /^(?:0|-?[1-9]\d*)$/

/**
 * Values that R4 requires to be whole numbers and that are written otherwise, but would be parsed as one. `text` is an
 * R4 resource.
 */
export function wholeNumberProblems(text: string): readonly Problem[] {
  if (!ODD.test(text)) return []
  const problems: Problem[] = []
  resource(parseJsonTree(text), undefined, problems)
  return problems.slice(0, MOST_PROBLEMS)
}

function resource(node: JsonNode, at: string | undefined, problems: Problem[]): void {
  const type = node.kind === 'object' ? node.members.find(({ name }) => name === 'resourceType')?.node : undefined
  if (type?.kind === 'string' && isResourceType(type.text)) object(node, type.text, at ?? type.text, problems)
}

function object(node: JsonNode, type: string, at: string, problems: Problem[]): void {
  if (node.kind !== 'object') return
  const { elements } = ruleOf(type)
  for (const { name, node: value } of node.members) {
    const rule = elements.get(name)
    if (!rule) continue
    const each = (one: JsonNode, path: string): void => {
      if (rule.isResource) resource(one, path, problems)
      else if (one.kind === 'object') object(one, rule.type, path, problems)
      else if (one.kind === 'number' && WHOLE_TYPES.has(rule.type) && isMistakable(one.text))
        problems.push(problemOf(path, rule.type, one.text))
    }
    const path = `${at}.${elementName(type, name).replace('[x]', '')}`
    if (value.kind === 'array') for (const [index, item] of value.items.entries()) each(item, `${path}[${index}]`)
    else each(value, path)
  }
}

/** A value that is no whole number, such as 1.5, is refused by its value. */
const isMistakable = (written: string): boolean => !WHOLE.test(written) && Number.isInteger(Number(written))

const problemOf = (expression: string, type: string, written: string): Problem => ({
  status: 400,
  code: 'value',
  expression,
  diagnostics: `${expression} is not a valid ${type}. It is written ${written}. Expected a whole number without a fraction or an exponent.`,
})
