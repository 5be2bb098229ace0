// The jti of a launch token: it is used once for each platform (conformance LTK-07).
import { claimOnce } from '../../clients/single-use.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Jti } from '../../store.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'
import { requiredClaim } from '../launch-claim-readers.ts'

/** An attacker could guess a shorter jti and use it up before the launch. */
const MIN_JTI_LENGTH = 16
const MAX_JTI_LENGTH = 255

export const launchJti = {
  name: 'launch.jti',
  isPart: true,
  prove: ({ jwt }: Given<'jwt'>) => {
    const jti = requiredClaim(jwt, 'jti', 'launch.jti')
    if (isUsableJti(jti)) return { jti }
    throw invalidRequest('launch.jti', `jti must have ${MIN_JTI_LENGTH} to ${MAX_JTI_LENGTH} characters.`)
  },
  facts: ({ jwt }: Given<'jwt'>) => ({ received: { jti: jwt.claims['jti'] } }),
} satisfies Check

/** True when the jti is long enough not to be guessed and short enough to be stored. */
export const isUsableJti = (jti: unknown): jti is Jti =>
  typeof jti === 'string' && jti.length >= MIN_JTI_LENGTH && jti.length <= MAX_JTI_LENGTH

/** Uses the launch up. The last check, so that nothing else can refuse a launch that is used up by this request. */
export const launchUnused = {
  name: 'launch.jti',
  consumes: true,
  prove: async ({ stores, platform, jti, iat, exp }: Given<'stores' | 'platform' | 'jti' | 'iat' | 'exp'>) => {
    const problem = await claimOnce(stores, { kind: 'launch', issuer: platform, jti, iat, exp })
    if (problem !== undefined) throw invalidRequest('launch.jti', problem)
  },
  facts: ({ jti }: Given<'jti'>) => ({ received: { jti } }),
} satisfies Check
