// The write interactions of the FHIR API under both bases, in OpenAPI.
import type { Operation, Parameter, Schema } from '#lib/api/openapi.ts'
import { empty, fhir, outcome, query, type Row, ref } from './parts.ts'

const inHeader = (name: string, description: string, extra: Partial<Parameter> = {}): Parameter => ({
  in: 'header',
  name,
  description,
  schema: { type: 'string' },
  ...extra,
})

const IF_MATCH = inHeader('If-Match', 'The ETag of the version that was read, such as W/"3".', { example: 'W/"1"' })
/** The parameter that selects the resource of a conditional interaction. */
const CRITERIA = query('identifier', 'The criteria: any search parameters of the type, such as this one.', {
  example: 'https://example.org/mrn|1',
})
/** Of a delete: whichever version is there is deleted without it. */
const MAY_MATCH = inHeader('If-Match', 'The ETag of the version that was read: another one is not deleted.')
const NONE_MATCH = inHeader('If-None-Match', 'ETags of versions that must not be there, or * for any.')
const PREFER = inHeader('Prefer', 'return=minimal, return=representation or return=OperationOutcome.')

const refusals: Operation['responses'] = {
  400: outcome('What was sent is not valid; each issue names its element.'),
  401: outcome('No token, or none that counts; see WWW-Authenticate.'),
  403: outcome('The token, or the role of the app, does not allow it.'),
  404: outcome('There is no such type or resource, or not for this app.'),
  405: outcome('The address accepts the methods in the Allow header: an AuditEvent is created, and never changed.'),
  406: outcome('A representation other than JSON was asked for. Nothing was done.'),
  409: outcome('Another resource refers to what would be deleted.'),
  412: outcome(
    'If-Match is missing or names another version, If-None-Match names the one that is there, or the criteria meet more than one resource.',
  ),
  413: outcome('The body is too long.'),
  415: outcome('The body is of no type that is taken.'),
  422: outcome('A profile, a reference or a rule of the domain is not met.'),
  429: outcome('Too many requests; see Retry-After.'),
  500: outcome('A fault of ours.'),
  503: outcome('The server is busy, or its disk is full; see Retry-After.'),
}

/** A body that may be sent as each of these types; the example is of the first. */
const body = (
  [type, ...others]: readonly [string, ...string[]],
  description: string,
  schema: Schema,
  example: unknown,
): NonNullable<Operation['requestBody']> => ({
  required: true,
  description,
  content: { [type]: { schema, example }, ...Object.fromEntries(others.map((other) => [other, { schema }])) },
})

const FHIR_JSON = ['application/fhir+json', 'application/json'] as const
const PATIENT = { resourceType: 'Patient', active: true, name: [{ family: 'Jansen', given: ['Marijke'] }] }
const RESOURCE = body(FHIR_JSON, 'The resource.', ref('Resource'), PATIENT)
const WITH_ID = body(FHIR_JSON, 'The whole resource, with its id.', ref('Resource'), {
  ...PATIENT,
  id: 'marijke-jansen',
})
const PATCH = body(
  ['application/json-patch+json', 'application/fhir+json'],
  'JSON Patch (RFC 6902), or Parameters with a FHIRPath Patch.',
  {},
  [{ op: 'replace', path: '/active', value: false }],
)
const BUNDLE = body(FHIR_JSON, 'A Bundle of type batch or transaction.', ref('Resource'), {
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [{ request: { method: 'POST', url: 'Patient' }, resource: PATIENT }],
})
/** Of $validate: besides a resource, Parameters around one. */
const TO_VALIDATE = body(FHIR_JSON, 'The resource, or Parameters with it.', ref('Resource'), PATIENT)

const write = ({ responses, ...rest }: Row): Row => ({ ...rest, responses: { ...responses, ...refusals } })

const address = (description: string) => ({ description, schema: { type: 'string', format: 'uri' } }) as const
const Location = address('The URL of the version')
const stored = {
  200: {
    ...fhir('The version that is there now.', 'Resource'),
    headers: { Location, 'Content-Location': address('The same') },
  },
}
const made = { 201: { ...fhir('Created; Location has its address.', 'Resource'), headers: { Location } } }
const deleted = {
  200: fhir('Deleted, as an OperationOutcome was preferred.', 'OperationOutcome'),
  204: empty('Deleted, or there was nothing to delete.'),
}
const gone = { 410: outcome('The resource is deleted.') }

const VALIDATION: readonly Parameter[] = [
  query('mode', 'What the resource is for: create or update.', {
    schema: { type: 'string', enum: ['create', 'update'] },
  }),
  query('profile', 'A profile that it is held to besides those that it claims.'),
]

const validated = {
  200: fhir('All that a write would be refused for, and what was not looked at.', 'OperationOutcome'),
}

