// Validates the structure of a resource (FHIR R4 4.0.1 validation.html): structure, cardinality, value domains,
// required bindings and, for a client's write, the invariants. Profiles and reference targets are validated elsewhere.

import { isObject, type JsonObject } from '../../json.ts'
import { referredType } from '../reference.ts'
import { containedFindings } from './contained.ts'
import { pathOf, problemOf } from './finding.ts'
import { brokenInvariant } from './invariants.ts'
import { visitCode, visitConcept, visitPrimitive } from './primitive-values.ts'
import type { ParsedResource, Problem } from './problem.ts'
import { type ElementRule, isResourceType, ruleOf, type TypeRule } from './r4-rules.ts'
import { Walk } from './walk.ts'

/** A structural problem of a resource, and the path of its element below the resource. */
interface StructureProblem {
  readonly path: string
  readonly reason: string
}

/** Deeper than any resource needs: extensions and contained questions nest, hostile ones without end. */
const DEEPEST = 60

/** The first problem of an R4 resource; undefined when there is none. Used by imports. */
export function structureProblem(resource: JsonObject): StructureProblem | undefined {
  const walk = Walk.throughImport()
  visitResource(resource, 0, walk)
  const [first] = walk.found
  return first && { path: pathOf(first.place), reason: first.reason }
}

/** Everything that is wrong with a resource that a client writes, at most MOST_PROBLEMS; empty when nothing is. Each is a 400. */
export function structureProblems(resource: ParsedResource): readonly Problem[] {
  const walk = Walk.throughWrite()
  visitContainer(resource, 0, walk)
  return walk.found.map((finding) => problemOf(400, resource, finding))
}

/** Visits a resource that is not contained: the whole one, or one in an entry of a Bundle. References to `#id` stay within it. */
function visitContainer(value: unknown, depth: number, walk: Walk): void {
  const outer = walk.locals
  walk.locals = []
  visitResource(value, depth, walk)
  const locals = walk.locals.map(({ place, id }) => ({ place: place.slice(walk.place.length), id }))
  walk.locals = outer
  if (isObject(value)) for (const finding of containedFindings(value, locals)) walk.add(finding)
}

function visitResource(value: unknown, depth: number, walk: Walk): void {
  const type = isObject(value) ? value['resourceType'] : undefined
  if (!isObject(value)) walk.reportValue(value, 'structure', 'is not an object')
  else if (isResourceType(type)) visitObject(value, type, depth, walk)
  else walk.reportMember('resourceType', 'structure', 'is not a resource type of FHIR R4')
}

function visitObject(value: unknown, type: string, depth: number, walk: Walk): void {
  if (!isObject(value)) walk.reportValue(value, 'structure', 'is not an object')
  else if (depth > DEEPEST) walk.report('structure', 'is nested too deeply')
  else visitMembers(value, type, depth, walk)
}

function visitMembers(value: JsonObject, type: string, depth: number, walk: Walk): void {
  const rule = ruleOf(type)
  const before = walk.found.length
  const filled: (string | undefined)[] = []
  let count = 0
  for (const name in value) {
    count += 1
    visitMember(value, name, type, rule, filled, depth, walk)
    if (walk.isFull) return
  }
  if (count === 0) walk.report('structure', 'is empty', 'Leave it out, or give it a value.')
  else reportMissing(rule, filled, walk)
  if (walk.strict && walk.found.length === before) assertInvariants(type, value, count, walk)
}

function reportMissing({ slots }: TypeRule, filled: readonly (string | undefined)[], walk: Walk): void {
  for (const [slot, { name, mandatory }] of slots.entries())
    if (mandatory && filled[slot] === undefined) walk.reportMember(name, 'required', 'is missing')
}

function assertInvariants(type: string, value: JsonObject, count: number, walk: Walk): void {
  const broken = brokenInvariant(type, value, count)
  if (broken) walk.report('invariant', broken.reason, `FHIR R4 calls this rule ${broken.key}.`)
}

/** Comments of a source in XML, as HL7's own converters write them. They are no element and mean nothing. */
const COMMENTS = 'fhir_comments'

function visitMember(
  owner: JsonObject,
  name: string,
  type: string,
  { elements, slots, isResource }: TypeRule,
  filled: (string | undefined)[],
  depth: number,
  walk: Walk,
): void {
  if (name === 'resourceType' && isResource) return
  if (name === COMMENTS && !walk.strict) return
  const rule = elements.get(name)
  if (!rule) {
    if (walk.strict || !isComment(name, owner[name]))
      walk.reportMember(name, 'structure', `is not an element of ${type}`)
    return
  }
  walk.place.push(name)
  visitValues(owner, name, rule, depth, walk)
  if (rule.slot !== undefined) {
    const bare = withoutUnderscore(name)
    const other = filled[rule.slot] ?? bare
    if (other !== bare)
      walk.report('structure', `is a second choice of ${slots[rule.slot]?.name}`, `There is already ${other}.`)
    filled[rule.slot] = bare
  }
  walk.place.pop()
}

