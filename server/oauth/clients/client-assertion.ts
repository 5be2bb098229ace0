// Client authentication by private_key_jwt (RFC 7523 §3, SMART App Launch 2.2 asymmetric authentication).
import { numericDate } from '#lib/clock.ts'
import type { Params } from '#lib/http/params.ts'
import { CLIENT_ASSERTION_TYPE } from '#lib/oauth/client-assertion.ts'
import {
  isNumericDate,
  millisecondsProblem,
  readUnverified,
  singleAudience,
  type UnverifiedJwt,
} from '#lib/oauth/jws.ts'
import { JWS_ALGORITHMS } from '#lib/oauth/jws-algorithms.ts'
import type { FactList, Facts } from '#lib/trace/trace.ts'
import type { OauthDeps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Client, Jti } from '../store.ts'
import type { ClientKeys } from './client-keys.ts'
import { type ClaimCheck, firstProblem } from './first-claim-problem.ts'
import {
  CLOCK_SKEW_S,
  headerProblem,
  isSignedBy,
  kidHint,
  MAX_LIFETIME_S,
  notBeforeProblem,
} from './signed-by-client.ts'
import { claimOnce } from './single-use.ts'

const TYPES = ['jwt', 'client-authentication+jwt']
/** Longest accepted jti. */
const MAX_JTI_LENGTH = 255
/** One answer for a bad signature and for every unapproved client, so that it reveals nothing about registrations. */
export const NOT_PROVEN = 'the assertion must be signed with the registered key of an approved client.'

export interface ClientAuthentication {
  /**
   * The authenticated, approved client. Throws a Refusal: invalid_client, or the one for two authentication methods in
   * one request.
   */
  readonly authenticate: (request: Request, form: Params, audiences: readonly string[]) => Promise<Client>
  /** The client that signed the assertion, whatever its status; attributes the requests of a disabled client. */
  readonly prove: (request: Request, form: Params, audiences: readonly string[]) => Promise<Client>
}

type Deps = Pick<OauthDeps, 'stores' | 'clock' | 'onAuthenticated'> & { readonly clientKeys: ClientKeys }

export function clientAuthentication({ stores, clock, onAuthenticated, clientKeys }: Deps): ClientAuthentication {
  const prove = async (request: Request, form: Params, audiences: readonly string[]): Promise<Client> => {
    const assertion = readAssertion(request, form)
    const jwt = readUnverified(assertion)
    if (!jwt)
      throw refusal('client_assertion must be a signed JWT of at most 8 KB.').comparing({
        expected: { alg: JWS_ALGORITHMS },
      })
    const now = clock()
    const { clientId, jti, iat, exp } = assertClaims(jwt, form, audiences, now)
    const refused = (reason: string, wanted: FactList) => refusal(reason).comparing(comparedTo(jwt, now, wanted))
    const client = await stores.clients.find(clientId)
    if (!(await isSignedBy(clientKeys, client, assertion, jwt)) || !client)
      throw refused(`${NOT_PROVEN}${kidHint(jwt)}`, { kid: 'of a key that is registered for iss', alg: 'of that key' })
    const reused = await claimOnce(stores, { kind: 'assertion', issuer: clientId, jti, iat, exp })
    if (reused !== undefined)
      throw refused(reused, { jti: 'a new one', iat: numericDate(now) }).concerning({ client: clientId })
    onAuthenticated(request, clientId)
    return client
  }
  return {
    prove,
    authenticate: async (request, form, audiences) => assertApproved(await prove(request, form, audiences)),
  }
}

/** Throws the same refusal as a bad signature when the client is not approved. */
export function assertApproved(client: Client): Client {
  if (client.status !== 'approved') throw refusal(NOT_PROVEN).concerning({ client: client.clientId })
  return client
}

function readAssertion(request: Request, form: Params): string {
  const assertion = form.get('client_assertion')
  const others = otherMethods(request, form)
  const methods = { expected: { method: 'private_key_jwt' }, received: { method: others } }
  if (assertion !== undefined && others.length > 0)
    throw new Refusal(
      'token.client_assertion',
      'invalid_request',
      `use one method of client authentication: private_key_jwt, without ${extras(request, form)}.`,
    ).comparing({ ...methods, received: { method: ['private_key_jwt', ...others] } })
  if (!assertion) throw refusal('client_assertion is required; private_key_jwt is the only method.').comparing(methods)
  const type = form.get('client_assertion_type')
  if (type !== CLIENT_ASSERTION_TYPE)
    throw refusal(`client_assertion_type must be ${CLIENT_ASSERTION_TYPE}.`).comparing({
      expected: { client_assertion_type: CLIENT_ASSERTION_TYPE },
      received: { client_assertion_type: type },
    })
  return assertion
}

/** What to leave out of a request that has a client assertion: many OAuth libraries send these by themselves. */
const extras = (request: Request, form: Params): string =>
  [
    ...(request.headers.has('authorization') ? ['the header Authorization'] : []),
    ...(form.has('client_secret') ? ['client_secret'] : []),
  ].join(' and ')

/**
 * The methods of client authentication in the request that are not offered here, by their names in OpenID Connect Core
 * §9.
 */
function otherMethods(request: Request, form: Params): readonly string[] {
  const scheme = request.headers.get('authorization')?.split(' ')[0]
  return [
    ...(scheme === undefined ? [] : [/^basic$/i.test(scheme) ? 'client_secret_basic' : `Authorization: ${scheme}`]),
    ...(form.has('client_secret') ? ['client_secret_post'] : []),
  ]
}

