// The portal's one API for programs: composes a launch for a test without a browser.

import { COMPOSE_DELIVERIES } from '#lib/api/compose-words.ts'
import type { Schema } from '#lib/api/openapi.ts'
import { FAILURE_NAMES, FAILURES } from '#lib/launch/failures.ts'
import { json, op, pathsOf, TOKEN, text } from './parts.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const request: Schema = {
  type: 'object',
  required: ['app'],
  properties: {
    app: { ...text, description: 'client_id of the app that is launched.' },
    claims: {
      type: 'object',
      description: 'Claims of the launch token beside iss, aud, jti, iat, exp and hti-version, or in their place.',
    },
    as: { ...text, description: 'In the place of claims: the person, such as Patient/7 …' },
    task: {
      ...text,
      description:
        '… and the task; without it, one of the person in that app that has not ended. The claims are those that the portal would sign.',
    },
    without: { type: 'array', items: text, description: 'Usual claims to leave out.' },
    delivery: { type: 'string', enum: COMPOSE_DELIVERIES, description: 'Form post, GET, or the token alone.' },
    fail: {
      type: 'string',
      enum: FAILURE_NAMES.filter((name) => FAILURES[name].madeBy !== 'login'),
      description: 'What goes wrong on purpose. Failures of the app are made by the demo app only.',
    },
    client_assertion_type: { const: ASSERTION_TYPE },
    client_assertion: {
      ...text,
      description: 'RFC 7523, with this address as aud. Not for an administrator on a page.',
    },
  },
}

export const PORTAL_PATHS = pathsOf('Portal', [{ privateKeyJwt: [] }, ...TOKEN], {
  'POST /api/launches': op('composeLaunch', 'Get a signed launch', {
    description:
      'For approved clients of kind platform or both, by client assertion, for a token of an administrator that may launch, and for signed-in administrators. Send the fields to launch_url by a form of the given method; trace_id is the jti.',
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: request,
          example: {
            app: 'demo-app',
            claims: { sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1' },
            delivery: 'shof',
            client_assertion_type: ASSERTION_TYPE,
            client_assertion: 'eyJhbGciOiJFUzM4NCJ9.e30.c2ln',
          },
        },
      },
    },
    201: json('The launch, signed.', 'ComposedLaunch'),
    400: json('The body cannot be read.', 'OAuthError'),
    401: json('The client did not prove who it is, or the token is not in force.', 'OAuthError'),
    403: json('The client is registered as a module only, or the token may not sign launches.', 'OAuthError'),
    429: json('Too many requests.', 'OAuthError'),
    422: json('There is no such app, or the launch cannot be made.', 'OAuthError'),
    502: json('The data of the domain cannot be read.', 'OAuthError'),
  }),
})
