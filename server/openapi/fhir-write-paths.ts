// The write interactions of the FHIR API under both bases, in OpenAPI.
import type { Operation, Parameter, PathItem, Schema } from '#lib/api/openapi.ts'
import { BEARER, empty, fhir, outcome, ref } from './parts.ts'

const TAGS = ['FHIR API']

const inHeader = (name: string, description: string, required = false): Parameter => ({
  in: 'header',
  name,
  required,
  description,
  schema: { type: 'string' },
})

const IF_MATCH = inHeader('If-Match', 'The ETag of the version that was read, such as W/"3".')
const PREFER = inHeader('Prefer', 'return=minimal, return=representation or return=OperationOutcome.')

const refusals: Operation['responses'] = {
  400: outcome('What was sent is not valid; each issue names its element.'),
  401: outcome('No token, or none that counts; see WWW-Authenticate.'),
  403: outcome('The token, or the role of the application, does not allow it.'),
  404: outcome('There is no such type or resource, or not for this application.'),
  405: outcome('The address takes what Allow names: an AuditEvent is created, and never changed.'),
  406: outcome('A representation other than JSON was asked for. Nothing was done.'),
  409: outcome('Another resource refers to what would be deleted.'),
  412: outcome('If-Match is missing or names another version, or the criteria meet more than one resource.'),
  413: outcome('The body is too long.'),
  415: outcome('The body is of no type that is taken.'),
  422: outcome('A profile, a reference or a rule of the domain is not met.'),
  429: outcome('Too many requests; see Retry-After.'),
  500: outcome('A fault of ours.'),
  503: outcome('The server is busy, or its disk is full; see Retry-After.'),
}

const body = (types: readonly string[], description: string, schema: Schema): Operation['requestBody'] => ({
  required: true,
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
})

const RESOURCE = body(['application/fhir+json', 'application/json'], 'The resource.', ref('Resource'))
const PATCH = body(
  ['application/json-patch+json', 'application/fhir+json'],
  'JSON Patch (RFC 6902), or Parameters with a FHIRPath Patch.',
  {},
)

interface Described {
  readonly operationId: string
  readonly summary: string
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
    parameters: [PREFER],
    requestBody: body(
      ['application/fhir+json', 'application/json'],
      'A Bundle of type batch or transaction.',
      ref('Resource'),
    ),
    done: { 200: fhir('A Bundle with an entry for each entry.', 'Resource') },
  }),
})

/** The operations of a type: creating, and the conditional ones, whose criteria are search parameters in the query. */
export const ofType = (suffix: string, path: readonly Parameter[]): PathItem => ({
  post: write({
    operationId: `create${suffix}`,
    summary: 'Create a resource',
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
    parameters: [...path, IF_MATCH, PREFER],
    requestBody: RESOURCE,
    done: { ...stored, ...made },
  }),
  patch: write({
    operationId: `conditionalPatch${suffix}`,
    summary: 'Patch the one resource that meets the criteria of the query',
    parameters: [...path, IF_MATCH, PREFER],
    requestBody: PATCH,
    done: { ...stored, ...gone },
  }),
  delete: write({
    operationId: `conditionalDelete${suffix}`,
    summary: 'Delete the one resource that meets the criteria of the query',
    parameters: [...path, IF_MATCH, PREFER],
    done: deleted,
  }),
})

/** The operations of a resource. */
export const ofResource = (suffix: string, path: readonly Parameter[]): PathItem => ({
  put: write({
    operationId: `update${suffix}`,
    summary: 'Update a resource, or bring back a deleted one',
    parameters: [...path, IF_MATCH, PREFER],
    requestBody: RESOURCE,
    done: { ...stored, ...made },
  }),
  patch: write({
    operationId: `patch${suffix}`,
    summary: 'Patch a resource',
    parameters: [...path, IF_MATCH, PREFER],
    requestBody: PATCH,
    done: { ...stored, ...gone },
  }),
  delete: write({
    operationId: `delete${suffix}`,
    summary: 'Delete a resource',
    parameters: [...path, IF_MATCH, PREFER],
    done: deleted,
  }),
})
