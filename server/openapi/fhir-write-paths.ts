// The write interactions of the FHIR API under both bases, in OpenAPI.
import type { ApiResponse, Operation, Parameter } from '#lib/api/openapi.ts'
import {
  type Answers,
  CHALLENGE,
  empty,
  fhir,
  header,
  inHeader,
  oneOf,
  op,
  outcome,
  query,
  type Row,
  ref,
  text,
} from './parts.ts'

const IF_MATCH = inHeader('If-Match', 'The ETag of the version that was read, such as W/"3".', { example: 'W/"1"' })
/** The parameter that selects the resource of a conditional interaction. */
const CRITERIA = query('identifier', 'The criteria: any search parameters of the type, such as this one.', {
  example: 'https://example.org/mrn|1',
})
/** Of a delete: whichever version is there is deleted without it. */
const MAY_MATCH = inHeader('If-Match', 'The ETag of the version that was read: another one is not deleted.')
const NONE_MATCH = inHeader('If-None-Match', 'ETags of versions that must not be there, or * for any.')
const PREFER = inHeader('Prefer', 'What the answer is to hold (RFC 7240); a list may have other preferences.', {
  schema: oneOf('return=minimal', 'return=representation', 'return=OperationOutcome'),
})

const refusals: Answers = {
  400: outcome('What was sent is not valid; each issue names its element.'),
  401: outcome('No token, or none that counts.', CHALLENGE),
  403: outcome('The token, or the role of the app, does not allow it.'),
  404: outcome('There is no such type or resource, or not for this app.'),
  405: outcome('An AuditEvent is created, and never changed.', { Allow: header('The methods there are.', text, true) }),
  406: outcome('A representation other than JSON was asked for. Nothing was done.'),
  409: outcome('Another resource refers to what would be deleted.'),
  412: outcome(
    'If-Match is missing or names another version, If-None-Match names the one that is there, or the criteria meet more than one resource.',
  ),
  415: outcome('The body is of no type that is taken.'),
  422: outcome('A profile, a reference or a rule of the domain is not met.'),
}

const FHIR_JSON = ['application/fhir+json', 'application/json'] as const

/** A body that may be sent as FHIR's JSON and as plain JSON. */
const body = (description: string, schema: string, example: object): NonNullable<Operation['requestBody']> => ({
  required: true,
  description,
  content: Object.fromEntries(FHIR_JSON.map((type) => [type, { schema: ref(schema), example }])),
})

const PATIENT = { resourceType: 'Patient', active: true, name: [{ family: 'Jansen', given: ['Marijke'] }] }
const RESOURCE = body('The resource.', 'NewResource', PATIENT)
const WITH_ID = body('The whole resource, with its id.', 'Resource', { ...PATIENT, id: 'marijke-jansen' })
const PATCH: NonNullable<Operation['requestBody']> = {
  required: true,
  description: 'JSON Patch (RFC 6902), or Parameters with a FHIRPath Patch.',
  content: {
    'application/json-patch+json': {
      schema: ref('JsonPatch'),
      example: [{ op: 'replace', path: '/active', value: false }],
    },
    'application/fhir+json': {
      schema: ref('Parameters'),
      example: {
        resourceType: 'Parameters',
        parameter: [
          {
            name: 'operation',
            part: [
              { name: 'type', valueCode: 'replace' },
              { name: 'path', valueString: 'Patient.active' },
              { name: 'value', valueBoolean: false },
            ],
          },
        ],
      },
    },
  },
}
const BUNDLE = body('A Bundle of type batch or transaction.', 'Transaction', {
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [{ request: { method: 'POST', url: 'Patient' }, resource: PATIENT }],
})
const TO_VALIDATE = body('The resource, or Parameters with it.', 'ToValidate', PATIENT)

const write = (row: Row): Row => ({ ...row, ...refusals })

/** The answer to a write; without a body by `Prefer: return=minimal`, and for a writer who may not read. */
const written = (description: string, more: ApiResponse['headers'] = {}): ApiResponse => ({
  ...fhir(description, 'Written'),
  headers: {
    ETag: header('The version, such as W/"3".', text, true),
    'Last-Modified': header('When it was made.', text, true),
    'Preference-Applied': header('return=minimal for an answer without a body.', text),
    ...more,
  },
})

const address = (description: string) => header(description, { type: 'string', format: 'uri' }, true)
const Location = address('The URL of the version.')
const stored = {
  200: written('The version that is there now.', { Location, 'Content-Location': address('The same.') }),
}
const made = { 201: written('Created.', { Location }) }
const deleted = {
  200: fhir('Deleted, as an OperationOutcome was preferred.', 'OperationOutcome'),
  204: empty('Deleted, or there was nothing to delete.'),
}
const gone = { 410: outcome('The resource is deleted.') }

