import { describe, expect, it } from 'vitest'
import { signInPlace } from './sign-in-place.ts'

const SITE = 'https://care.example'

const placeOf = (began: string) => {
  const headers = { cookie: `__Host-443.next-auth.callback-url=${encodeURIComponent(began)}` }
  return signInPlace(new Request(`${SITE}/idp/login`, { headers }), SITE)
}

describe('the place that a sign-in leads to', () => {
  it.each([
    ['/admin', 'the Slipway console', 'het beheer van Slipway'],
    [`${SITE}/admin/users?q=a`, 'the Slipway console', 'het beheer van Slipway'],
    ['/admin/audit', 'the Slipway audit log', 'het auditlogboek van Slipway'],
    ['/portal?patient=anna', 'the Slipway portal', 'het portaal van Slipway'],
    ['/connect', 'connecting your own app or portal', 'het aansluiten van je eigen app of portaal'],
  ])('%s is called %s', (began, en, nl) => {
    expect(placeOf(began)).toEqual({ en, nl })
  })

  it.each(['/', '/administer', '/unknown', 'https://evil.example/admin', 'javascript:alert(1)'])(
    '%s has no name',
    (began) => {
      expect(placeOf(began)).toBeUndefined()
    },
  )

  it('has no name when the browser sends no cookie', () => {
    expect(signInPlace(new Request(`${SITE}/idp/login`), SITE)).toBeUndefined()
  })
})