/** Such a converter puts the comments of an id into `_id`, which is no element. */
const isComment = (name: string, value: unknown): boolean =>
  name.startsWith('_') && isObject(value) && Object.keys(value).every((inner) => inner === COMMENTS)

const withoutUnderscore = (name: string): string => (name.startsWith('_') ? name.slice(1) : name)

/** The counterpart of a primitive or its companion: `_birthDate` for `birthDate`, and the reverse. */
const counterpart = (owner: JsonObject, name: string): unknown =>
  owner[name.startsWith('_') ? name.slice(1) : `_${name}`]

function visitValues(owner: JsonObject, name: string, rule: ElementRule, depth: number, walk: Walk): void {
  const value = owner[name]
  if (Array.isArray(value) !== rule.repeats)
    walk.reportValue(value, 'structure', rule.repeats ? 'must be an array' : 'must not be an array')
  else if (Array.isArray(value))
    visitItems(value, rule.nullable ? counterpart(owner, name) : undefined, rule, depth, walk)
  else {
    if (walk.strict && rule.isCompanion) assertSaysSomething(value, counterpart(owner, name), walk)
    visitValue(value, rule, depth + 1, walk)
  }
}

function visitItems(values: readonly unknown[], others: unknown, rule: ElementRule, depth: number, walk: Walk): void {
  const before = walk.found.length
  for (let index = 0; index < values.length && !walk.isFull; index += 1) {
    const item = values[index]
    walk.place.push(index)
    if (item !== null || !rule.nullable) {
      if (walk.strict && rule.isCompanion) assertSaysSomething(item, itemAt(others, index), walk)
      visitValue(item, rule, depth + 1, walk)
    } else if (walk.strict) assertPaired(others, index, walk)
    walk.place.pop()
  }
  if (values.length === 0) walk.report('structure', 'is empty', 'Leave it out, or give it a value.')
  else if (walk.found.length === before && saysNothing(values, others, rule)) walk.report('structure', 'has only nulls')
}

const itemAt = (values: unknown, index: number): unknown => (Array.isArray(values) ? values[index] : undefined)

/** An array of nothing but nulls says nothing, unless its companion does. */
const saysNothing = (values: readonly unknown[], others: unknown, { isCompanion }: ElementRule): boolean =>
  values[0] === null &&
  (isCompanion || !Array.isArray(others) || others.length === 0) &&
  values.every((item) => item === null)

/** A null keeps the place of a value that only has extensions, or of extensions for a value that has none (json.html). */
function assertPaired(others: unknown, index: number, walk: Walk): void {
  if ((itemAt(others, index) ?? null) === null)
    walk.report(
      'structure',
      'is null, and so is its counterpart',
      'A null keeps the place of a value or of its extensions.',
    )
}

/** Without a value, a companion must have extensions: an id alone says nothing (ele-1). */
function assertSaysSomething(companion: unknown, value: unknown, walk: Walk): void {
  if (isObject(companion) && (value ?? null) === null && 'id' in companion && !('extension' in companion))
    walk.report('invariant', 'has an id and nothing else', 'FHIR R4 calls this rule ele-1.')
}

function visitValue(value: unknown, rule: ElementRule, depth: number, walk: Walk): void {
  const { type, primitive, codes } = rule
  if (codes && primitive && (walk.strict || !codes.isOfOthers)) visitCode(value, codes, walk)
  else if (primitive) visitPrimitive(value, type, primitive, walk)
  else if (type === 'Reference') visitReference(value, depth, walk)
  // Of the elements that hold a resource only `contained` repeats.
  else if (rule.isResource && !rule.repeats) visitContainer(value, depth, walk)
  else if (rule.isResource) visitResource(value, depth, walk)
  else {
    visitObject(value, type, depth, walk)
    if (codes && walk.strict) visitConcept(value, codes, walk)
  }
}

// A fragment of this resource, a URL of any scheme, Type/id with or without a version, or Type?query as in a transaction.
const REFERENCE =
  /^(?:#[A-Za-z0-9\-.]{0,64}|[A-Za-z][A-Za-z0-9+.-]*:\S+|[A-Z][A-Za-z]+(?:\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[A-Za-z0-9\-.]{1,64})?|\?\S+))$/

function visitReference(value: unknown, depth: number, walk: Walk): void {
  const before = walk.found.length
  visitObject(value, 'Reference', depth, walk)
  const reference = isObject(value) ? value['reference'] : undefined
  if (typeof reference !== 'string' || walk.found.length > before) return
  walk.place.push('reference')
  if (!REFERENCE.test(reference)) walk.reportValue(reference, 'value', 'is neither Type/id, a URL nor a #fragment')
  else if (reference.startsWith('#')) walk.locals.push({ place: [...walk.place], id: reference.slice(1) })
  walk.place.pop()
  if (walk.strict && isObject(value)) assertSameType(reference, value['type'], walk)
}

/** "Both SHALL be consistent" (references.html). A type with a colon is the URI of a logical model. */
function assertSameType(reference: string, type: unknown, walk: Walk): void {
  if (typeof type !== 'string' || type.includes(':')) return
  if ((referredType(reference) ?? type) !== type) walk.reportMember('type', 'value', `is not the type of ${reference}`)
}
