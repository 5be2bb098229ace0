// The references within a resource (FHIR R4 references.html), wherever they are: in datatypes, extensions, contained
// resources and the entries of a Bundle.

import { isObject, type JsonObject } from '../../json.ts'
import { absolute, answerIn, type Entries, entriesOf } from './bundle-entries.ts'
import type { Place } from './finding.ts'
import { itemsOf, type ParsedResource } from './problem.ts'
import { isResourceType, ruleOf } from './r4-rules.ts'

/** A Reference that leads somewhere, or only says to what type of resource. */
export interface FoundReference {
  /** Its element `reference`, or `type`. */
  readonly place: Place
  /** As sent: `Patient/7`, `Patient/7/_history/2`, an absolute URL, `urn:uuid:…`, `Patient?identifier=…` or `#id`; empty without one. */
  readonly reference: string
  /** The same below the base of the entry that it is in. */
  readonly address: string
  /** The resource within the same one that it leads to: contained, the whole, or that of another entry. */
  readonly within: JsonObject | undefined
  /** Its element `type`, where it has no literal reference. */
  readonly type?: string
  /** The resource types that FHIR R4 allows there; undefined for any type. */
  readonly targets: readonly string[] | undefined
}

interface Around {
  /** What references by `#id` may lead to. */
  readonly locals: Locals
  readonly entries: Entries
  readonly fullUrl?: unknown
}

const NO_ENTRIES: Entries = new Map()

/** All references of a resource that structureProblems has nothing against, in the order of its text. */
export function referencesOf(resource: ParsedResource): readonly FoundReference[] {
  const found: FoundReference[] = []
  visitResource(resource, { locals: localsOf(resource), entries: NO_ENTRIES }, [])
  return found

  function visitResource(value: JsonObject, around: Around, place: (string | number)[]): void {
    const type = value['resourceType']
    if (!isResourceType(type)) return
    visit(value, type, type === 'Bundle' ? { ...around, entries: entriesOf(value) } : around, place)
  }

  function visit(value: JsonObject, type: string, around: Around, place: (string | number)[]): void {
    const { elements } = ruleOf(type)
    for (const name in value) {
      const rule = elements.get(name)
      const member = value[name]
      if (rule === undefined || typeof member !== 'object') continue
      const inner = (item: unknown) => {
        if (!isObject(item)) return
        if (rule.type === 'Reference') report(item, rule.targets, around, place)
        if (!rule.isResource) visit(item, rule.type, around, place)
        else if (name === 'contained') visitResource(item, around, place)
        else visitResource(item, { ...around, locals: localsOf(item), fullUrl: value['fullUrl'] }, place)
      }
      place.push(name)
      if (!Array.isArray(member)) inner(member)
      else
        for (const [index, item] of member.entries()) {
          place.push(index)
          inner(item)
          place.pop()
        }
      place.pop()
    }
  }

  function report(
    { reference, type }: JsonObject,
    targets: FoundReference['targets'],
    { locals, entries, fullUrl }: Around,
    place: readonly (string | number)[],
  ): void {
    if (typeof reference !== 'string') {
      if (isResourceType(type))
        found.push({ place: [...place, 'type'], reference: '', address: '', within: undefined, type, targets })
      return
    }
    const address = absolute(reference, fullUrl)
    const within = reference.startsWith('#') ? locals.get(reference.slice(1)) : answerIn(entries, address)
    found.push({ place: [...place, 'reference'], reference, address, within, targets })
  }
}

/** Resources by their ids within the one that contains them, which has the empty id. */
export type Locals = ReadonlyMap<unknown, JsonObject>

/** The contained resources of one, to be looked up in: it may refer to them ten thousand times. */
export const localsOf = (container: JsonObject): Locals =>
  new Map([
    ['', container] as const,
    ...itemsOf(container['contained'])
      .filter(isObject)
      .map((inner) => [inner['id'], inner] as const),
  ])
