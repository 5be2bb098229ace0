import { describe, expect, it } from 'vitest'
import { curlOf } from './curl.ts'

describe('a request as a curl command', () => {
  it('has a variable for every secret, and quotes everything else', () => {
    const sent = {
      grant_type: 'authorization_code',
      code: { removed: 'secret', length: 43 },
      client_assertion: { jwt: { header: {}, claims: {} } },
      redirect_uri: "https://app.test/it's",
      '$(rm)"': { removed: 'secret' },
      gone: null,
    }
    expect(curlOf({ method: 'POST', url: 'https://as.test/token', sent })).toBe(
      [
        "curl -i 'https://as.test/token'",
        "  --data-urlencode 'grant_type=authorization_code'",
        '  --data-urlencode "code=$CODE"',
        '  --data-urlencode "client_assertion=$CLIENT_ASSERTION"',
        String.raw`  --data-urlencode 'redirect_uri=https://app.test/it'\''s'`,
        '  --data-urlencode "__rm__=$__RM__"',
      ].join(' \\\n'),
    )
    expect(curlOf({ method: 'GET', url: 'https://as.test/authorize', sent: { scope: 'launch' } })).toMatch(/^curl -iG /)
  })
})