/** Header and claims of a client assertion, by name; empty for a value that is no JWT. */
export function assertionFacts(assertion: string | undefined): FactList {
  const jwt = assertion === undefined ? undefined : readUnverified(assertion)
  return jwt ? factsOf(jwt) : { client_assertion: assertion }
}

const factsOf = ({ header: { kid, alg, typ }, claims: { aud, iss, sub, exp, iat, jti } }: UnverifiedJwt): FactList => ({
  ...{ aud, iss, sub, exp, iat, jti, kid, alg, typ },
})

export interface AssertionContext {
  readonly audiences: readonly string[]
  /** Epoch milliseconds. */
  readonly now: number
  /** client_id of the form; undefined when none was sent. */
  readonly clientId: string | undefined
}

/** The rules of RFC 7523 §3 for header and claims, in the order in which the token endpoint checks them. */
export const ASSERTION_CHECKS = [
  {
    name: 'header',
    received: ({ header }) => header,
    problem: (jwt) => headerProblem(jwt, TYPES),
    expected: () => ({ alg: JWS_ALGORITHMS, typ: [null, ...TYPES] }),
  },
  {
    name: 'iss',
    received: ({ claims: { iss, sub } }) => ({ iss, sub }),
    problem: ({ claims: { iss, sub } }) =>
      typeof iss !== 'string' || iss === '' || iss !== sub ? 'iss and sub must both be the client_id.' : undefined,
    expected: ({ claims: { iss, sub } }) => ({ iss: iss ?? sub, sub: iss ?? sub }),
  },
  {
    name: 'client_id',
    received: ({ claims }) => claims['iss'],
    problem: ({ claims }, { clientId }) =>
      clientId !== undefined && clientId !== claims['iss'] ? 'client_id must be the iss of the assertion.' : undefined,
    expected: (_, { clientId }) => ({ iss: clientId, sub: clientId }),
  },
  {
    name: 'aud',
    received: ({ claims }) => claims['aud'],
    problem: ({ claims }, { audiences }) =>
      audiences.includes(singleAudience(claims['aud']) ?? '')
        ? undefined
        : `aud must be ${audiences.join(' or ')}, as its only value.`,
    expected: (_, { audiences }) => ({ aud: audiences }),
  },
  {
    name: 'exp',
    received: ({ claims }) => claims['exp'],
    problem: expiryProblem,
    expected: (_, { now }) => ({ exp: numericDate(now) + MAX_LIFETIME_S }),
  },
  {
    name: 'iat',
    received: ({ claims }) => claims['iat'],
    problem: issuedAtProblem,
    expected: (_, { now }) => ({ iat: numericDate(now) }),
  },
  {
    name: 'nbf',
    received: ({ claims }) => claims['nbf'],
    problem: ({ claims }, { now }) => notBeforeProblem(claims, now),
    expected: (_, { now }) => ({ nbf: numericDate(now) }),
  },
  {
    name: 'jti',
    received: ({ claims }) => claims['jti'],
    problem: ({ claims: { jti } }) =>
      typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI_LENGTH
        ? `jti must be a string of 1 to ${MAX_JTI_LENGTH} characters.`
        : undefined,
    expected: () => ({ jti: `a new string of 1 to ${MAX_JTI_LENGTH} characters` }),
  },
] as const satisfies readonly ClaimCheck<string, AssertionContext>[]

function expiryProblem({ claims: { iat, exp } }: UnverifiedJwt, { now }: AssertionContext): string | undefined {
  if (!isNumericDate(exp)) return 'exp is required and must be a number.'
  if (exp <= numericDate(now) - CLOCK_SKEW_S) return 'exp has passed.'
  if (exp <= numericDate(now) + MAX_LIFETIME_S + CLOCK_SKEW_S) return undefined
  const clockIsAhead = isNumericDate(iat) && isAhead(iat, now) && exp - iat <= MAX_LIFETIME_S
  return (
    millisecondsProblem('exp', exp) ??
    `exp must be at most ${MAX_LIFETIME_S} seconds ahead.${clockIsAhead ? ' iat is in the future, too: the clock of the app is ahead.' : ''}`
  )
}

const isAhead = (date: number, now: number): boolean => date > numericDate(now) + CLOCK_SKEW_S

function issuedAtProblem({ claims: { iat } }: UnverifiedJwt, { now }: AssertionContext): string | undefined {
  if (iat === undefined) return undefined
  if (!isNumericDate(iat)) return 'iat must be a number.'
  return isAhead(iat, now) ? (millisecondsProblem('iat', iat) ?? 'iat is in the future.') : undefined
}

/** Checks header and claims. Throws the Refusal of the first problem. */
export function assertClaims(jwt: UnverifiedJwt, form: Params, audiences: readonly string[], now: number) {
  const found = firstProblem(ASSERTION_CHECKS, jwt, { audiences, now, clientId: form.get('client_id') })
  if (found) throw refusal(found.problem).comparing(comparedTo(jwt, now, found.expected))
  const { iss, jti, iat, exp } = jwt.claims
  return { clientId: iss as string, jti: jti as Jti, iat: iat as number | undefined, exp: exp as number }
}

const comparedTo = (jwt: UnverifiedJwt, now: number, expected: FactList = {}): Facts => ({
  expected,
  received: { ...factsOf(jwt), now: numericDate(now) },
})

const refusal = (expected: string) => new Refusal('token.client_assertion', 'invalid_client', expected)
