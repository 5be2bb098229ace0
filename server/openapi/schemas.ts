// The schemas of answers, as JSON Schema 2020-12.

import type { Schema } from '#lib/api/openapi.ts'
import { PERSON_ROLES } from '#lib/fhir/person-role.ts'
import { OAUTH_ERROR_CODES } from '#lib/oauth/oauth-error.ts'
import type { OpenapiDeps } from './deps.ts'
import { oneOf, ref, text } from './parts.ts'

const uri: Schema = { type: 'string', format: 'uri' }
const texts: Schema = { type: 'array', items: text }
const number: Schema = { type: 'integer' }

const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
})

const instant: Schema = { type: 'string', format: 'date-time' }
const links: Schema = { type: 'array', items: object({ relation: text, url: uri }, ['relation', 'url']) }

const LAUNCH_AND_TOKEN: Readonly<Record<string, Schema>> = {
  OAuthError: object(
    {
      error: { type: 'string', enum: OAUTH_ERROR_CODES },
      error_description: { ...text, description: 'Begins with the name of the check that refused.' },
      error_uri: { ...uri, description: 'The page that explains this kind of error.' },
    },
    ['error', 'error_description'],
  ),
  TokenResponse: object(
    {
      access_token: {
        ...text,
        description: 'Of a launch: names it and opens nothing. Else: a bearer for the FHIR API.',
      },
      token_type: { const: 'Bearer' },
      expires_in: number,
      scope: text,
      id_token: text,
      sub: { ...text, description: 'The person of the launch, as Type/id.' },
      fhirUser: uri,
      role: { ...text, enum: PERSON_ROLES },
      task: { ...text, description: 'The task to open, as Task/id.' },
      resource: text,
      definition: text,
      intent: text,
      patient: { ...text, description: 'The bare id of the patient.' },
      fhirContext: { type: 'array', items: object({ reference: text }, ['reference']) },
      need_patient_banner: { type: 'boolean' },
    },
    ['access_token', 'token_type', 'expires_in', 'scope'],
  ),
  ComposedLaunch: object(
    {
      trace_id: { ...text, description: 'jti of the launch token.' },
      platform: { ...text, description: 'client_id of the portal that signed it.' },
      client_id: text,
      method: { type: 'string', enum: ['POST', 'GET'] },
      launch_url: uri,
      fields: { type: 'object', additionalProperties: text, description: 'What the form holds.' },
      launch_token: text,
      expires_at: instant,
      fail: text,
      check: { ...text, description: 'The check that must refuse it.' },
    },
    ['trace_id', 'platform', 'client_id', 'method', 'launch_url', 'fields', 'launch_token', 'expires_at'],
  ),
  Introspection: object({ active: { type: 'boolean' }, client_id: text, scope: text, exp: number, sub: text }, [
    'active',
  ]),
}

const DISCOVERY: Readonly<Record<string, Schema>> = {
  ServerMetadata: object(
    {
      issuer: uri,
      authorization_endpoint: uri,
      token_endpoint: uri,
      jwks_uri: uri,
      introspection_endpoint: uri,
      backchannel_logout_supported: { type: 'boolean' },
      backchannel_logout_session_supported: { type: 'boolean' },
      grant_types_supported: texts,
      response_types_supported: texts,
      scopes_supported: texts,
      code_challenge_methods_supported: texts,
    },
    ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'],
  ),
  SmartConfiguration: object(
    {
      issuer: uri,
      authorization_endpoint: uri,
      token_endpoint: uri,
      jwks_uri: uri,
      introspection_endpoint: uri,
      capabilities: texts,
      grant_types_supported: texts,
      code_challenge_methods_supported: texts,
    },
    ['token_endpoint', 'authorization_endpoint', 'capabilities', 'grant_types_supported'],
  ),
  ProtectedResourceMetadata: object(
    { resource: uri, authorization_servers: { type: 'array', items: uri }, bearer_methods_supported: texts },
    ['resource', 'authorization_servers'],
  ),
  JwkSet: object({ keys: { type: 'array', items: object({ kty: text, kid: text, alg: text, use: text }, ['kty']) } }, [
    'keys',
  ]),
  OpenApi: object({ openapi: text, info: { type: 'object' }, paths: { type: 'object' } }, ['openapi', 'info']),
}

