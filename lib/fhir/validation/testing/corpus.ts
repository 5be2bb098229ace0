// Good and broken resources by the hundred, the same ones each time: the examples of the profiles and the demo data, as they are,
// with more in them, and each with one thing broken.
import { readFileSync } from 'node:fs'
import { isObject, type JsonObject } from '../../../json.ts'
import type { ParsedResource } from '../problem.ts'
import { ruleOf } from '../r4-rules.ts'
import { COMMON_TASK, SMALLEST } from './examples.ts'

const SIZE = 400

const demo = ['patients', 'others'].flatMap((name) =>
  readFileSync(`prisma/seed/${name}.ndjson`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ParsedResource),
)
const plain: readonly ParsedResource[] = [...Object.values(SMALLEST), COMMON_TASK, ...demo]

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const extended = (resource: ParsedResource, extension: object): ParsedResource => ({
  ...resource,
  extension: [...items(resource['extension']), extension],
})
const meta = (resource: ParsedResource): JsonObject => (isObject(resource['meta']) ? resource['meta'] : {})

/** What stays good when it is put into a resource. */
const additions: readonly ((resource: ParsedResource) => ParsedResource)[] = [
  (resource) => ({
    ...extended(resource, { url: 'urn:example:weight', valueQuantity: { value: 70.5, system: 'urn:x', code: 'kg' } }),
    language: 'nl',
    meta: { ...meta(resource), tag: [{ system: 'urn:example:tags', code: 'a' }] },
  }),
  (resource) => ({
    ...extended(resource, { url: 'urn:example:team', valueReference: { reference: '#team' } }),
    text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>A &amp; B</p></div>' },
    contained: [...items(resource['contained']), { resourceType: 'Organization', id: 'team', name: 'Team' }],
  }),
  (resource) =>
    extended(resource, {
      url: 'urn:example:parts',
      extension: [
        { url: 'when', valuePeriod: { start: '2026-11-22', end: '2026-11-23T10:00:00+01:00' } },
        { url: 'file', valueAttachment: { contentType: 'text/plain', data: 'QUJD' } },
      ],
    }),
]

/** Resources that keep FHIR R4. */
export const GOOD: readonly ParsedResource[] = [...plain, ...additions.flatMap((add) => plain.map(add))].slice(0, SIZE)

/** One thing that breaks a resource, whichever it is. */
const breakages: ReadonlyMap<string, (resource: ParsedResource) => ParsedResource> = new Map([
  ['an unknown member', (resource) => ({ ...resource, foo: 1 })],
  ['an unknown member of meta', (resource) => ({ ...resource, meta: { ...meta(resource), foo: 'x' } })],
  ['an unknown member of a datatype', (resource) => extended(resource, { url: 'urn:x', valueCoding: { cod: 'x' } })],
  ['meta as a text', (resource) => ({ ...resource, meta: 'x' })],
  ['language as a number', (resource) => ({ ...resource, language: 5 })],
  ['an id with an underscore', (resource) => ({ ...resource, id: 'a_b' })],
  ['an id that is too long', (resource) => ({ ...resource, id: 'a'.repeat(65) })],
  ['no time in lastUpdated', (resource) => ({ ...resource, meta: { ...meta(resource), lastUpdated: 'yesterday' } })],
  ['an extension without url', (resource) => extended(resource, { valueString: 'x' })],
  [
    'an extension with two values',
    (resource) => extended(resource, { url: 'urn:x', valueString: 'x', valueCode: 'x' }),
  ],
  ['an extension with a fraction as integer', (resource) => extended(resource, { url: 'urn:x', valueInteger: 1.5 })],
  ['an extension with a text as boolean', (resource) => extended(resource, { url: 'urn:x', valueBoolean: 'true' })],
  ['an extension with a day that is none', (resource) => extended(resource, { url: 'urn:x', valueDate: '2026-13-01' })],
  [
    'an extension with a time without zone',
    (resource) => extended(resource, { url: 'urn:x', valueDateTime: '2026-11-22T10:00:00' }),
  ],
  ['an extension with no base64', (resource) => extended(resource, { url: 'urn:x', valueBase64Binary: '%%' })],
  ['an extension of an unknown type', (resource) => extended(resource, { url: 'urn:x', valueThing: 'x' })],
  ['an empty extension', (resource) => extended(resource, {})],
  ['an empty array', (resource) => ({ ...resource, extension: [] })],
  ['a narrative without status', (resource) => ({ ...resource, text: { div: DIV } })],
  ['a narrative without div', (resource) => ({ ...resource, text: { status: 'generated' } })],
  ['a narrative of an unknown status', (resource) => ({ ...resource, text: { status: 'nice', div: DIV } })],
  ['a contained resource of no type', (resource) => ({ ...resource, contained: [{ resourceType: 'Nothing' }] })],
  ['no array where one must be', (resource) => changed(resource, isArray, ([first]) => first)],
  ['an array where none must be', (resource) => changed(resource, isText, (value) => [value])],
  ['an object as a text', (resource) => changed(resource, isArray, () => ['x'])],
  ['an empty object', (resource) => changed(resource, isArray, () => [{}])],
  ['an empty text', (resource) => changed(resource, isText, () => '')],
  ['null', (resource) => changed(resource, isText, () => null)],
  [
    'a null that keeps no place',
    (resource) => extended(resource, { url: 'urn:x', valueHumanName: { given: ['x', null] } }),
  ],
  [
    'a reference of two types',
    (resource) => extended(resource, { url: 'urn:x', valueReference: { reference: 'Patient/7', type: 'Device' } }),
  ],
  ['no mandatory element, or no type', withoutMandatory],
])

const DIV = '<div xmlns="http://www.w3.org/1999/xhtml">x</div>'
const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value) && isObject(value[0])
const isText = (value: unknown): value is string => typeof value === 'string'

/** The resource with another value for its last member of a kind, resourceType apart. */
function changed<Value>(
  resource: ParsedResource,
  isOfKind: (value: unknown) => value is Value,
  change: (value: Value) => unknown,
): ParsedResource {
  const found = Object.entries(resource).findLast(([name, value]) => name !== 'resourceType' && isOfKind(value))
  const [name, value] = found ?? []
  if (name === undefined || !isOfKind(value)) return { ...resource, foo: 1 }
  return { ...resource, [name]: change(value) }
}

function withoutMandatory(resource: ParsedResource): ParsedResource {
  const mandatory = ruleOf(resource.resourceType).slots.find((slot) => slot.mandatory && slot.name in resource)
  if (mandatory === undefined) return { ...resource, resourceType: 'Nothing' }
  const { [mandatory.name]: _, resourceType, ...rest } = resource
  return { resourceType, ...rest }
}

/** Resources that break FHIR R4, each with what is broken. */
export const BROKEN: readonly (readonly [string, ParsedResource])[] = Array.from({ length: SIZE }, (_, index) => {
  const [what, breakIt] = [...breakages][index % breakages.size] ?? ['nothing', (resource) => resource]
  const resource = plain[index % plain.length]
  if (!resource) throw new Error('There are no resources.')
  return [what, breakIt(resource)]
})