const VALIDATION: readonly Parameter[] = [
  query('mode', 'The write that it is for; without one, the resource alone is judged.', {
    schema: oneOf('create', 'update', 'delete'),
  }),
  query('profile', 'A profile that it is held to besides those that it claims.'),
]

const validated = {
  200: fhir(
    'What is wrong, for a mode all that this write would be refused for, and what was not looked at.',
    'OperationOutcome',
  ),
}

const validation = (operationId: string, summary: string, path: readonly Parameter[]): Row =>
  write({
    operationId,
    summary,
    description: 'Nothing is written. It takes the permission to create or to update the type.',
    parameters: [...path, ...VALIDATION],
    requestBody: TO_VALIDATE,
    ...validated,
  })

type Rows = Readonly<Record<string, Row>>
type PathParameters = readonly Parameter[]

const ofSystem = (base: string, suffix: string): Rows => ({
  [`POST ${base}`]: write(
    op(`transaction${suffix}`, 'A batch or a transaction', {
      description: 'A transaction is done whole or not at all; the entries of a batch stand for themselves.',
      parameters: [PREFER],
      requestBody: BUNDLE,
      200: fhir('A Bundle with an entry for each entry.', 'TransactionResponse'),
    }),
  ),
})

const ofType = (base: string, suffix: string, type: PathParameters): Rows => ({
  [`POST ${base}/{type}`]: write(
    op(`create${suffix}`, 'Create a resource', {
      description: 'The server gives it its id, and notes which app made it.',
      parameters: [
        ...type,
        PREFER,
        inHeader('If-None-Exist', 'Criteria: what meets them already is given back instead.'),
      ],
      requestBody: RESOURCE,
      ...stored,
      ...made,
    }),
  ),
  [`PUT ${base}/{type}`]: write({
    operationId: `conditionalUpdate${suffix}`,
    summary: 'Update the one resource that meets the criteria of the query, or create it',
    parameters: [...type, CRITERIA, IF_MATCH, NONE_MATCH, PREFER],
    requestBody: RESOURCE,
    ...stored,
    ...made,
  }),
  [`PATCH ${base}/{type}`]: write({
    operationId: `conditionalPatch${suffix}`,
    summary: 'Patch the one resource that meets the criteria of the query',
    parameters: [...type, CRITERIA, IF_MATCH, NONE_MATCH, PREFER],
    requestBody: PATCH,
    ...stored,
    ...gone,
  }),
  [`DELETE ${base}/{type}`]: write({
    operationId: `conditionalDelete${suffix}`,
    summary: 'Delete the one resource that meets the criteria of the query',
    parameters: [...type, CRITERIA, MAY_MATCH, NONE_MATCH, PREFER],
    ...deleted,
  }),
})

const ofInstance = (base: string, suffix: string, id: PathParameters): Rows => ({
  [`PUT ${base}/{type}/{id}`]: write(
    op(`update${suffix}`, 'Update a resource, or bring back a deleted one', {
      description: 'If-Match is required. A body that equals the current version makes no new version.',
      parameters: [...id, IF_MATCH, NONE_MATCH, PREFER],
      requestBody: WITH_ID,
      ...stored,
      ...made,
    }),
  ),
  [`PATCH ${base}/{type}/{id}`]: write(
    op(`patch${suffix}`, 'Patch a resource', {
      description: 'If-Match is required. What the patch does not touch stays as it came, lexeme by lexeme.',
      parameters: [...id, IF_MATCH, NONE_MATCH, PREFER],
      requestBody: PATCH,
      ...stored,
      ...gone,
    }),
  ),
  [`DELETE ${base}/{type}/{id}`]: write(
    op(`delete${suffix}`, 'Delete a resource', {
      description: 'A version without contents: its history stays, and an update with its ETag brings it back.',
      parameters: [...id, MAY_MATCH, NONE_MATCH, PREFER],
      ...deleted,
    }),
  ),
})

const ofValidation = (base: string, suffix: string, type: PathParameters, id: PathParameters): Rows => ({
  [`POST ${base}/$validate`]: validation(`validate${suffix}`, 'Validate a resource that says its type', []),
  [`POST ${base}/{type}/$validate`]: validation(
    `validateType${suffix}`,
    'Validate a resource before it is written',
    type,
  ),
  [`GET ${base}/{type}/{id}/$validate`]: op(`validateStored${suffix}`, 'Validate a resource as it is stored', {
    description: 'It takes the permission to read it.',
    parameters: [...id, ...VALIDATION],
    ...validated,
    ...refusals,
    ...gone,
  }),
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
