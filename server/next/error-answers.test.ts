// The answers that the pages about errors show are those that the servers give.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { answerOf, CHECK_CODES } from '#lib/docs/error-answers.ts'
import { registerApp } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'

const PLACES = { publicUrl: 'http://localhost:3000', issuer: 'http://localhost:3000', demo: false }

/** `check code` for each refusal that is written out in the sources of the authorization server. */
const written = new Set(
  readdirSync('server/oauth', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`server/oauth/${file}`, 'utf8'))
    .flatMap((source) => [
      ...[...source.matchAll(/new Refusal\(\s*'([\w.]+)',\s*'(\w+)'/g)].map(([, check, code]) => `${check} ${code}`),
      ...[...source.matchAll(/invalidRequest\(\s*'([\w.]+)'/g)].map(([, check]) => `${check} invalid_request`),
    ]),
)

describe('the answer on the page of an error', () => {
  it('has a code with which that check refuses', () => {
    expect(written.size).toBeGreaterThan(30)
    const shared = ['launch.resource invalid_request'] // By a function that is told the name of the check.
    const unknown = Object.entries(CHECK_CODES)
      .map(([check, code]) => `${check} ${code}`)
      .filter((pair) => !written.has(pair) && !shared.includes(pair))
    expect(unknown).toEqual([])
  })

  it('is what the token endpoint says', async () => {
    const { fetch } = await testDomain({ DEMO: 'false' })
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    const answer = await fetch('/oauth2/token', { method: 'POST', body })
    const shown = answerOf('token.client_assertion', PLACES)
    expect([shown?.by, shown?.status]).toEqual(['json', answer.status])
    const told = (await answer.json()) as Readonly<Record<string, string>>
    expect(Object.keys(JSON.parse(shown?.text ?? ''))).toEqual(Object.keys(told))
    expect(JSON.parse(shown?.text ?? '')).toMatchObject({ error: told['error'], error_uri: told['error_uri'] })
  })

  it('is where the authorize endpoint leads to', async () => {
    const { domain, fetch } = await testDomain({ DEMO: 'false' })
    const app = await registerApp(domain)
    const query = new URLSearchParams({
      ...{ client_id: app.clientId, redirect_uri: app.redirectUri, response_type: 'code' },
      ...{ scope: 'launch', state: 'a-state', launch: 'x' },
    })
    const answer = await fetch(`/oauth2/authorize?${query}`)
    const shown = answerOf('authorize.scope', PLACES)
    expect([shown?.by, shown?.status]).toEqual(['redirect', answer.status])
    const told = new URL(answer.headers.get('location') ?? '').searchParams
    const names = [...(shown?.text ?? '').matchAll(/[?&](\w+)=/g)].map(([, name]) => name)
    expect(names).toEqual([...told.keys()])
    for (const name of ['error', 'error_uri', 'iss']) expect(shown?.text).toContain(`${name}=${told.get(name)}`)
  })

  it('is what the FHIR API says without a token', async () => {
    const { fetch } = await testDomain({ DEMO: 'false' })
    const answer = await fetch('/fhir/DEFAULT/Patient')
    const shown = answerOf('fhir.bearer', PLACES)
    expect([shown?.by, shown?.status]).toEqual(['outcome', answer.status])
    const [issue] = (JSON.parse(shown?.text ?? '') as { readonly issue: readonly object[] }).issue
    const told = (await answer.json()) as { readonly issue: readonly Readonly<Record<string, unknown>>[] }
    expect(issue).toMatchObject({ code: told.issue[0]?.['code'], details: told.issue[0]?.['details'] })
  })

  it('is left out where a page answers a person', () => {
    for (const check of ['portal.person', 'app.state', 'idp.credentials', 'nonsense', 'invalid_grant'])
      expect(answerOf(check, PLACES), check).toBeUndefined()
  })
})