const validation = (operationId: string, summary: string, path: readonly Parameter[]): Row =>
  write({
    operationId,
    summary,
    description: 'Nothing is written. It takes the permission to create or to update the type.',
    parameters: [...path, ...VALIDATION],
    requestBody: TO_VALIDATE,
    responses: validated,
  })

type Rows = Readonly<Record<string, Row>>
type PathParameters = readonly Parameter[]

const ofSystem = (base: string, suffix: string): Rows => ({
  [`POST ${base}`]: write({
    operationId: `transaction${suffix}`,
    summary: 'A batch or a transaction',
    description: 'A transaction is done whole or not at all; the entries of a batch stand for themselves.',
    parameters: [PREFER],
    requestBody: BUNDLE,
    responses: { 200: fhir('A Bundle with an entry for each entry.', 'Resource') },
  }),
})

const ofType = (base: string, suffix: string, type: PathParameters): Rows => ({
  [`POST ${base}/{type}`]: write({
    operationId: `create${suffix}`,
    summary: 'Create a resource',
    description: 'The server gives it its id, and notes which app made it.',
    parameters: [
      ...type,
      PREFER,
      inHeader('If-None-Exist', 'Criteria: what meets them already is given back instead.'),
    ],
    requestBody: RESOURCE,
    responses: { ...stored, ...made },
  }),
  [`PUT ${base}/{type}`]: write({
    operationId: `conditionalUpdate${suffix}`,
    summary: 'Update the one resource that meets the criteria of the query, or create it',
    parameters: [...type, CRITERIA, IF_MATCH, NONE_MATCH, PREFER],
    requestBody: RESOURCE,
    responses: { ...stored, ...made },
  }),
  [`PATCH ${base}/{type}`]: write({
    operationId: `conditionalPatch${suffix}`,
    summary: 'Patch the one resource that meets the criteria of the query',
    parameters: [...type, CRITERIA, IF_MATCH, NONE_MATCH, PREFER],
    requestBody: PATCH,
    responses: { ...stored, ...gone },
  }),
  [`DELETE ${base}/{type}`]: write({
    operationId: `conditionalDelete${suffix}`,
    summary: 'Delete the one resource that meets the criteria of the query',
    parameters: [...type, CRITERIA, MAY_MATCH, NONE_MATCH, PREFER],
    responses: deleted,
  }),
})

const ofInstance = (base: string, suffix: string, id: PathParameters): Rows => ({
  [`PUT ${base}/{type}/{id}`]: write({
    operationId: `update${suffix}`,
    summary: 'Update a resource, or bring back a deleted one',
    description: 'If-Match is required. A body that equals the current version makes no new version.',
    parameters: [...id, IF_MATCH, NONE_MATCH, PREFER],
    requestBody: WITH_ID,
    responses: { ...stored, ...made },
  }),
  [`PATCH ${base}/{type}/{id}`]: write({
    operationId: `patch${suffix}`,
    summary: 'Patch a resource',
    description: 'If-Match is required. What the patch does not touch stays as it came, lexeme by lexeme.',
    parameters: [...id, IF_MATCH, NONE_MATCH, PREFER],
    requestBody: PATCH,
    responses: { ...stored, ...gone },
  }),
  [`DELETE ${base}/{type}/{id}`]: write({
    operationId: `delete${suffix}`,
    summary: 'Delete a resource',
    description: 'A version without contents: its history stays, and an update with its ETag brings it back.',
    parameters: [...id, MAY_MATCH, NONE_MATCH, PREFER],
    responses: deleted,
  }),
})

const ofValidation = (base: string, suffix: string, type: PathParameters, id: PathParameters): Rows => ({
  [`POST ${base}/$validate`]: validation(`validate${suffix}`, 'Validate a resource that says its type', []),
  [`POST ${base}/{type}/$validate`]: validation(
    `validateType${suffix}`,
    'Validate a resource before it is written',
    type,
  ),
  [`GET ${base}/{type}/{id}/$validate`]: {
    operationId: `validateStored${suffix}`,
    summary: 'Validate a resource as it is stored',
    description: 'It takes the permission to read it.',
    parameters: [...id, ...VALIDATION],
    responses: { ...validated, ...refusals, ...gone },
  },
  [`POST ${base}/{type}/{id}/$validate`]: validation(
    `validateNext${suffix}`,
    'Validate the next version of a resource',
    id,
  ),
})

/** Every write interaction and validation at a base; `type` and `id`: the parameters in the path of a type and of a resource. */
export const writes = (base: string, suffix: string, type: PathParameters, id: PathParameters): Rows => ({
  ...ofSystem(base, suffix),
  ...ofType(base, suffix, type),
  ...ofInstance(base, suffix, id),
  ...ofValidation(base, suffix, type, id),
})
