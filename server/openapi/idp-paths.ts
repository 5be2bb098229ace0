// The embedded identity provider (OpenID Connect Core) and the receiving app's launch address.
import { DEMO_PATHS } from '#lib/launch/demo-paths.ts'
import {
  document,
  empty,
  form,
  inHeader,
  json,
  keys,
  OPEN,
  op,
  page,
  pathsOf,
  query,
  redirect,
  refused,
  text,
} from './parts.ts'

const LAUNCH = {
  iss: { ...text, description: 'The FHIR base that the launch comes from.' },
  launch: { ...text, description: 'The launch token, opaque to the app.' },
}

const AUTHENTICATION_REQUEST = [
  ...['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'nonce', 'code_challenge'],
  ...['code_challenge_method', 'prompt', 'max_age', 'login_hint'],
]

export const IDP_PATHS = pathsOf('Identity provider', OPEN, {
  'GET /idp/.well-known/openid-configuration': document('idpConfiguration', 'OpenID discovery', 'ServerMetadata'),
  'GET /idp/authorize': op('idpAuthorize', 'Begin an OpenID login', {
    parameters: AUTHENTICATION_REQUEST.map((name) => query(name, 'OpenID Connect Core §3.1.2.1.')),
    302: redirect('To the login page, or to redirect_uri with a code or an error.'),
    400: page('The client or its redirect_uri is not known.'),
  }),
  'POST /idp/authorize': op('idpAuthorizeByForm', 'Begin an OpenID login, by a form', {
    requestBody: form(Object.fromEntries(AUTHENTICATION_REQUEST.map((name) => [name, text])), [], {
      response_type: 'code',
      client_id: 'a-relying-party',
      redirect_uri: 'https://my.app/callback',
      scope: 'openid',
    }),
    303: redirect('To the same address with these parameters as its query.'),
    415: page('The body is no form.'),
  }),
  'POST /idp/token': op('idpToken', 'Exchange a code for an id_token', {
    description: 'For the relying parties of the provider, with client_secret_basic or client_secret_post.',
    security: [{ clientSecret: [] }],
    requestBody: form(
      { grant_type: { const: 'authorization_code' }, code: text, redirect_uri: text, code_verifier: text },
      ['grant_type', 'code', 'redirect_uri', 'code_verifier'],
      { grant_type: 'authorization_code', code: 'a-code', redirect_uri: 'https://my.app/callback', code_verifier: 'v' },
    ),
    200: json('The tokens.', 'TokenResponse'),
    400: json('Refused.', 'OAuthError'),
    401: json('The relying party did not prove who it is.', 'OAuthError'),
  }),
  'GET /idp/jwks': document('idpJwks', 'Public keys', 'JwkSet'),
})

const receiving = (path: string, id: string, name: string) => ({
  [`GET ${path}`]: op(`${id}ByGet`, `Receive a launch (${name})`, {
    description: 'Without iss and launch this address is a page for people.',
    parameters: [
      query('iss', LAUNCH.iss.description, { example: 'http://localhost:3000/fhir/DEFAULT' }),
      query('launch', LAUNCH.launch.description, { example: 'eyJhbGciOiJSUzM4NCJ9.e30.c2ln' }),
    ],
    200: page('The page for people.'),
    302: redirect('To the authorize endpoint, or to the page that says what is wrong.'),
  }),
  [`POST ${path}`]: op(id, `Receive a launch by a form (HTI 2.0; ${name})`, {
    requestBody: form(LAUNCH, Object.keys(LAUNCH), {
      iss: 'http://localhost:3000/fhir/DEFAULT',
      launch: 'eyJhbGciOiJSUzM4NCJ9.e30.c2ln',
    }),
    303: redirect('To the authorize endpoint, or to the page that says what is wrong.'),
  }),
  [`GET ${path}/callback`]: op(`${id}Callback`, `The redirect_uri of the ${name}`, {
    parameters: ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'].map((name) =>
      query(name, 'Of the authorization server.'),
    ),
    302: redirect('To the page of the app.'),
    400: page('The launch is unknown, over, or of another browser.'),
  }),
  [`GET ${path}/jwks`]: keys(`${id}Jwks`, `Public keys of the ${name}`),
})

export const APP_PATHS = pathsOf('Demo app', OPEN, {
  ...receiving(DEMO_PATHS.sleep, 'launch', 'sleep diary'),
  ...receiving(DEMO_PATHS.energy, 'energy', 'energy check'),
  'POST /launch/hook': op('launchHook', 'Receive a notification of a Subscription of the demo app', {
    description: 'It has no body, and is kept in memory if its signature is right. In a demo domain only.',
    parameters: [
      inHeader('X-Slipway-Signature', 'A compact JWS of the authorization server.'),
      ...['X-Slipway-Subscription', 'X-Slipway-Event-Id', 'X-Slipway-Event-Number', 'X-Request-Id'].map((name) =>
        inHeader(name, 'As it was signed.'),
      ),
    ],
    204: empty('It is taken.'),
    401: refused('The signature is missing, or not right.'),
    404: refused('This is no demo domain.'),
    500: empty('It was broken on purpose, so that people see how a notification is tried again.'),
  }),
})
