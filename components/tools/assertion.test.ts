import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { assertionClaims, tokenCurl } from './assertion.ts'

describe('an assertion that is built', () => {
  it('AST-01 says what RFC 7523 asks, for 300 seconds at most', () => {
    const asked = { clientId: 'my-app', audience: 'https://as.example/token', lifetime: 9000, now: 1_700_000_000_500 }
    const claims = assertionClaims(asked)
    expect(claims).toEqual({
      iss: 'my-app',
      sub: 'my-app',
      aud: asked.audience,
      iat: 1_700_000_000,
      exp: 1_700_000_300,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(assertionClaims(asked).jti).not.toBe(claims.jti)
  })

  it('comes with a curl that a shell reads as it was meant', () => {
    const strange = "https://as.example/token?x='$(id)"
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${tokenCurl(strange, 'a.b.c')}`], {
      encoding: 'utf8',
    })
    expect(words.split('\n')).toEqual([
      strange,
      '-d',
      'grant_type=client_credentials',
      '--data-urlencode',
      'scope=system/*.rs',
      '-d',
      'client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      '-d',
      'client_assertion=a.b.c',
      '',
    ])
  })
})
