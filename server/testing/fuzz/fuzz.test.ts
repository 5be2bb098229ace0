import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORM_LIMIT } from '#lib/http/params.ts'
import { clientAssertion, launchToken, registerApp } from '../app.ts'
import { testDomain } from '../domain.ts'
import { budget, limit } from './budget.ts'

/** Runs of each property: some hundred requests, a few seconds on a slow machine. */
const RUNS = 150
const DESCRIBABLE = /^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/
const INTERNALS = /node_modules|\.ts:|\bat .*\(|SQLITE|prisma|Error:/i
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\r\nX: y',
    '../..',
    '%00',
    '"><script>',
    '{}',
    'null',
    '-1',
    'a.b.c',
    'e30.e30.',
    '\u202e',
    '😀'.repeat(9),
  ),
  // As it is: to shrink it takes minutes, and tells nothing that its length does not.
  fc.noShrink(fc.string({ minLength: 9000, maxLength: 9000 })),
)

/** A valid form or query with some parameters replaced, repeated, removed or added. */
const broken = (names: readonly string[]) =>
  fc.array(
    fc.record({
      name: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...names) },
        { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
      ),
      value: fc.option(nasty, { nil: undefined }),
      repeat: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  )

type Change = { readonly name: string; readonly value: string | undefined; readonly repeat: boolean }

function apply(valid: Readonly<Record<string, string>>, changes: readonly Change[]): URLSearchParams {
  const params = new URLSearchParams(valid)
  for (const { name, value, repeat } of changes)
    if (value === undefined) params.delete(name)
    else if (repeat) params.append(name, value)
    else params.set(name, value)
  return params
}

/** A body that no endpoint reads to its end (conformance LIM-07). */
const isTooLong = (form: URLSearchParams): boolean => form.toString().length > FORM_LIMIT

describe('requests that nobody would send by mistake', () => {
  it(
    'AUZ-40 AUZ-41 SEC-12 authorize answers them all with its own page or redirect',
    async () => {
      const { domain, fetch } = await testDomain()
      const app = await registerApp(domain)
      const launch = await launchToken(domain, app)
      const valid = {
        response_type: 'code',
        client_id: app.clientId,
        redirect_uri: app.redirectUri,
        scope: 'launch openid fhirUser',
        state: 'a-state',
        aud: `${domain.config.baseUrl}/fhir/DEFAULT`,
        launch,
        code_challenge: CHALLENGE,
        code_challenge_method: 'S256',
      }
      const names = [
        ...Object.keys(valid),
        'nonce',
        'prompt',
        'max_age',
        'response_mode',
        'request',
        'request_uri',
        'login_hint',
      ]
      await fc.assert(
        fc.asyncProperty(broken(names), fc.boolean(), async (changes, post) => {
          const params = apply(valid, changes)
          const response = await (post
            ? fetch('/oauth2/authorize', { method: 'POST', body: params })
            : fetch(`/oauth2/authorize?${params}`))
          expect(post && isTooLong(params) ? [413] : [302, 303, 400]).toContain(response.status)
          expect(response.headers.get('cache-control')).toBe('no-store')
          if (response.status >= 400) {
            expect(response.headers.get('content-type')).toMatch(/^text\/html/)
            const text = await response.text()
            expect(text).not.toMatch(INTERNALS)
            expect(text).not.toContain('<script')
            return
          }
          const location = new URL(response.headers.get('location') ?? '')
          if (location.pathname === '/idp/authorize') return
          expect(`${location.origin}${location.pathname}`).toBe(app.redirectUri)
          for (const name of location.searchParams.keys())
            expect(['error', 'error_description', 'error_uri', 'trace_id', 'state', 'iss']).toContain(name)
          for (const name of ['error', 'error_description']) {
            expect(location.searchParams.get(name)).toMatch(DESCRIBABLE)
            expect(location.searchParams.get(name)).not.toMatch(INTERNALS)
          }
          expect(location.searchParams.get('error')).not.toBe('server_error')
        }),
        budget(RUNS, 0.25),
      )
    },
    limit(),
  )

  it(
    'AUZ-40 TOK-07 TOK-12 SEC-12 the token endpoint answers them all with an OAuth error',
    async () => {
      const { domain, fetch, now } = await testDomain()
      const app = await registerApp(domain)
      const names = [
        'grant_type',
        'scope',
        'client_id',
        'client_assertion',
        'client_assertion_type',
        'code',
        'redirect_uri',
      ]
      await fc.assert(
        fc.asyncProperty(
          broken([...names, 'code_verifier', 'resource', 'client_secret']),
          fc.boolean(),
          async (changes, code) => {
            const assertion = await clientAssertion(app, `${domain.config.authUrl}/oauth2/token`, now())
            const valid = {
              grant_type: code ? 'authorization_code' : 'client_credentials',
              scope: 'system/*.rs',
              client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
              client_assertion: assertion,
            }
            const form = apply(valid, changes)
            const response = await fetch('/oauth2/token', { method: 'POST', body: form })
            expect(isTooLong(form) ? [413] : [200, 400, 401]).toContain(response.status)
            expect(response.headers.get('content-type')).toBe('application/json')
            expect(response.headers.get('cache-control')).toBe('no-store')
            const text = await response.text()
            const { error, error_description } = JSON.parse(text)
            if (response.status === 200) return
            expect(error).toMatch(
              /^(invalid_(request|client|grant|scope|target)|unauthorized_client|unsupported_grant_type)$/,
            )
            expect(error_description).toMatch(DESCRIBABLE)
            expect(text).not.toMatch(INTERNALS)
            expect(text).not.toContain(assertion)
            expect(response.headers.has('www-authenticate')).toBe(response.status === 401)
          },
        ),
        budget(RUNS, 0.25),
      )
    },
    limit(),
  )

  it(
    'AUZ-40 INT-03 INT-06 SEC-12 introspection answers them all with an OAuth error or active:false',
    async () => {
      const { domain, fetch, now } = await testDomain()
      const app = await registerApp(domain)
      const names = [
        'token',
        'token_type_hint',
        'client_id',
        'client_assertion',
        'client_assertion_type',
        'client_secret',
      ]
      const endpoint = `${domain.config.authUrl}/oauth2/introspect`
      await fc.assert(
        fc.asyncProperty(broken(names), async (changes) => {
          const valid = {
            token: 'a-token',
            client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
            client_assertion: await clientAssertion(app, endpoint, now()),
          }
          const form = apply(valid, changes)
          const response = await fetch(endpoint, { method: 'POST', body: form })
          const text = await response.text()
          expect(isTooLong(form) ? [413] : [200, 400, 401]).toContain(response.status)
          expect(response.headers.get('cache-control')).toBe('no-store')
          expect(text).not.toMatch(INTERNALS)
          if (response.status === 200) expect(text).toBe('{"active":false}')
          else expect(JSON.parse(text).error).toMatch(/^invalid_(request|client)$/)
          expect(response.headers.has('www-authenticate')).toBe(response.status === 401)
        }),
        budget(RUNS, 0.25),
      )
    },
    limit(),
  )
})
