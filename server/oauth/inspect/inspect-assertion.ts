// A dry run of the token endpoint's checks on a client assertion; consumes nothing.
import type { AssertionVerdict } from '#lib/api/admin.ts'
import type { InspectedCheck } from '#lib/api/tools.ts'
import { readUnverified, type UnverifiedJwt } from '#lib/oauth/jws.ts'
import { ASSERTION_CHECKS, NOT_PROVEN } from '../clients/client-assertion.ts'
import { type ClientKeys, keysText } from '../clients/client-keys.ts'
import { isSignedBy } from '../clients/signed-by-client.ts'
import { reuseProblem } from '../clients/single-use.ts'
import type { OauthDeps } from '../deps.ts'
import type { Client, Jti } from '../store.ts'
import { allPass, failed, inspectClaims, inspectInOrder, notReached, passed } from './verdict.ts'

/** The page that explains every refusal of an assertion. */
const ERROR = 'token.client_assertion'
/**
 * Those responsible for a client see each step of its authentication. Others see only what the endpoint answers: that
 * nothing is proven.
 */
const PROOF_FOR_OWNERS = ['client', 'status', 'signature', 'unused']
const PROOF = ['proven', 'unused']

type Deps = Pick<OauthDeps, 'stores' | 'clock' | 'endpoints' | 'issuer'> & { readonly clientKeys: ClientKeys }

/**
 * For an administrator: the first check that an assertion fails, or null when it passes all. The checks of header and
 * claims count as one.
 */
export const inspectAssertion =
  (deps: Deps) =>
  async (assertion: string): Promise<AssertionVerdict> => {
    const checks = await inspectAssertionChecks(deps, assertion, () => true)
    const failure = checks.find(({ outcome }) => outcome === 'fail')
    const failedCheck = failure && (FAILED[failure.name] ?? 'claims')
    const isReadable = failedCheck !== 'format' && failedCheck !== 'claims'
    const clientId = isReadable ? (readUnverified(assertion)?.claims['iss'] as string) : null
    return { failed: failedCheck ?? null, expected: failure?.expected ?? null, clientId }
  }

const FAILED: Readonly<Record<string, AssertionVerdict['failed']>> = {
  format: 'format',
  client: 'client',
  status: 'status',
  signature: 'signature',
  unused: 'jti',
}

/** `looksAfter` tells whether the caller is responsible for a client, which may be unknown. */
export async function inspectAssertionChecks(
  deps: Deps,
  assertion: string,
  looksAfter: (client: Client | undefined) => boolean,
): Promise<readonly InspectedCheck[]> {
  const jwt = readUnverified(assertion)
  if (!jwt) return [failed('format', 'client_assertion must be a signed JWT of at most 8 KB.', ERROR)]
  const audiences = [deps.endpoints.token, deps.issuer]
  const context = { audiences, now: deps.clock(), clientId: undefined }
  const client = await clientOf(deps, jwt)
  const names = looksAfter(client) ? PROOF_FOR_OWNERS : PROOF
  // Without a form, there is no client_id to compare.
  const checks = ASSERTION_CHECKS.filter(({ name }) => name !== 'client_id')
  const claims = [passed('format'), ...inspectClaims(checks, jwt, context, () => ERROR)]
  if (!allPass(claims)) return [...claims, ...names.map(notReached)]
  const failure = await proofProblem(deps, assertion, jwt, client)
  if (failure === undefined) return [...claims, ...inspectInOrder(names, undefined)]
  const shown = names.includes(failure.name) ? failure : { name: 'proven', expected: NOT_PROVEN }
  return [...claims, ...inspectInOrder(names, { ...shown, error: ERROR })]
}

const clientOf = async ({ stores }: Deps, { claims: { iss } }: UnverifiedJwt): Promise<Client | undefined> =>
  typeof iss === 'string' ? stores.clients.find(iss) : undefined

/** The signature is always verified first, so that the time reveals nothing about registrations. */
async function proofProblem(
  { stores, clientKeys }: Deps,
  assertion: string,
  jwt: UnverifiedJwt,
  client: Client | undefined,
): Promise<{ readonly name: string; readonly expected: string } | undefined> {
  const { iss, jti, iat, exp } = jwt.claims as { iss: string; jti: Jti; iat: number | undefined; exp: number }
  const signed = await isSignedBy(clientKeys, client, assertion, jwt)
  if (!client) return { name: 'client', expected: 'iss and sub must be the client_id of a registered app.' }
  if (client.status !== 'approved')
    return { name: 'status', expected: `the app must be approved; it is ${client.status}.` }
  if (!signed)
    return {
      name: 'signature',
      expected: `kid must name one registered key, and that key must have made the signature. ${keysText(clientKeys.known(client))}`,
    }
  const reused = await reuseProblem(stores, { kind: 'assertion', issuer: iss, jti, iat, exp })
  return reused === undefined ? undefined : { name: 'unused', expected: reused }
}
