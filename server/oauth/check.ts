// The named checks of the authorization server. A refusal says which one refused and what it expected, never whose value
// it held against it.
import { OAuthError, type OAuthErrorCode, type OAuthErrorOptions } from '#lib/oauth/oauth-error.ts'

/** In the order in which a launch meets them. */
export const CHECK_NAMES = [
  'authorize.client',
  'authorize.redirect_uri',
  'authorize.params',
  'authorize.scope',
  'authorize.pkce',
  'authorize.aud',
  'launch.format',
  'launch.iss',
  'launch.time',
  'launch.aud',
  'launch.signature',
  'launch.sub',
  'launch.resource',
  'launch.definition',
  'launch.patient',
  'launch.intent',
  'launch.jti',
  'idp.reachable',
  'idp.transaction',
  'idp.iss',
  'idp.login',
  'user.match',
  'token.params',
  'token.rate',
  'token.client_assertion',
  'token.grant_type',
  'token.scope',
  'token.code',
  'token.redirect_uri',
  'token.pkce',
  'token.resource',
  'introspect.params',
  'introspect.rate',
] as const

export type CheckName = (typeof CHECK_NAMES)[number]

/** An OAuthError with the name of the check that refused; the name leads the error_description. */
export class Refusal extends OAuthError {
  readonly check: CheckName

  constructor(check: CheckName, code: OAuthErrorCode, expected: string, options?: OAuthErrorOptions) {
    super(code, `${check}: ${expected}`, options)
    this.name = 'Refusal'
    this.check = check
  }

  override get id(): CheckName {
    return this.check
  }
}

/** A refusal of an authorize request or of its launch token. */
export const invalidRequest = (check: CheckName, expected: string, cause?: unknown): Refusal =>
  new Refusal(check, 'invalid_request', expected, { cause })
