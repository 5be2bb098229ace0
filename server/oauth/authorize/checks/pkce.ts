// The PKCE challenge of an authorize request (RFC 7636 §4.3).
import { isCodeChallenge } from '#lib/oauth/pkce.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'

type Needs = Given<'params'>

export const pkce = {
  name: 'authorize.pkce',
  prove: ({ params }: Needs) => {
    if (params.get('code_challenge_method') !== 'S256')
      throw invalidRequest('authorize.pkce', 'code_challenge_method must be S256.')
    const codeChallenge = params.get('code_challenge') ?? ''
    if (isCodeChallenge(codeChallenge)) return { codeChallenge }
    throw invalidRequest(
      'authorize.pkce',
      'code_challenge must be a SHA-256 hash in base64url, 43 characters long.',
    ).comparing({
      expected: { code_challenge_method: 'S256', code_challenge: '43 characters out of A-Z a-z 0-9 - _' },
    })
  },
  facts: ({ params }: Needs) => ({
    expected: { code_challenge_method: 'S256' },
    received: {
      code_challenge_method: params.get('code_challenge_method'),
      code_challenge: params.get('code_challenge'),
    },
  }),
} satisfies Check
