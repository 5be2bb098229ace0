// The answer to a refusal by each check, for the pages that explain errors: the protocol's code, and where the answer
// goes.

import { CHECKS, type CheckName } from '../checks/checks.ts'
import { outcomeText } from '../fhir/operation-outcome.ts'
import type { OAuthErrorCode } from '../oauth/oauth-error.ts'

/**
 * `json`: the body of the answer. `redirect`: the address that the browser is sent to. `outcome`: an OperationOutcome
 * as the body.
 */
export interface ErrorAnswer {
  readonly by: 'json' | 'redirect' | 'outcome'
  readonly status: number
  readonly text: string
}

/** The usual code of each check that refuses with an OAuth error; some checks have others in rarer cases. */
export const CHECK_CODES: Partial<Readonly<Record<CheckName, OAuthErrorCode>>> = {
  'authorize.client': 'invalid_request',
  'authorize.redirect_uri': 'invalid_request',
  'authorize.params': 'invalid_request',
  'authorize.scope': 'invalid_scope',
  'authorize.pkce': 'invalid_request',
  'authorize.aud': 'invalid_request',
  'launch.format': 'invalid_request',
  'launch.time': 'invalid_request',
  'launch.aud': 'invalid_request',
  'launch.iss': 'invalid_request',
  'launch.signature': 'invalid_request',
  'launch.sub': 'invalid_request',
  'launch.resource': 'invalid_request',
  'launch.task': 'invalid_request',
  'launch.definition': 'invalid_request',
  'launch.patient': 'invalid_request',
  'launch.intent': 'invalid_request',
  'launch.jti': 'invalid_request',
  'idp.transaction': 'invalid_request',
  'idp.iss': 'invalid_request',
  'idp.reachable': 'temporarily_unavailable',
  'idp.login': 'access_denied',
  'idp.claim': 'access_denied',
  'user.match': 'access_denied',
  'token.params': 'invalid_request',
  'token.client_assertion': 'invalid_client',
  'token.grant_type': 'unauthorized_client',
  'token.resource': 'invalid_target',
  'token.code': 'invalid_grant',
  'token.redirect_uri': 'invalid_grant',
  'token.pkce': 'invalid_grant',
  'token.scope': 'invalid_scope',
  'introspect.params': 'invalid_request',
}

/** Checks that run before a redirect address is proven: RFC 6749 §4.1.2.1 has their errors answered here. */
const NEVER_REDIRECTED: readonly CheckName[] = [
  'authorize.client',
  'authorize.redirect_uri',
  'idp.transaction',
  'idp.iss',
]

/** A placeholder for values that differ between requests. */
const ANY = '…'

interface Places {
  readonly publicUrl: string
  readonly issuer: string
  /** Whether error_uri leads to the trace of the request, as in the demo, or to the page about the check. */
  readonly demo: boolean
}

/**
 * The answer to a refusal by a check, with `…` for values that differ; undefined when the answer is a page for a
 * person.
 */
export function answerOf(check: string, places: Places): ErrorAnswer | undefined {
  if (!isCheck(check)) return undefined
  if (check === 'fhir.bearer' || check === 'fhir.permission') return OUTCOMES[check]
  const code = CHECK_CODES[check]
  return code && oauthAnswer(check, code, places)
}

function oauthAnswer(check: CheckName, code: OAuthErrorCode, { publicUrl, issuer, demo }: Places): ErrorAnswer {
  const error = {
    error: code,
    error_description: `${check}: ${CHECKS[check].en.expected}`,
    error_uri: demo ? `${publicUrl}/traces/${ANY}` : `${publicUrl}/docs/errors/${check}`,
    trace_id: ANY,
  }
  if (/^(token|introspect)\./.test(check) || NEVER_REDIRECTED.includes(check))
    return { by: 'json', status: code === 'invalid_client' ? 401 : 400, text: indented(error) }
  const parameters = Object.entries({ ...error, state: ANY, iss: issuer }).map(([name, value]) => `${name}=${value}`)
  return { by: 'redirect', status: 302, text: `https://your.app/callback?${parameters.join('\n  &')}` }
}

const outcome = (status: number, code: string, text: string, diagnostics: string): ErrorAnswer => ({
  by: 'outcome',
  status,
  text: indented(JSON.parse(outcomeText({ code, text, diagnostics }))),
})

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

const OUTCOMES = {
  'fhir.bearer': outcome(
    401,
    'login',
    'Unauthenticated',
    'A bearer token is required; /.well-known/smart-configuration names the token endpoint.',
  ),
  'fhir.permission': outcome(
    403,
    'forbidden',
    'Unauthorized',
    'The client may not perform this interaction on this type: it needs system/Task.u, both in its role and in its token.',
  ),
} as const

const isCheck = (name: string): name is CheckName => Object.hasOwn(CHECKS, name)
