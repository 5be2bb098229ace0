// A flood of bad assertions stays cheap: no key is looked up before every cheap check has passed (RFC 8725 §3.11).
import { describe, expect, it } from 'vitest'
import { numericDate } from '#lib/clock.ts'
import { expectOAuthError } from '../testing/answers.ts'
import { APP, authorizationServer, client } from '../testing/authorization-server.ts'
import { withHeader } from '../testing/jwt.ts'

const JWKS_URL = 'http://localhost:9/jwks'

/** A server whose one app keeps its keys at an address, so that every look for a key shows. */
async function watched() {
  const fetched: string[] = []
  const as = await authorizationServer({
    fetch: async (input) => {
      fetched.push(String(input))
      return Response.json({ keys: [as.appKey.publicJwk] })
    },
  })
  await as.registry.saveClient(client({ clientId: APP, jwksUrl: JWKS_URL, roleName: 'reader' }))
  return { as, fetched }
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })

describe('a client assertion', () => {
  it('LIM-12 is refused for its claims and its header before any key is looked up', async () => {
    const { as, fetched } = await watched()
    const soon = numericDate(as.now())
    for (const claims of [
      { aud: 'https://evil.example' },
      { exp: soon - 600 },
      { exp: soon + 6000 },
      { sub: 'other' },
      { jti: '' },
    ])
      await expectOAuthError(
        await as.credentials({ client_assertion: await as.assertion(claims) }),
        401,
        'invalid_client',
      )
    for (const header of [{ alg: 'none' }, { alg: 'HS256' }, { typ: 'at+jwt' }, { crit: ['x'] }]) {
      const client_assertion = withHeader(await as.assertion(), { alg: as.appKey.alg, kid: as.appKey.kid, ...header })
      await expectOAuthError(await as.credentials({ client_assertion }), 401, 'invalid_client')
    }
    expect(fetched).toEqual([])
    expect((await as.credentials({ client_assertion: await as.assertion() })).status).toBe(200)
    expect(fetched).toEqual([JWKS_URL])
  })

  it('LIM-11 is refused for its length and its depth before it is parsed', async () => {
    const { as, fetched } = await watched()
    const long = await as.assertion({ pad: 'x'.repeat(9000) })
    const nested = await as.assertion({ nested: deep(50) })
    for (const client_assertion of [long, nested])
      await expectOAuthError(await as.credentials({ client_assertion }), 401, 'invalid_client')
    expect(fetched).toEqual([])
  })
})
