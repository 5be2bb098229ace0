// The write interactions of the FHIR API under both bases, in OpenAPI.
import type { Operation, Parameter, PathItem, Schema } from '#lib/api/openapi.ts'
import { BEARER, empty, fhir, outcome, query, ref } from './parts.ts'

const TAGS = ['FHIR API']

const inHeader = (name: string, description: string, extra: Partial<Parameter> = {}): Parameter => ({
  in: 'header',
  name,
  description,
  schema: { type: 'string' },
  ...extra,
})

const IF_MATCH = inHeader('If-Match', 'The ETag of the version that was read, such as W/"3".', { example: 'W/"1"' })
/** What selects the resource of a conditional interaction. */
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
  403: outcome('The token, or the role of the application, does not allow it.'),
  404: outcome('There is no such type or resource, or not for this application.'),
  405: outcome('The address takes what Allow names: an AuditEvent is created, and never changed.'),
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

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Operation['requestBody']
  readonly done: Operation['responses']
}

const write = ({ done, requestBody, ...rest }: Described): Operation => ({
  ...rest,
  tags: TAGS,
  security: BEARER,
  ...(requestBody ? { requestBody } : {}),
  responses: { ...done, ...refusals },
})

const stored = { 200: fhir('The version that is there now.', 'Resource') }
const made = { 201: fhir('Created; Location has its address.', 'Resource') }
const deleted = {
  200: fhir('Deleted, as an OperationOutcome was preferred.', 'OperationOutcome'),
  204: empty('Deleted, or there was nothing to delete.'),
}
const gone = { 410: outcome('The resource is deleted.') }

/** The operations of the base. */
export const atTheBase = (suffix: string): PathItem => ({
  post: write({
    operationId: `transaction${suffix}`,
    summary: 'A batch or a transaction',
    description: 'A transaction is done whole or not at all; the entries of a batch stand for themselves.',
    parameters: [PREFER],
    requestBody: BUNDLE,
    done: { 200: fhir('A Bundle with an entry for each entry.', 'Resource') },
  }),
})

/** The operations of a type: creating, and the conditional ones, whose criteria are search parameters in the query. */
export const ofType = (suffix: string, path: readonly Parameter[]): PathItem => ({
  post: write({
    operationId: `create${suffix}`,
    summary: 'Create a resource',
    description: 'The server gives it its id, and notes which application made it.',
    parameters: [
      ...path,
      PREFER,
      inHeader('If-None-Exist', 'Criteria: what meets them already is given back instead.'),
    ],
    requestBody: RESOURCE,
    done: { ...stored, ...made },
  }),
  put: write({
    operationId: `conditionalUpdate${suffix}`,
    summary: 'Update the one resource that meets the criteria of the query, or create it',
    parameters: [...path, CRITERIA, IF_MATCH, NONE_MATCH, PREFER],
    requestBody: RESOURCE,
    done: { ...stored, ...made },
  }),
  patch: write({
    operationId: `conditionalPatch${suffix}`,
    summary: 'Patch the one resource that meets the criteria of the query',
    parameters: [...path, CRITERIA, IF_MATCH, NONE_MATCH, PREFER],
    requestBody: PATCH,
    done: { ...stored, ...gone },
  }),
  delete: write({
    operationId: `conditionalDelete${suffix}`,
    summary: 'Delete the one resource that meets the criteria of the query',
    parameters: [...path, CRITERIA, MAY_MATCH, NONE_MATCH, PREFER],
    done: deleted,
  }),
})

/** The operations of a resource. */
export const ofResource = (suffix: string, path: readonly Parameter[]): PathItem => ({
  put: write({
    operationId: `update${suffix}`,
    summary: 'Update a resource, or bring back a deleted one',
    description: 'If-Match is required. A body that equals the current version makes no new version.',
    parameters: [...path, IF_MATCH, NONE_MATCH, PREFER],
    requestBody: WITH_ID,
    done: { ...stored, ...made },
  }),
  patch: write({
    operationId: `patch${suffix}`,
    summary: 'Patch a resource',
    description: 'If-Match is required. What the patch does not touch stays as it came, lexeme by lexeme.',
    parameters: [...path, IF_MATCH, NONE_MATCH, PREFER],
    requestBody: PATCH,
    done: { ...stored, ...gone },
  }),
  delete: write({
    operationId: `delete${suffix}`,
    summary: 'Delete a resource',
    description: 'A version without contents: its history stays, and an update with its ETag brings it back.',
    parameters: [...path, MAY_MATCH, NONE_MATCH, PREFER],
    done: deleted,
  }),
})

const VALIDATION: readonly Parameter[] = [
  query('mode', 'What the resource is for: create or update.', {
    schema: { type: 'string', enum: ['create', 'update'] },
  }),
  query('profile', 'A profile that it is held to besides those that it claims.'),
]

const validated = {
  200: fhir('All that a write would be refused for, and what was not looked at.', 'OperationOutcome'),
}

const validation = (operationId: string, summary: string, path: readonly Parameter[]): Operation =>
  write({
    operationId,
    summary,
    description: 'Nothing is written. It takes the permission to create or to update the type.',
    parameters: [...path, ...VALIDATION],
    requestBody: TO_VALIDATE,
    done: validated,
  })

/** $validate of any type. */
export const validateAtBase = (suffix: string): PathItem => ({
  post: validation(`validate${suffix}`, 'Validate a resource that says its type', []),
})

/** $validate of a type. */
export const validateOfType = (suffix: string, path: readonly Parameter[]): PathItem => ({
  post: validation(`validateType${suffix}`, 'Validate a resource before it is written', path),
})

/** $validate of a resource: of what is stored, or of its next version. */
export const validateOfResource = (suffix: string, path: readonly Parameter[]): PathItem => ({
  get: {
    operationId: `validateStored${suffix}`,
    tags: TAGS,
    summary: 'Validate a resource as it is stored',
    description: 'It takes the permission to read it.',
    security: BEARER,
    parameters: [...path, ...VALIDATION],
    responses: { ...validated, ...refusals, ...gone },
  },
  post: validation(`validateNext${suffix}`, 'Validate the next version of a resource', path),
})