const FHIR: Readonly<Record<string, Schema>> = {
  Bundle: object(
    {
      resourceType: { const: 'Bundle' },
      id: text,
      type: { const: 'searchset' },
      total: number,
      link: links,
      entry: { type: 'array', items: object({ fullUrl: uri, resource: ref('Resource') }, ['resource']) },
    },
    ['resourceType', 'type', 'link'],
  ),
  History: object(
    {
      resourceType: { const: 'Bundle' },
      id: text,
      type: { const: 'history' },
      total: number,
      link: links,
      entry: {
        type: 'array',
        items: object(
          {
            fullUrl: uri,
            resource: ref('Resource'),
            request: object({ method: { type: 'string', enum: ['POST', 'PUT', 'DELETE'] }, url: text }, [
              'method',
              'url',
            ]),
            response: object({ status: text, etag: text, lastModified: instant }, ['status', 'etag', 'lastModified']),
          },
          ['fullUrl', 'request', 'response'],
        ),
      },
    },
    ['resourceType', 'type', 'total', 'link'],
  ),
  Page: { anyOf: [ref('Bundle'), ref('History')] },
  CapabilityStatement: object(
    { resourceType: { const: 'CapabilityStatement' }, fhirVersion: { const: '4.0.1' }, rest: { type: 'array' } },
    ['resourceType'],
  ),
  OperationOutcome: object(
    {
      resourceType: { const: 'OperationOutcome' },
      issue: {
        type: 'array',
        minItems: 1,
        items: object({ severity: text, code: text, diagnostics: text }, ['severity', 'code']),
      },
    },
    ['resourceType', 'issue'],
  ),
}

const entryOf = (part: Schema): Schema => ({ type: 'array', items: part })

/** Bundles that are written, and their answers; Parameters; what a write gives back. */
const WRITES: Readonly<Record<string, Schema>> = {
  JsonPatch: entryOf(
    object({ op: oneOf('add', 'remove', 'replace', 'move', 'copy', 'test'), path: text, from: text, value: {} }, [
      'op',
      'path',
    ]),
  ),
  Parameters: object(
    { resourceType: { const: 'Parameters' }, parameter: { type: 'array', items: object({ name: text }, ['name']) } },
    ['resourceType'],
  ),
  ToValidate: { anyOf: [ref('NewResource'), ref('Parameters')] },
  Written: { anyOf: [ref('Resource'), ref('OperationOutcome')] },
  Transaction: object(
    {
      resourceType: { const: 'Bundle' },
      type: oneOf('batch', 'transaction'),
      entry: entryOf(
        object(
          {
            fullUrl: text,
            resource: object({ resourceType: text }, ['resourceType']),
            request: object({ method: oneOf('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'), url: text }, [
              'method',
              'url',
            ]),
          },
          ['request'],
        ),
      ),
    },
    ['resourceType', 'type'],
  ),
  TransactionResponse: object(
    {
      resourceType: { const: 'Bundle' },
      type: oneOf('batch-response', 'transaction-response'),
      entry: entryOf(
        object(
          {
            resource: object({ resourceType: text }, ['resourceType']),
            response: object(
              { status: text, location: text, etag: text, lastModified: instant, outcome: ref('OperationOutcome') },
              ['status'],
            ),
          },
          ['response'],
        ),
      ),
    },
    ['resourceType', 'type'],
  ),
}

const META = object({ versionId: text, lastUpdated: instant }, [])

export const schemas = ({ resourceTypes }: OpenapiDeps): Readonly<Record<string, Schema>> => {
  const resource = { resourceType: oneOf(...resourceTypes), id: text, meta: META }
  return {
    ...LAUNCH_AND_TOKEN,
    ...DISCOVERY,
    Resource: object(resource, ['resourceType', 'id']),
    NewResource: object(resource, ['resourceType']),
    ...FHIR,
    ...WRITES,
  }
}
