// The authorization server: authorize, token, introspection, keys (RFC 6749, RFC 7662, SMART App Launch 2.2).
import {
  type Answers,
  document,
  form,
  json,
  logoutToken,
  OPEN,
  op,
  page,
  pathsOf,
  query,
  redirect,
  text,
} from './parts.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const AUTHORIZE_PARAMETERS = {
  response_type: ['Always code.', 'code'],
  client_id: ['The app, as it is registered.', 'my-app'],
  redirect_uri: ['Where the answer goes; compared character by character.', 'https://my.app/callback'],
  scope: ['launch, openid and fhirUser, in any order.', 'launch openid fhirUser'],
  state: ['Opaque; returned unchanged. At most 2048 characters.', 'a-random-state-of-22-chars'],
  aud: ['The iss of the launch: the FHIR base.', 'http://localhost:3000/fhir/DEFAULT'],
  launch: ['The launch token, as it came.', 'eyJhbGciOiJSUzM4NCJ9.e30.c2ln'],
  code_challenge: ['BASE64URL(SHA-256(code_verifier)).', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  code_challenge_method: ['Always S256.', 'S256'],
} as const

const AUTHORIZE_OPTIONS = {
  nonce: 'Returned in the id_token.',
  prompt: 'none, login or select_account.',
  max_age: 'Seconds since the person signed in, at most.',
  login_hint: 'A user name to begin with.',
}

const authorizeResponses = (found: 302 | 303): Answers => ({
  [found]: redirect('To sign in, or to redirect_uri with error, error_description, error_uri, state and iss.'),
  400: page('client_id or redirect_uri is wrong: nothing is sent anywhere.'),
})

const ASSERTION = {
  client_assertion_type: { type: 'string', const: ASSERTION_TYPE },
  client_assertion: { ...text, description: 'A JWT signed by the client: iss = sub = client_id, aud, exp, jti.' },
} as const

const failures: Answers = {
  400: json('Refused; error_uri leads to the explanation.', 'OAuthError'),
  401: json('The client did not prove who it is (invalid_client).', 'OAuthError', {
    error: 'invalid_client',
    error_description: 'token.client_assertion: jti was used before; each assertion needs a new one.',
    error_uri: 'http://localhost:3000/docs/errors/token.client_assertion',
  }),
}

export const OAUTH_PATHS = pathsOf('Authorization server', OPEN, {
  'GET /oauth2/authorize': op('authorize', 'Begin a login for a launch', {
    description: 'The browser is sent here by the app. SMART App Launch 2.2, “EHR launch”.',
    parameters: [
      ...Object.entries(AUTHORIZE_PARAMETERS).map(([name, [description, example]]) =>
        query(name, description, { required: true, example }),
      ),
      ...Object.entries(AUTHORIZE_OPTIONS).map(([name, description]) => query(name, description)),
    ],
    ...authorizeResponses(302),
  }),
  'POST /oauth2/authorize': op('authorizeByForm', 'Begin a login for a launch, by a form', {
    requestBody: form(
      Object.fromEntries(
        Object.entries(AUTHORIZE_PARAMETERS).map(([name, [description]]) => [name, { ...text, description }]),
      ),
      Object.keys(AUTHORIZE_PARAMETERS),
      Object.fromEntries(Object.entries(AUTHORIZE_PARAMETERS).map(([name, [, example]]) => [name, example])),
    ),
    ...authorizeResponses(303),
  }),
  'GET /oauth2/callback': op('callback', 'Return from the shared identity provider', {
    description: 'Only for the browser that began the login, and once.',
    parameters: [query('state', 'Of the login.'), query('code', 'Of the provider.'), query('iss', 'RFC 9207.')],
    302: redirect('To the app: code, state and iss; or error.'),
    400: page('The login is unknown, over, or of another browser.'),
  }),
  'POST /oauth2/token': op('token', 'Exchange a code, or get a bearer token', {
    description: 'grant_type authorization_code after a launch, client_credentials for the FHIR API.',
    security: [{ privateKeyJwt: [] }],
    requestBody: form(
      {
        grant_type: { type: 'string', enum: ['authorization_code', 'client_credentials'] },
        code: { ...text, description: 'Of authorization_code; once, and within 60 seconds.' },
        redirect_uri: { ...text, description: 'The one of the authorize request.' },
        code_verifier: { ...text, description: 'What the code_challenge was made from.' },
        scope: { ...text, description: 'Of client_credentials; without it all that the role allows.' },
        ...ASSERTION,
      },
      ['grant_type', ...Object.keys(ASSERTION)],
      {
        grant_type: 'client_credentials',
        scope: 'system/*.rs',
        client_assertion_type: ASSERTION_TYPE,
        client_assertion: 'eyJhbGciOiJSUzM4NCJ9.e30.c2ln',
      },
    ),
    200: json('The tokens.', 'TokenResponse', {
      access_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'system/*.rs',
    }),
    ...failures,
  }),
  'POST /oauth2/introspect': op('introspect', 'Ask whether a token is active', {
    description: 'RFC 7662. Authenticate by client assertion or with a bearer token of your own.',
    security: [{ privateKeyJwt: [] }, { bearer: [] }],
    requestBody: form({ token: text, token_type_hint: text, ...ASSERTION }, ['token'], {
      token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
    }),
    200: json('Active with its claims, or no more than active: false.', 'Introspection', { active: false }),
    ...failures,
    429: json('Too many tokens were inactive.', 'OAuthError'),
  }),
  'GET /oauth2/jwks': document('jwks', 'Public keys', 'JwkSet'),
  'POST /oauth2/backchannel-logout': logoutToken(
    'oauthLogout',
    'Where the identity provider tells of the end of a session',
  ),
})

export const DISCOVERY_PATHS = pathsOf('Discovery', OPEN, {
  'GET /.well-known/openid-configuration': document('openidConfiguration', 'OpenID discovery', 'ServerMetadata'),
  'GET /.well-known/oauth-authorization-server': document('oauthMetadata', 'RFC 8414 metadata', 'ServerMetadata'),
  'GET /openapi.json': document('openapi', 'This description', 'OpenApi'),
})
