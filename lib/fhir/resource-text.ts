// The JSON text of one resource and the few members of it that a server may set (FHIR R4 resource.html §2.26.3, "meta"). The text
// is minified, well-formed JSON of an object. Everything else in it stays as it was sent.

import { type Member, members, skipSpace } from './json-text.ts'

/** A repeated member name that matters: readers would not agree on its value. */
export class RepeatedMember extends Error {
  override readonly name = 'RepeatedMember'
  /** The member, such as `meta.source`. */
  readonly path: string

  constructor(path: string) {
    super(`The member ${path} is repeated.`)
    this.path = path
  }
}

/** A member of the object at `open`. */
export const find = (text: string, name: string, open = 0): Member | undefined => {
  // Looking for a name in the text takes a fraction of going through its members. An escape may hide one.
  if (!text.includes(`"${name}"`, open) && !text.includes('\\u', open)) return undefined
  for (const member of members(text, open)) if (member.name === name) return member
  return undefined
}

/** Throws RepeatedMember when a member of the resource or its meta is repeated. */
export function assertNoRepeats(text: string): void {
  assertDistinct(text, 0, '')
  const meta = find(text, 'meta')
  if (meta && text[meta.valueStart] === '{') assertDistinct(text, meta.valueStart, 'meta.')
}

function assertDistinct(text: string, open: number, path: string): void {
  const seen = new Set<string>()
  for (const { name } of members(text, open)) {
    if (seen.has(name)) throw new RepeatedMember(`${path}${name}`)
    seen.add(name)
  }
}

/** The version that a server gives to a resource. */
interface VersionStamp {
  readonly versionId: number
  /** An instant, as formatInstant writes it. */
  readonly lastUpdated: string
}

/** The text with meta.versionId and meta.lastUpdated set: in place if they exist, otherwise first in meta. */
export function withVersion(text: string, { versionId, lastUpdated }: VersionStamp): string {
  const values: Readonly<Record<string, string>> = { versionId: `"${versionId}"`, lastUpdated: `"${lastUpdated}"` }
  const meta = find(text, 'meta')
  if (!meta) {
    const made = `"meta":{"versionId":${values['versionId']},"lastUpdated":${values['lastUpdated']}}`
    return insertBehind(text, find(text, 'id'), made)
  }
  let out = text
  for (const name of ['lastUpdated', 'versionId']) {
    const value = values[name]
    const member = find(out, name, meta.valueStart)
    out = member
      ? out.slice(0, member.valueStart) + value + out.slice(member.end)
      : insertFirst(out, meta.valueStart, `"${name}":${value}`)
  }
  return out
}

/** The text without meta.versionId and meta.lastUpdated, and without a meta that held nothing else. */
export function withoutVersion(text: string): string {
  const meta = find(text, 'meta')
  if (!meta || text[meta.valueStart] !== '{') return text
  const parts = [...members(text, meta.valueStart)].filter(({ name }) => name !== 'versionId' && name !== 'lastUpdated')
  if (parts.length === 0) return removeMember(text, meta)
  const inner = parts.map(({ start, end }) => text.slice(start, end)).join(',')
  return `${text.slice(0, meta.valueStart)}{${inner}}${text.slice(meta.end)}`
}

/** The text of a resource without its id. */
export function withoutId(text: string): string {
  const member = find(text, 'id')
  return member ? removeMember(text, member) : text
}

export function removeMember(text: string, { start, end }: Member): string {
  if (text[end] === ',') return text.slice(0, start) + text.slice(end + 1)
  return text.slice(0, text[start - 1] === ',' ? start - 1 : start) + text.slice(end)
}

/** The text of a resource without id, with an id added after its resourceType. */
export function withId(text: string, id: string): string {
  const type = find(text, 'resourceType', skipSpace(text, 0))
  const member = `"id":"${id}"`
  return type
    ? `${text.slice(0, type.end)},${member}${text.slice(type.end)}`
    : insertFirst(text, skipSpace(text, 0), member)
}

/** The text with one more identifier. */
export const withIdentifier = (text: string, identifier: { readonly system: string; readonly value: string }): string =>
  withElement(text, 'identifier', JSON.stringify(identifier))

/** Inserts an element at the start of a repeating member, which is created if necessary. */
function withElement(text: string, name: string, element: string): string {
  const member = find(text, name)
  return member && text[member.valueStart] === '['
    ? insertFirst(text, member.valueStart, element)
    : insertAfterId(text, `"${name}":[${element}]`)
}

/**
 * The text with each member as `shown` returns it, or without it for undefined, and with meta.tag SUBSETTED to mark it
 * as a part (FHIR R4 search.html §3.1.1.5.8).
 */
export function subset(text: string, shown: (member: Member) => string | undefined): string {
  const parts = [...members(text)].map(shown).filter((part) => part !== undefined)
  return withSubsettedTag(`{${parts.join(',')}}`)
}

const SUBSETTED = '{"system":"http://terminology.hl7.org/CodeSystem/v3-ObservationValue","code":"SUBSETTED"}'

function withSubsettedTag(text: string): string {
  const meta = find(text, 'meta')
  if (!meta) return insertAfterId(text, `"meta":{"tag":[${SUBSETTED}]}`)
  const tag = find(text, 'tag', meta.valueStart)
  if (tag) return insertFirst(text, tag.valueStart, SUBSETTED)
  const comma = text[meta.end - 2] === '{' ? '' : ','
  return `${text.slice(0, meta.end - 1)}${comma}"tag":[${SUBSETTED}]${text.slice(meta.end - 1)}`
}

/** Puts a member or an element first in the object or array that begins at `open`. */
export function insertFirst(text: string, open: number, inserted: string): string {
  const empty = text[open + 1] === '}' || text[open + 1] === ']'
  return `${text.slice(0, open + 1)}${inserted}${empty ? '' : ','}${text.slice(open + 1)}`
}

/** The text with a member after id and meta, where FHIR's definition has it; in a resource without these, first. */
export const insertAfterId = (text: string, inserted: string): string =>
  insertBehind(text, find(text, 'meta') ?? find(text, 'id'), inserted)

const insertBehind = (text: string, member: Member | undefined, inserted: string): string =>
  member ? `${text.slice(0, member.end)},${inserted}${text.slice(member.end)}` : insertFirst(text, 0, inserted)
