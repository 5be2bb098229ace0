// The OpenAPI 3.1 description of the whole service (conformance MET-12), made from the code's own tables and schemas.
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { OpenApi } from '#lib/api/openapi.ts'
import { withOwnAddresses } from '#lib/docs/addresses.ts'
import { API_TAGS } from '#lib/docs/api-tags.ts'
import type { Handler } from '#lib/http/handler.ts'
import { sessionCookieName } from '#lib/http/session-cookie-name.ts'
import { JWS_ALGORITHMS } from '#lib/oauth/jws-algorithms.ts'
import { publicDocument } from '#lib/oauth/public-document.ts'
import { ACCOUNT_PATHS } from './account-paths.ts'
import { ADMIN_PATHS } from './admin-paths.ts'
import { answers } from './answers.ts'
import { COMPOSE_PATHS } from './compose-paths.ts'
import { CONNECT_PATHS } from './connect-paths.ts'
import type { OpenapiDeps } from './deps.ts'
import { fhirPaths } from './fhir-paths.ts'
import { APP_PATHS, IDP_PATHS } from './idp-paths.ts'
import { DISCOVERY_PATHS, OAUTH_PATHS } from './oauth-paths.ts'
import { OPERATION_PATHS } from './operation-paths.ts'
import { PAGE_PATHS } from './page-paths.ts'
import type { Paths } from './parts.ts'
import { PORTAL_PATHS } from './portal-paths.ts'
import { schemas } from './schemas.ts'
import { withShared } from './shared.ts'
import { SUBSCRIPTION_PATHS } from './subscription-paths.ts'
import { TASK_PATHS } from './task-paths.ts'
import { TRACE_PATHS } from './trace-paths.ts'

/** The description of the service, for programs and for its page. */
export interface Openapi {
  /** GET /openapi.json. */
  readonly document: Handler
  /** The same, for the page that shows it. */
  readonly describe: () => Promise<OpenApi>
}

/** Seconds for which it may be cached: it changes only with the software or its settings. */
const MAX_AGE_S = 300

/** Creates the description from its input; made once, on first use. */
export function createOpenapi(deps: OpenapiDeps): Openapi {
  let description: Promise<OpenApi> | undefined
  const describe = () => {
    description ??= descriptionOf(deps)
    return description
  }
  return { document: publicDocument({ maxAge: MAX_AGE_S, body: describe }), describe }
}

/** Makes the description in several turns of the event loop, which it would hold for a tenth of a second. */
async function descriptionOf(deps: OpenapiDeps): Promise<OpenApi> {
  const own = <Part>(part: Part) => JSON.parse(withOwnAddresses(JSON.stringify(part), deps)) as Part
  const described = withShared(pathsOf(deps), deps.factsOf)
  await othersFirst()
  const { paths, responses } = own(described)
  await othersFirst()
  const shapes = answers()
  await othersFirst()
  return {
    openapi: '3.1.1',
    info: {
      title: 'Slipway',
      version: deps.version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: 'A whole health-app launch domain: authorization server, FHIR R4 API, identity provider and app.',
    },
    servers: [{ url: deps.publicUrl, description: 'This domain' }],
    tags: API_TAGS,
    paths,
    components: { schemas: own({ ...schemas(deps), ...shapes }), responses, securitySchemes: securitySchemes(deps) },
  }
}

const pathsOf = (deps: OpenapiDeps): Paths => ({
  ...OAUTH_PATHS,
  ...DISCOVERY_PATHS,
  ...fhirPaths(deps),
  ...IDP_PATHS,
  ...APP_PATHS,
  ...PAGE_PATHS,
  ...COMPOSE_PATHS,
  ...PORTAL_PATHS,
  ...CONNECT_PATHS,
  ...ACCOUNT_PATHS,
  ...TRACE_PATHS,
  ...SUBSCRIPTION_PATHS,
  ...TASK_PATHS,
  ...ADMIN_PATHS,
  ...OPERATION_PATHS,
})

const securitySchemes = ({ issuer, publicUrl }: OpenapiDeps): OpenApi['components']['securitySchemes'] => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT (RFC 9068)',
    description: `A token of grant_type=client_credentials at ${issuer}/oauth2/token; it is valid for 300 seconds.`,
  },
  privateKeyJwt: {
    type: 'openIdConnect',
    openIdConnectUrl: `${issuer}/.well-known/openid-configuration`,
    description: `private_key_jwt (RFC 7523): client_assertion in the form, signed by the registered key with ${JWS_ALGORITHMS.join(', ')}.`,
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(publicUrl),
    description:
      'The cookie of a person who is signed in at this site (of a launch: slipway-app- and the id of the launch, with the same beginning). Changes are taken from pages of this site only.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token of an administrator, made at /admin/tokens: for the command line and CI.',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN, for GET /metrics alone.' },
  clientSecret: { type: 'http', scheme: 'basic', description: 'Of a relying party of the identity provider.' },
})
