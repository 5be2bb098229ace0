// The scope of an authorize request: exactly the scopes of the profile, in any order.
import { Refusal } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'

/** scope-tokens of RFC 6749 §3.3, separated by one space. */
const SCOPE_GRAMMAR = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/

type Needs = Given<'params' | 'profile'>

export const scope = {
  name: 'authorize.scope',
  prove: ({ params, profile: { scopes } }: Needs) => {
    const sent = params.get('scope')
    const requested = new Set(sent && SCOPE_GRAMMAR.test(sent) ? sent.split(' ') : [])
    if (requested.size !== scopes.length || !scopes.every((scope) => requested.has(scope)))
      throw new Refusal('authorize.scope', 'invalid_scope', `scope must be ${scopes.join(' ')}.`)
    return { scope: scopes.join(' ') }
  },
  facts: ({ params, profile }: Needs) => ({
    expected: { scope: profile.scopes.join(' ') },
    received: { scope: params.get('scope') },
  }),
} satisfies Check
