// The origin of a resource: the extension that points to the Device of the app which created it (Koppeltaal TOP-KT-005). A
// DomainResource has its extensions at the root; any other resource has none there, only in its meta (FHIR R4 resource.html).
import { isObject, type JsonObject } from '../json.ts'
import { items, type Member } from './json-text.ts'
import { originOf, RESOURCE_ORIGIN } from './koppeltaal.ts'
import { parseReference } from './reference.ts'
import { find, insertAfterId, insertFirst, removeMember } from './resource-text.ts'

/** The resources of R4 that are no DomainResource. */
const WITHOUT_EXTENSION: ReadonlySet<unknown> = new Set(['Binary', 'Bundle', 'Parameters'])

/** The path to the array in which a resource of a type has its origin. */
export const originPath = (type: unknown): readonly string[] =>
  WITHOUT_EXTENSION.has(type) ? ['meta', 'extension'] : ['extension']

/** True for an extension with that url, whatever else it says. */
export const isOrigin = (extension: unknown): extension is JsonObject =>
  isObject(extension) && extension['url'] === RESOURCE_ORIGIN

/** The resource-origins of a resource where its type has them, those that name no Device included. */
export function originsIn(resource: JsonObject): readonly JsonObject[] {
  const holder = WITHOUT_EXTENSION.has(resource['resourceType']) ? resource['meta'] : resource
  const extensions = isObject(holder) ? holder['extension'] : undefined
  return Array.isArray(extensions) ? extensions.filter(isOrigin) : []
}

/** The id of the Device that a resource-origin names; undefined where it names none of this domain. */
export function deviceOf({ valueReference }: JsonObject): string | undefined {
  const target = isObject(valueReference) ? parseReference(valueReference['reference']) : undefined
  return target?.type === 'Device' ? target.id : undefined
}

/** The id of the Device that a resource originates from. */
export function originIdOf(resource: JsonObject): string | undefined {
  const [origin] = originsIn(resource)
  return origin && deviceOf(origin)
}

/** A resource without an origin, with one first among its extensions. */
export function originating<Resource extends JsonObject>(resource: Resource, origin: JsonObject): Resource {
  const { resourceType, meta } = resource
  return WITHOUT_EXTENSION.has(resourceType)
    ? { ...resource, meta: extended(isObject(meta) ? meta : {}, origin) }
    : extended(resource, origin)
}

const extended = <Holder extends JsonObject>(holder: Holder, origin: JsonObject): Holder => ({
  ...holder,
  extension: [origin, ...(Array.isArray(holder['extension']) ? holder['extension'] : [])],
})

/** The minified text of a resource with an origin first among its extensions, and without any other. */
export function withOrigin(text: string, type: string, origin: JsonObject | undefined): string {
  const bare = withoutOrigins(text)
  if (!origin) return bare
  const json = JSON.stringify(origin)
  if (!WITHOUT_EXTENSION.has(type)) return withExtension(bare, json)
  const meta = find(bare, 'meta')
  return meta ? withExtension(bare, json, meta.valueStart) : insertAfterId(bare, `"meta":{"extension":[${json}]}`)
}

/** The text with an extension first in the array of the object at `open`, made if necessary. */
function withExtension(text: string, extension: string, open = 0): string {
  const member = extensionsAt(text, open)
  if (member) return insertFirst(text, member.valueStart, extension)
  const made = `"extension":[${extension}]`
  return open === 0 ? insertAfterId(text, made) : insertFirst(text, open, made)
}

function withoutOrigins(text: string): string {
  const bare = withoutOriginsAt(text, 0)
  const meta = find(bare, 'meta')
  return meta && bare[meta.valueStart] === '{' ? withoutOriginsAt(bare, meta.valueStart) : bare
}

function withoutOriginsAt(text: string, open: number): string {
  const member = extensionsAt(text, open)
  if (!member) return text
  const all = textsIn(text, member)
  const others = all.filter((one) => !isOrigin(JSON.parse(one)))
  if (others.length === all.length) return text
  if (others.length === 0) return removeMember(text, member)
  return `${text.slice(0, member.valueStart)}[${others.join(',')}]${text.slice(member.end)}`
}

function extensionsAt(text: string, open: number): Member | undefined {
  const member = find(text, 'extension', open)
  return member && text[member.valueStart] === '[' ? member : undefined
}

const textsIn = (text: string, { valueStart }: Member): readonly string[] =>
  [...items(text, valueStart)].map(({ start, end }) => text.slice(start, end))

/**
 * The stored text of a version whose origin is known, with that alone. Earlier releases let a second one pass whose reference
 * they could not read, and wrote one at the root of resources that have no extensions there.
 */
export function mendedOrigin(text: string, type: string, origin: string | undefined): string {
  if (!isOdd(text, type, origin)) return text
  const there = [find(text, 'meta')?.valueStart, 0]
    .flatMap((open) => (open !== undefined && text[open] === '{' ? (extensionsAt(text, open) ?? []) : []))
    .flatMap((member) => textsIn(text, member))
    .map((one): unknown => JSON.parse(one))
    .filter(isOrigin)
  const own = origin === undefined ? undefined : there.find((one) => deviceOf(one) === origin)
  const isInPlace = !WITHOUT_EXTENSION.has(type) || !find(text, 'extension')
  if (isInPlace && there.length === (origin === undefined ? 0 : 1) && (own || origin === undefined)) return text
  return withOrigin(text, type, own ?? (origin === undefined ? undefined : originOf(origin)))
}

/** False for nearly all texts, by looking for the url alone: each read asks. An escape may hide one. */
function isOdd(text: string, type: string, origin: string | undefined): boolean {
  const at = text.indexOf(RESOURCE_ORIGIN)
  const isUsual = at >= 0 === (origin !== undefined) && (at < 0 || text.indexOf(RESOURCE_ORIGIN, at + 1) < 0)
  return !isUsual || WITHOUT_EXTENSION.has(type) || text.includes('\\u') || text.includes('\\/')
}
