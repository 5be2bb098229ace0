// The times of a launch token: valid now, for five minutes at most.
import { numericDate } from '#lib/clock.ts'
import { isNumericDate, millisecondsProblem } from '#lib/oauth/jws.ts'
import { CLOCK_SKEW_S, MAX_LIFETIME_S, notBeforeProblem } from '../../clients/signed-by-client.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'

type Needs = Given<'jwt' | 'clock'>

export const launchTime = {
  name: 'launch.time',
  prove: ({ jwt: { claims }, clock }: Needs) => {
    const { iat, exp } = claims
    const now = numericDate(clock())
    const refuse = (expected: string) => invalidRequest('launch.time', expected)
    if (!isNumericDate(iat) || !isNumericDate(exp)) throw refuse('iat and exp are required and must be numbers.')
    if (iat > now + CLOCK_SKEW_S) throw refuse(millisecondsProblem('iat', iat) ?? 'iat is in the future.')
    if (exp <= now - CLOCK_SKEW_S) throw refuse(`exp has passed; a launch lasts at most ${MAX_LIFETIME_S} seconds.`)
    if (exp <= iat || exp - iat > MAX_LIFETIME_S)
      throw refuse(millisecondsProblem('exp', exp) ?? `exp must be at most ${MAX_LIFETIME_S} seconds after iat.`)
    const notYet = notBeforeProblem(claims, clock())
    if (notYet) throw refuse(notYet)
    return { iat, exp }
  },
  facts: ({ jwt: { claims }, clock }: Needs) => ({
    received: { iat: claims['iat'], exp: claims['exp'], nbf: claims['nbf'], now: numericDate(clock()) },
  }),
} satisfies Check
