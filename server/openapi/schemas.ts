// The schemas of answers, as JSON Schema 2020-12.

import type { Schema } from '#lib/api/openapi.ts'
import { PERSON_ROLES } from '#lib/fhir/person-role.ts'
import { OAUTH_ERROR_CODES } from '#lib/oauth/oauth-error.ts'
import type { OpenapiDeps } from './deps.ts'
import { oneOf, ref, text } from './parts.ts'

const uri: Schema = { type: 'string', format: 'uri' }
const number: Schema = { type: 'integer' }

/** An object, in which a name with a question mark is optional. */
const object = (named: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(named).map(([name, schema]) => [name.replace('?', ''), schema])),
  required: Object.keys(named).filter((name) => !name.endsWith('?')),
})
const list = (items: Schema): Schema => ({ type: 'array', items })
const texts = list(text)

const instant: Schema = { type: 'string', format: 'date-time' }
const links = list(object({ relation: text, url: uri }))

const LAUNCH_AND_TOKEN: Readonly<Record<string, Schema>> = {
  OAuthError: object({
    error: oneOf(...OAUTH_ERROR_CODES),
    error_description: { ...text, description: 'Begins with the name of the check that refused.' },
    'error_uri?': { ...uri, description: 'The page that explains this kind of error.' },
  }),
  TokenResponse: object({
    access_token: { ...text, description: 'Of a launch: names it and opens nothing. Else: a bearer for the FHIR API.' },
    token_type: { const: 'Bearer' },
    expires_in: number,
    scope: text,
    'id_token?': text,
    'sub?': { ...text, description: 'The person of the launch, as Type/id.' },
    'fhirUser?': uri,
    'role?': { ...text, enum: PERSON_ROLES },
    'task?': { ...text, description: 'The task to open, as Task/id.' },
    'resource?': text,
    'definition?': text,
    'intent?': text,
    'patient?': { ...text, description: 'The bare id of the patient.' },
    'fhirContext?': list(object({ reference: text })),
    'need_patient_banner?': { type: 'boolean' },
  }),
  ComposedLaunch: object({
    trace_id: { ...text, description: 'jti of the launch token.' },
    platform: { ...text, description: 'client_id of the portal that signed it.' },
    client_id: text,
    method: oneOf('POST', 'GET'),
    'task?': { ...text, description: 'The task that it opens, such as Task/12.' },
    launch_url: uri,
    fields: { type: 'object', additionalProperties: text, description: 'What the form holds.' },
    launch_token: text,
    expires_at: instant,
    'fail?': text,
    'check?': { ...text, description: 'The check that must refuse it.' },
  }),
  Introspection: object({
    active: { type: 'boolean' },
    'client_id?': text,
    'scope?': text,
    'exp?': number,
    'sub?': text,
  }),
}

const DISCOVERY: Readonly<Record<string, Schema>> = {
  ServerMetadata: object({
    issuer: uri,
    authorization_endpoint: uri,
    token_endpoint: uri,
    jwks_uri: uri,
    'introspection_endpoint?': uri,
    'backchannel_logout_supported?': { type: 'boolean' },
    'backchannel_logout_session_supported?': { type: 'boolean' },
    'grant_types_supported?': texts,
    'response_types_supported?': texts,
    'scopes_supported?': texts,
    'code_challenge_methods_supported?': texts,
  }),
  SmartConfiguration: object({
    'issuer?': uri,
    authorization_endpoint: uri,
    token_endpoint: uri,
    'jwks_uri?': uri,
    'introspection_endpoint?': uri,
    capabilities: texts,
    grant_types_supported: texts,
    'code_challenge_methods_supported?': texts,
  }),
  ProtectedResourceMetadata: object({
    resource: uri,
    authorization_servers: list(uri),
    'bearer_methods_supported?': texts,
  }),
  JwkSet: object({ keys: list(object({ kty: text, 'kid?': text, 'alg?': text, 'use?': text })) }),
  OpenApi: object({ openapi: text, info: { type: 'object' }, 'paths?': { type: 'object' } }),
}

const FHIR: Readonly<Record<string, Schema>> = {
  Bundle: object({
    resourceType: { const: 'Bundle' },
    'id?': text,
    type: { const: 'searchset' },
    'total?': number,
    link: links,
    'entry?': list(object({ 'fullUrl?': uri, resource: ref('Resource') })),
  }),
  History: object({
    resourceType: { const: 'Bundle' },
    'id?': text,
    type: { const: 'history' },
    total: number,
    link: links,
    'entry?': {
      type: 'array',
      items: object({
        fullUrl: uri,
        'resource?': ref('Resource'),
        request: object({ method: oneOf('POST', 'PUT', 'DELETE'), url: text }),
        response: object({ status: text, etag: text, lastModified: instant }),
      }),
    },
  }),
  Page: { anyOf: [ref('Bundle'), ref('History')] },
  CapabilityStatement: object({
    resourceType: { const: 'CapabilityStatement' },
    'fhirVersion?': { const: '4.0.1' },
    'rest?': { type: 'array' },
  }),
  OperationOutcome: object({
    resourceType: { const: 'OperationOutcome' },
    issue: { type: 'array', minItems: 1, items: object({ severity: text, code: text, 'diagnostics?': text }) },
  }),
}

/** Bundles that are written, and their answers; Parameters; what a write gives back. */
const WRITES: Readonly<Record<string, Schema>> = {
  JsonPatch: list(
    object({ op: oneOf('add', 'remove', 'replace', 'move', 'copy', 'test'), path: text, 'from?': text, 'value?': {} }),
  ),
  Parameters: object({ resourceType: { const: 'Parameters' }, 'parameter?': list(object({ name: text })) }),
  ToValidate: { anyOf: [ref('NewResource'), ref('Parameters')] },
  Written: { anyOf: [ref('Resource'), ref('OperationOutcome')] },
  Transaction: object({
    resourceType: { const: 'Bundle' },
    type: oneOf('batch', 'transaction'),
    'entry?': list(
      object({
        'fullUrl?': text,
        'resource?': object({ resourceType: text }),
        request: object({ method: oneOf('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'), url: text }),
      }),
    ),
  }),
  TransactionResponse: object({
    resourceType: { const: 'Bundle' },
    type: oneOf('batch-response', 'transaction-response'),
    'entry?': list(
      object({
        'resource?': object({ resourceType: text }),
        response: object({
          status: text,
          'location?': text,
          'etag?': text,
          'lastModified?': instant,
          'outcome?': ref('OperationOutcome'),
        }),
      }),
    ),
  }),
}

const META = object({ 'versionId?': text, 'lastUpdated?': instant })

export const schemas = ({ resourceTypes }: OpenapiDeps): Readonly<Record<string, Schema>> => {
  const resource = { resourceType: oneOf(...resourceTypes), 'meta?': META }
  return {
    ...LAUNCH_AND_TOKEN,
    ...DISCOVERY,
    Resource: object({ ...resource, id: text }),
    NewResource: object({ ...resource, 'id?': text }),
    ...FHIR,
    ...WRITES,
  }
}
