// grant_type=authorization_code (RFC 6749 §4.1.3, RFC 7636 §4.6): exchanges a code for the identity and the context of
// a launch.
import { numericDate, SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Params } from '#lib/http/params.ts'
import { codeChallenge, provesChallenge } from '#lib/oauth/pkce.ts'
import { codeMisused, tokenIssued } from '../audited.ts'
import { assertStillValid } from '../authorize/launch-still-valid.ts'
import type { OauthDeps, Traced } from '../deps.ts'
import { namesIn } from '../form.ts'
import { Refusal } from '../refusal.ts'
import type { Client, CodeStore, Grant } from '../store.ts'
import { signIdToken } from './id-token.ts'
import { checkResource } from './resource.ts'

/** The no-op token grants nothing. It lives as long as an id_token, so that both can be introspected. */
const NOOP_TOKEN_LIFETIME_S = 300

/** The token response of a launch (RFC 6749 §5.1, SMART App Launch 2.2 "Launch context"). Throws a Refusal. */
export async function authorizationCodeGrant(deps: OauthDeps & Traced, client: Client, form: Params, request: Request) {
  const { recorder } = deps
  checkResource(deps, form)
  const code = recorder.precheck('token.params', () => required(form, 'code'))
  const redirectUri = recorder.precheck('token.params', () => required(form, 'redirect_uri'))
  const verifier = form.get('code_verifier')
  const challenge = verifier === undefined ? undefined : codeChallenge(verifier)
  const shown = { clientId: client.clientId, redirectUri, codeChallenge: challenge ?? '' }
  const { grant, access_token } = await recorder.check('token.code', () => redeemCode(deps, code, shown, request))
  await keptOnlyIf(deps, code, async () => {
    recorder.check(
      'token.redirect_uri',
      () => assertSameRedirectUri(grant, redirectUri),
      () => ({ expected: { redirect_uri: grant.redirectUri }, received: { redirect_uri: redirectUri } }),
    )
    recorder.check(
      'token.pkce',
      () => assertPkce(grant, verifier),
      () => ({
        expected: { code_challenge: grant.codeChallenge },
        received: { code_challenge: challenge },
      }),
    )
    await recorder.check('launch.standing', () => assertStillValid(deps, grant, client, 'invalid_grant'))
  })
  deps.log.info({ client: client.clientId, traceId: grant.launch?.traceId }, 'code exchanged')
  deps.audit.record(tokenIssued(request, client, { kind: 'id_token', scope: grant.scope }, grant.launch))
  const context = deps.profile.context(grant, deps.fhirBases.canonical)
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: NOOP_TOKEN_LIFETIME_S,
    scope: grant.scope,
    id_token: await signIdToken(deps, grant, context),
    ...context,
  }
}

/** Uses up a code without checking it. */
export async function discardCode(
  { stores, clock }: Pick<OauthDeps, 'stores' | 'clock'>,
  code: string | undefined,
): Promise<void> {
  if (code) await stores.codes.discard(sha256(code), clock())
}

/** Unknown, used, expired and other clients' codes get the same answer. Presenting a code uses it up. */
async function redeemCode(
  { stores, clock, random, log, audit }: OauthDeps,
  code: string,
  shown: Parameters<CodeStore['redeem']>[1],
  request: Request,
): Promise<{ readonly grant: Grant; readonly access_token: string }> {
  const { clientId } = shown
  const access_token = random.token()
  const issuedAt = clock()
  const expiresAt = (numericDate(issuedAt) + NOOP_TOKEN_LIFETIME_S) * SECOND
  const token = { tokenHash: sha256(access_token), issuedAt, expiresAt }
  const redeemed = await stores.codes.redeem(sha256(code), shown, token)
  if (redeemed && !redeemed.reused && redeemed.grant.clientId === clientId)
    return { grant: redeemed.grant, access_token }
  if (redeemed) {
    log.warn(
      { client: clientId, issuedTo: redeemed.grant.clientId, reused: redeemed.reused },
      'a code was shown that is not to be had',
    )
    audit.record(codeMisused(request, clientId, redeemed))
  }
  throw new Refusal(
    'token.code',
    'invalid_grant',
    'the code is unknown, used, expired or issued to another client.',
  ).comparing({
    expected: { known: true, used: false, client_id: redeemed?.grant.clientId },
    received: { known: redeemed !== undefined, used: redeemed?.reused, client_id: clientId },
  })
}

function assertSameRedirectUri(grant: Grant, redirectUri: string): void {
  if (grant.redirectUri !== redirectUri)
    throw new Refusal('token.redirect_uri', 'invalid_grant').concerning({ launch: grant.launch })
}

/** A missing, malformed or wrong code_verifier gets the same error (RFC 7636 §4.6). */
function assertPkce({ codeChallenge, launch }: Grant, verifier: string | undefined): void {
  if (verifier === undefined || !provesChallenge(verifier, codeChallenge))
    throw new Refusal('token.pkce', 'invalid_grant').concerning({ launch })
}

/**
 * Runs `checks`; when something that the launch depends on is gone, refuses and revokes. The code is used up in any
 * case.
 */
async function keptOnlyIf({ stores, clock }: OauthDeps, code: string, checks: () => Promise<void>): Promise<void> {
  try {
    await checks()
  } catch (error) {
    await stores.noopTokens.revokeByCode(sha256(code), clock())
    throw error
  }
}

function required(form: Params, name: string): string {
  const value = form.get(name)
  if (!value) throw new Refusal('token.params', 'invalid_request', `${name} is required.`).comparing(namesIn(form))
  return value
}
