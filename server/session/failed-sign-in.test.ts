import { describe, expect, it } from 'vitest'
import { leadBackAfterFailure } from './failed-sign-in.ts'

const SITE = 'https://care.example'
const FAILED = `${SITE}/portal?callbackUrl=x&error=OAuthCallback`

/** Where an answer leads after a sign-in that was to lead to `began`. */
const leadsTo = (location: string, began: string, name = '__Host-443.next-auth.callback-url') => {
  const answer = new Response(null, { status: 302, headers: { location } })
  const headers = { cookie: `a=b; ${name}=${encodeURIComponent(began)}` }
  leadBackAfterFailure(answer, new Request(`${SITE}/api/auth/signin`, { headers }), SITE, false)
  return answer.headers.get('location')
}

/** Where the answer to an access_denied leads. */
const cancelledLeadsTo = (began: string, mayRefuse = false) => {
  const location = `${SITE}/api/auth/error?error=Callback`
  const answer = new Response(null, { status: 302, headers: { location } })
  const headers = { cookie: `__Host-443.next-auth.callback-url=${encodeURIComponent(began)}` }
  const url = `${SITE}/api/auth/callback/shared-idp?error=access_denied&state=x`
  leadBackAfterFailure(answer, new Request(url, { headers }), SITE, mayRefuse)
  return answer.headers.get('location')
}

describe('a sign-in that failed', () => {
  it.each([
    ['/portal?patient=anna', '/portal?patient=anna&error=OAuthCallback'],
    [`${SITE}/portal?patient=anna&error=Former`, '/portal?patient=anna&error=OAuthCallback'],
    ['/portal', '/portal?error=OAuthCallback'],
    ['/portal?patient=%0D%0AX:%20y', '/portal?patient=%0D%0AX%3A+y&error=OAuthCallback'],
  ])('that began at %s leads back there, with the error', (began, place) => {
    expect(leadsTo(FAILED, began)).toBe(`${SITE}${place}`)
    expect(leadsTo(FAILED, began, 'next-auth.callback-url'), 'of another site').toBe(FAILED)
  })

  it.each([
    ['/connect?app=mine', '/connect?app=mine&sign-in=failed'],
    [`${SITE}/admin/users`, '/admin/users?sign-in=failed'],
    ['/browse/Patient/7?tab=history&sign-in=failed', '/browse/Patient/7?tab=history&sign-in=failed'],
    ['/tools/fhir?path=Task/7', '/tools/fhir?path=Task%2F7&sign-in=failed'],
  ])('that began at %s leads back there, with sign-in=failed', (began, place) => {
    expect(leadsTo(FAILED, began)).toBe(`${SITE}${place}`)
  })

  it.each([
    ['/portal?patient=anna', '/portal?patient=anna'],
    ['/portal?error=Former', '/portal'],
    ['/connect?app=mine&sign-in=failed', '/connect?app=mine'],
    ['/portal/go-on', '/portal'],
    ['https://evil.example/portal', '/portal'],
    ['', '/portal'],
  ])('because somebody cancelled it leads back to where it began, %j, and speaks of no failure', (began, place) => {
    expect(cancelledLeadsTo(began)).toBe(`${SITE}${place}`)
  })

  it('by access_denied of another provider, which refuses people by it, is told', () => {
    expect(cancelledLeadsTo('/portal', true)).toBe(`${SITE}/api/auth/error?error=Callback`)
  })

  it('for a missing claim leads to the portal, wherever it began', () => {
    const missing = `${SITE}/portal?error=MissingClaim`
    expect(leadsTo(missing, '/connect?app=mine')).toBe(missing)
    expect(leadsTo(missing, '/portal?patient=anna')).toBe(`${SITE}/portal?patient=anna&error=MissingClaim`)
  })

  it.each([
    ...['https://evil.example/portal?patient=anna', '//evil.example/portal', '/\\evil.example/portal', ''],
    ...[
      '/portal/go-on',
      '/connected',
      '/oauth2/authorize?client_id=x',
      '//evil.example/connect',
      'https://evil.example/connect',
      `${SITE}.evil.example/portal`,
      'https://care.example@evil.example/portal',
    ],
  ])('SEC-10 ignores %j as the place where it began', (began) => {
    expect(leadsTo(FAILED, began)).toBe(FAILED)
  })

  it.each([
    ...['https://idp.example/portal?error=x', `${SITE}/portal?patient=bram`, `${SITE}/connect?error=x`, 'https://['],
  ])('does not change a redirect to %s', (location) => {
    expect(leadsTo(location, '/portal?patient=anna')).toBe(location)
  })
})
