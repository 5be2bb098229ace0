// The intent of a launch (conformance LTK-12).
import { invalidRequest } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'

/**
 * A FHIR code: no leading, trailing or doubled white space (R4 datatypes "code"). The limits suit request-intent, whose
 * codes are short.
 */
const CODE = /^[^\s]{1,64}(?: [^\s]{1,64}){0,3}$/

type Needs = Given<'launch' | 'context'>

export const launchIntent = {
  name: 'launch.intent',
  prove: ({ launch: { intent }, context }: Needs) => {
    if (intent === undefined) return undefined
    if (typeof intent === 'string' && CODE.test(intent)) return { context: { ...context, intent } }
    throw invalidRequest('launch.intent')
  },
  facts: ({ launch }: Needs) => ({ received: { intent: launch.intent } }),
} satisfies Check
