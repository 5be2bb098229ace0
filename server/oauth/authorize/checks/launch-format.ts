// The launch parameter: a JWT with a header that is accepted here (HTI 2.0, conformance LTK).
import { readUnverified } from '#lib/oauth/jws.ts'
import { headerProblem } from '../../clients/signed-by-client.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'

const TYPES = ['jwt']

export const launchSent = {
  name: 'launch.format',
  isPart: true,
  prove: ({ params }: Given<'params'>) => {
    const token = params.get('launch')
    if (!token) throw invalidRequest('launch.format', 'launch is required.')
    return { token }
  },
} satisfies Check

type Needs = Given<'token'>

export const launchFormat = {
  name: 'launch.format',
  prove: ({ token }: Needs) => {
    const jwt = readUnverified(token)
    if (!jwt) throw invalidRequest('launch.format')
    const problem = headerProblem(jwt, TYPES)
    if (problem) throw invalidRequest('launch.format', problem)
    return { jwt }
  },
  facts: ({ token }: Needs) => ({ received: { launch: token, length: token.length } }),
} satisfies Check
