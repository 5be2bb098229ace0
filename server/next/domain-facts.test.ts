// The demo people on the pages, with the embedded identity provider and with another one.
import { expect, it } from 'vitest'
import { shareDomain } from '../domain/shared-domain.ts'
import { testDomain } from '../testing/domain.ts'
import { domainFacts } from './page-data.ts'

const ELSEWHERE = {
  SHARED_IDP_ISSUER: 'http://localhost:3999',
  SHARED_IDP_CLIENT_ID: 'slipway',
  SHARED_IDP_CLIENT_SECRET: 'x',
}

const shown = async (env: Readonly<Record<string, string>>) => {
  shareDomain((await testDomain(env)).domain)
  return domainFacts()
}

it('shows the passwords of the demo people where they are of use', async () => {
  const { demoLogins, demoPasswords } = await shown({})
  expect([demoLogins[0]?.username, demoPasswords]).toEqual(['marijke@demo.test', true])
  expect(JSON.stringify(demoLogins)).toContain('"password":"demo"')
})

it('shows no password of theirs where they log in at another identity provider', async () => {
  const { demoLogins, demoPasswords } = await shown(ELSEWHERE)
  expect([demoLogins[0]?.username, demoPasswords]).toEqual(['marijke@demo.test', false])
  expect(JSON.stringify(demoLogins)).not.toContain('password')
})
