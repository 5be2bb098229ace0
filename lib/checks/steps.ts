// The requests that make up a launch: the peer that answers each, and the checks that it runs, in their order. A test compares
// these lists with the trace of a successful launch, so they cannot promise more than is done.
import type { Actor } from '../i18n/actors.ts'
import type { CheckName } from './checks.ts'

interface StepDeclaration {
  readonly peer: Actor
  readonly checks: readonly CheckName[]
}

const TOKEN_START = ['token.params', 'token.client_assertion', 'token.rate', 'token.grant_type'] as const

/** The requests of a launch by name: the peer that answers, and its checks in their order. */
export const STEPS = {
  'portal.launch': { peer: 'portal', checks: ['portal.person', 'portal.task', 'portal.target'] },
  'app.launch': { peer: 'app', checks: ['app.launch', 'app.discovery'] },
  authorize: {
    peer: 'oauth',
    checks: [
      'authorize.client',
      'authorize.redirect_uri',
      'authorize.params',
      'authorize.scope',
      'authorize.pkce',
      'authorize.aud',
      'launch.format',
      'launch.time',
      'launch.aud',
      'launch.iss',
      'launch.signature',
      'launch.sub',
      'launch.resource',
      'launch.task',
      'launch.definition',
      'launch.patient',
      'launch.intent',
      'idp.reachable',
      'launch.jti',
    ],
  },
  'idp.authorize': { peer: 'idp', checks: ['idp.request'] },
  'idp.login': { peer: 'idp', checks: ['idp.credentials'] },
  callback: {
    peer: 'oauth',
    checks: ['idp.transaction', 'idp.iss', 'idp.login', 'idp.claim', 'user.match', 'launch.standing'],
  },
  'app.callback': {
    peer: 'app',
    checks: ['app.iss', 'app.answer', 'app.token', 'app.id_token', 'app.context'],
  },
  token: { peer: 'oauth', checks: TOKEN_START },
  'token.authorization_code': {
    peer: 'oauth',
    checks: [...TOKEN_START, 'token.resource', 'token.code', 'token.redirect_uri', 'token.pkce', 'launch.standing'],
  },
  'token.client_credentials': { peer: 'oauth', checks: [...TOKEN_START, 'token.resource', 'token.scope'] },
  introspect: { peer: 'oauth', checks: ['introspect.params', 'token.client_assertion', 'introspect.rate'] },
  fhir: { peer: 'fhir', checks: ['fhir.bearer', 'fhir.permission'] },
  'fhir.write': { peer: 'fhir', checks: ['fhir.bearer', 'fhir.permission', 'fhir.write'] },
  // Consequences of a write, which are not requests by the writer.
  'subscription.compared': { peer: 'fhir', checks: [] },
  'subscription.notified': { peer: 'fhir', checks: [] },
} as const satisfies Readonly<Record<string, StepDeclaration>>

export type StepName = keyof typeof STEPS
