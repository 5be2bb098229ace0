// Verifies launch tokens: JWTs that a registered platform signed for this app (HTI 2.0, conformance LTK).

import type { CheckName } from '#lib/checks/checks.ts'
import { numericDate } from '#lib/clock.ts'
import { signsLaunches } from '#lib/oauth/client-kind.ts'
import {
  isNumericDate,
  millisecondsProblem,
  readUnverified,
  singleAudience,
  type UnverifiedJwt,
} from '#lib/oauth/jws.ts'
import type { Facts } from '#lib/trace/trace.ts'
import type { ClientKeys, KnownKeys } from '../clients/client-keys.ts'
import {
  CLOCK_SKEW_S,
  headerProblem,
  isSignedBy,
  kidHint,
  MAX_LIFETIME_S,
  notBeforeProblem,
} from '../clients/signed-by-client.ts'
import type { OauthDeps, Traced } from '../deps.ts'
import { invalidRequest } from '../refusal.ts'
import type { Client } from '../store.ts'

const TYPES = ['jwt']
/** An attacker could guess a shorter jti and use it up before the launch. */
const MIN_JTI_LENGTH = 16
const MAX_JTI_LENGTH = 255

/** A launch token whose signature, times and audience are valid. The resources in its claims are not looked up yet. */
export interface VerifiedLaunch {
  /** client_id of the launching platform. */
  readonly platform: string
  readonly jti: string
  readonly iat: number
  readonly exp: number
  readonly sub: unknown
  readonly resource: unknown
  readonly definition: unknown
  readonly patient: unknown
  readonly intent: unknown
  readonly idpHint: unknown
}

export type LaunchTokenDeps = Pick<OauthDeps, 'stores' | 'clock'> & { readonly clientKeys: ClientKeys } & Traced

/** Verifies a launch token for the app that presents it. Reads only, consumes nothing. Throws a Refusal. */
export async function verifyLaunchToken(
  { stores, clock, clientKeys, recorder }: LaunchTokenDeps,
  token: string,
  app: Pick<Client, 'clientId'>,
): Promise<VerifiedLaunch> {
  const jwt = recorder.check(
    'launch.format',
    () => assertFormat(token),
    () => ({ received: { launch: token, length: token.length } }),
  )
  const { claims, header } = jwt
  const platform = recorder.precheck('launch.iss', () => assertText(jwt, 'iss', 'launch.iss'))
  const times = recorder.check(
    'launch.time',
    () => assertTime(jwt, clock()),
    () => ({ received: { iat: claims['iat'], exp: claims['exp'], nbf: claims['nbf'], now: numericDate(clock()) } }),
  )
  const audience = recorder.check(
    'launch.aud',
    () => assertAudience(jwt, app),
    () => ({ expected: { aud: audiencesOf(app) }, received: { aud: claims['aud'] } }),
  )
  const jti = recorder.precheck(
    'launch.jti',
    () => assertJti(jwt),
    () => ({ received: { jti: claims['jti'] } }),
  )
  const client = await stores.clients.find(platform)
  const expected = { issuer: platform, audience, now: clock() }
  const signed = await isSignedBy(clientKeys, client, token, jwt, expected)
  recorder.check(
    'launch.iss',
    () => assertLaunches(client),
    () => ({ received: { iss: platform } }),
  )
  recorder.check(
    'launch.signature',
    () => assertSigned(signed, jwt),
    () => signatureFacts(header, client && clientKeys.known(client), signed),
  )
  const { sub, resource, definition, patient, intent, idp_hint: idpHint } = claims
  return { platform, jti, ...times, sub, resource, definition, patient, intent, idpHint }
}

/** For a trace: the keys that would be accepted, the header received, whether it verifies, and why other keys were not used. */
function signatureFacts(
  { kid, alg, typ }: UnverifiedJwt['header'],
  known: KnownKeys | undefined,
  signed: boolean,
): Facts {
  const { refused, jwks_problem, ...expected } = known ?? {}
  return {
    expected,
    received: {
      kid,
      alg,
      typ,
      verifies: signed,
      ...(refused ? { refused } : {}),
      ...(jwks_problem ? { jwks_problem } : {}),
    },
  }
}

export function assertFormat(token: string): UnverifiedJwt {
  const jwt = readUnverified(token)
  if (!jwt) throw invalidRequest('launch.format')
  const headerFault = headerProblem(jwt, TYPES)
  if (headerFault) throw invalidRequest('launch.format', headerFault)
  return jwt
}

function assertLaunches(client: Client | undefined): void {
  if (!client || !mayLaunch(client)) throw invalidRequest('launch.iss')
}

function assertSigned(signed: boolean, jwt: UnverifiedJwt): void {
  if (signed) return
  const hint = kidHint(jwt)
  throw invalidRequest('launch.signature', hint ? `the token must be signed with a registered key.${hint}` : undefined)
}

/** True when the client may launch apps now. */
export const mayLaunch = (client: Pick<Client, 'status' | 'kind'>): boolean =>
  client.status === 'approved' && signsLaunches(client)

export function assertText({ claims }: UnverifiedJwt, claim: string, check: CheckName): string {
  const value = claims[claim]
  if (typeof value !== 'string' || value === '') throw invalidRequest(check, `${claim} is required.`)
  return value
}

export function assertTime({ claims }: UnverifiedJwt, nowMs: number): { readonly iat: number; readonly exp: number } {
  const { iat, exp } = claims
  const now = numericDate(nowMs)
  const refuse = (expected: string) => invalidRequest('launch.time', expected)
  if (!isNumericDate(iat) || !isNumericDate(exp)) throw refuse('iat and exp are required and must be numbers.')
  if (iat > now + CLOCK_SKEW_S) throw refuse(millisecondsProblem('iat', iat) ?? 'iat is in the future.')
  if (exp <= now - CLOCK_SKEW_S) throw refuse(`exp has passed; a launch lasts at most ${MAX_LIFETIME_S} seconds.`)
  if (exp <= iat || exp - iat > MAX_LIFETIME_S)
    throw refuse(millisecondsProblem('exp', exp) ?? `exp must be at most ${MAX_LIFETIME_S} seconds after iat.`)
  const notYet = notBeforeProblem(claims, nowMs)
  if (notYet) throw refuse(notYet)
  return { iat, exp }
}

const audiencesOf = ({ clientId }: Pick<Client, 'clientId'>) => [`Device/${clientId}`, clientId]

/** True when the token's audience is the app, by either of its names. */
export const hasLaunchAudience = ({ claims }: UnverifiedJwt, app: Pick<Client, 'clientId'>): boolean =>
  audiencesOf(app).includes(singleAudience(claims['aud']) ?? '')

export function assertAudience(jwt: UnverifiedJwt, app: Pick<Client, 'clientId'>): readonly string[] {
  if (hasLaunchAudience(jwt, app)) return audiencesOf(app)
  throw invalidRequest('launch.aud')
}

/** True when the jti is long enough not to be guessed and short enough to be stored. */
export const isUsableJti = (jti: unknown): jti is string =>
  typeof jti === 'string' && jti.length >= MIN_JTI_LENGTH && jti.length <= MAX_JTI_LENGTH

export function assertJti(jwt: UnverifiedJwt): string {
  const jti = assertText(jwt, 'jti', 'launch.jti')
  if (isUsableJti(jti)) return jti
  throw invalidRequest('launch.jti', `jti must have ${MIN_JTI_LENGTH} to ${MAX_JTI_LENGTH} characters.`)
}
