// Resources that are contained in another one (FHIR R4 references.html#contained): how many, with which ids, and that
// references between them and the resource lead somewhere. They have no version and no labels of their own.

import { isObject, type JsonObject } from '../../json.ts'
import type { Finding, Place } from './finding.ts'
import { itemsOf } from './problem.ts'

/** A reference to a contained resource, `#id`; an empty id is the resource that contains. */
export interface LocalReference {
  readonly place: Place
  readonly id: string
}

/** Contained resources of one resource. */
const MOST_CONTAINED = 100

/** The problems of contained resources and of the references to them, their places below the resource. */
export function containedFindings(resource: JsonObject, locals: readonly LocalReference[]): readonly Finding[] {
  const contained = resource['contained']
  if (contained === undefined && locals.length === 0) return []
  const inner = itemsOf(contained).filter(isObject)
  const ids = new Set(inner.map(({ id }) => id))
  return [
    ...(inner.length > MOST_CONTAINED ? [tooMany(inner.length)] : []),
    ...inner.flatMap((one, index) => innerFindings(one, ['contained', index])),
    ...repeatedIds(inner),
    ...locals.filter(({ id }) => id !== '' && !ids.has(id)).map(notThere),
    ...unmentioned(resource, inner),
  ]
}

const tooMany = (count: number): Finding => ({
  place: ['contained'],
  code: 'structure',
  reason: `has ${count} resources`,
  more: `A resource can contain at most ${MOST_CONTAINED}.`,
})

function innerFindings({ contained, meta }: JsonObject, place: Place): readonly Finding[] {
  const of = (name: string) => isObject(meta) && name in meta
  return [
    ...(contained === undefined
      ? []
      : [rule('dom-2', 'structure', [...place, 'contained'], 'is a resource inside a contained resource')]),
    ...['versionId', 'lastUpdated']
      .filter(of)
      .map((name) => rule('dom-4', 'invariant', [...place, 'meta', name], 'is not allowed in a contained resource')),
    ...(of('security')
      ? [rule('dom-5', 'invariant', [...place, 'meta', 'security'], 'is not allowed in a contained resource')]
      : []),
  ]
}

const rule = (key: string, code: Finding['code'], place: Place, reason: string): Finding => ({
  place,
  code,
  reason,
  more: `FHIR R4 calls this rule ${key}.`,
})

function repeatedIds(inner: readonly JsonObject[]): readonly Finding[] {
  const seen = new Set<unknown>()
  return inner.flatMap(({ id }, index): readonly Finding[] => {
    if (id === undefined || !seen.has(id)) {
      seen.add(id)
      return []
    }
    return [{ place: ['contained', index, 'id'], code: 'structure', reason: 'is the id of another contained resource' }]
  })
}

const notThere = ({ place, id }: LocalReference): Finding =>
  rule('ref-1', 'invalid', place, `is #${id}, but no contained resource has that id`)

/** A contained resource is there for the one that contains it: something in that refers to it, or it refers back (dom-3). */
function unmentioned(resource: JsonObject, inner: readonly JsonObject[]): readonly Finding[] {
  if (inner.length === 0) return []
  const mentioned = fragmentsIn(resource)
  return inner.flatMap((one, index) =>
    mentioned.has(`#${String(one['id'])}`) || fragmentsIn(one).has('#')
      ? []
      : [rule('dom-3', 'invariant', ['contained', index], 'is not referenced anywhere in this resource')],
  )
}

/** All texts within that begin with "#": references, but also URIs and canonicals. */
function fragmentsIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string') {
    if (value.startsWith('#')) found.add(value)
  } else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) fragmentsIn(inner, found)
  return found
}
