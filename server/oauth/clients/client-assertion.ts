// Client authentication by private_key_jwt (RFC 7523 §3, SMART App Launch 2.2 asymmetric authentication).
import { numericDate } from '#lib/clock.ts'
import type { Params } from '#lib/http/params.ts'
import { CLIENT_ASSERTION_TYPE } from '#lib/oauth/client-assertion.ts'
import { isNumericDate, readUnverified, singleAudience, type UnverifiedJwt } from '#lib/oauth/jws.ts'
import type { OauthDeps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Client } from '../store.ts'
import { mayHaveBeenUsed } from './after-restore.ts'
import { type ClaimCheck, firstProblem } from './claim-check.ts'
import type { ClientKeys } from './client-keys.ts'
import {
  CLOCK_SKEW_S,
  headerProblem,
  isSignedBy,
  MAX_LIFETIME_S,
  notBeforeProblem,
  rememberedUntil,
} from './signed-by-client.ts'

const TYPES = ['jwt', 'client-authentication+jwt']
/** Longest accepted jti. */
const MAX_JTI_LENGTH = 255
/** One answer for a bad signature and for every unapproved client, so that it reveals nothing about registrations. */
export const NOT_PROVEN = 'the assertion must be signed with the registered key of an approved client.'

export interface ClientAuthentication {
  /** The authenticated, approved client. Throws the Refusal of invalid_client, or of two methods together. */
  readonly authenticate: (request: Request, form: Params, audiences: readonly string[]) => Promise<Client>
  /** The client that signed the assertion, whatever its status, to attribute requests of a disabled client. */
  readonly prove: (request: Request, form: Params, audiences: readonly string[]) => Promise<Client>
}

type Deps = Pick<OauthDeps, 'stores' | 'clock' | 'onAuthenticated'> & { readonly clientKeys: ClientKeys }

export function clientAuthentication({ stores, clock, onAuthenticated, clientKeys }: Deps): ClientAuthentication {
  const prove = async (request: Request, form: Params, audiences: readonly string[]): Promise<Client> => {
    const assertion = readAssertion(request, form)
    const jwt = readUnverified(assertion) ?? refuse('client_assertion must be a signed JWT of at most 8 KB.')
    const { clientId, jti, iat, exp } = assertClaims(jwt, form, audiences, clock())
    const client = await stores.clients.find(clientId)
    const expected = { issuer: clientId, subject: clientId, audience: audiences, now: clock() }
    if (!(await isSignedBy(clientKeys, client, assertion, jwt, expected)) || !client) throw refusal(NOT_PROVEN)
    if (mayHaveBeenUsed({ iat, exp }, stores.restoredAt))
      throw refusal('the server was restored from a backup; make a new assertion, with iat, in half a minute.')
    // After the signature, so that another party cannot use up the jti (conformance TOK-16).
    if (!(await stores.replay.claim('assertion', clientId, jti, rememberedUntil(exp))))
      throw refusal('jti was used before; each assertion needs a new one.').concerning({ client: clientId })
    onAuthenticated(request, clientId)
    return client
  }
  return {
    prove,
    authenticate: async (request, form, audiences) => assertApproved(await prove(request, form, audiences)),
  }
}

/** Throws what a bad signature gives when the client is not approved. */
export function assertApproved(client: Client): Client {
  if (client.status !== 'approved') throw refusal(NOT_PROVEN).concerning({ client: client.clientId })
  return client
}

function readAssertion(request: Request, form: Params): string {
  const assertion = form.get('client_assertion')
  const others = request.headers.has('authorization') || form.has('client_secret')
  if (assertion !== undefined && others)
    throw new Refusal('token.client_assertion', 'invalid_request', 'use one method of client authentication.')
  if (!assertion) throw refusal('client_assertion is required; private_key_jwt is the only method.')
  if (form.get('client_assertion_type') !== CLIENT_ASSERTION_TYPE)
    throw refusal(`client_assertion_type must be ${CLIENT_ASSERTION_TYPE}.`)
  return assertion
}

export interface AssertionContext {
  readonly audiences: readonly string[]
  /** Epoch milliseconds. */
  readonly now: number
  /** client_id of the form; undefined where none was sent. */
  readonly clientId: string | undefined
}

/** The rules of RFC 7523 §3 for header and claims, in the order in which the token endpoint holds them. */
export const ASSERTION_CHECKS = [
  { name: 'header', received: ({ header }) => header, problem: (jwt) => headerProblem(jwt, TYPES) },
  {
    name: 'iss',
    received: ({ claims: { iss, sub } }) => ({ iss, sub }),
    problem: ({ claims: { iss, sub } }) =>
      typeof iss !== 'string' || iss === '' || iss !== sub ? 'iss and sub must both be the client_id.' : undefined,
  },
  {
    name: 'client_id',
    received: ({ claims }) => claims['iss'],
    problem: ({ claims }, { clientId }) =>
      clientId !== undefined && clientId !== claims['iss'] ? 'client_id must be the iss of the assertion.' : undefined,
  },
  {
    name: 'aud',
    received: ({ claims }) => claims['aud'],
    problem: ({ claims }, { audiences }) =>
      audiences.includes(singleAudience(claims['aud']) ?? '')
        ? undefined
        : 'aud must be the token endpoint or the issuer, alone.',
  },
  { name: 'exp', received: ({ claims }) => claims['exp'], problem: expiryProblem },
  { name: 'iat', received: ({ claims }) => claims['iat'], problem: issuedAtProblem },
  {
    name: 'nbf',
    received: ({ claims }) => claims['nbf'],
    problem: ({ claims }, { now }) => notBeforeProblem(claims, now),
  },
  {
    name: 'jti',
    received: ({ claims }) => claims['jti'],
    problem: ({ claims: { jti } }) =>
      typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_LENGTH
        ? `jti is required, a text of at most ${MAX_JTI_LENGTH} characters.`
        : undefined,
  },
] as const satisfies readonly ClaimCheck<string, AssertionContext>[]

function expiryProblem({ claims: { exp } }: UnverifiedJwt, { now }: AssertionContext): string | undefined {
  if (!isNumericDate(exp)) return 'exp is required and must be a number.'
  if (exp <= numericDate(now) - CLOCK_SKEW_S) return 'exp has passed.'
  return exp > numericDate(now) + MAX_LIFETIME_S + CLOCK_SKEW_S ? 'exp must be at most 300 seconds ahead.' : undefined
}

function issuedAtProblem({ claims: { iat } }: UnverifiedJwt, { now }: AssertionContext): string | undefined {
  if (iat === undefined) return undefined
  if (!isNumericDate(iat)) return 'iat must be a number.'
  return iat > numericDate(now) + CLOCK_SKEW_S ? 'iat lies in the future.' : undefined
}

/** Checks header and claims. Throws the Refusal of the first problem. */
export function assertClaims(jwt: UnverifiedJwt, form: Params, audiences: readonly string[], now: number) {
  const found = firstProblem(ASSERTION_CHECKS, jwt, { audiences, now, clientId: form.get('client_id') })
  if (found) throw refusal(found.problem)
  const { iss, jti, iat, exp } = jwt.claims
  return { clientId: iss as string, jti: jti as string, iat: iat as number | undefined, exp: exp as number }
}

const refusal = (expected: string) => new Refusal('token.client_assertion', 'invalid_client', expected)

function refuse(expected: string): never {
  throw refusal(expected)
}
