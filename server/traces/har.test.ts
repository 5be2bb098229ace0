// A trace as a HAR 1.2 archive (http://www.softwareishard.com/blog/har-12-spec/).
import { expect, it } from 'vitest'
import { VERSION } from '../config/version.ts'
import { testDomain } from '../testing/domain.ts'
import { demoLaunch, readTrace } from '../testing/launches.ts'

interface Har {
  readonly log: {
    readonly version: string
    readonly creator: object
    readonly entries: readonly {
      readonly startedDateTime: string
      readonly time: number
      readonly request: Readonly<Record<string, unknown>> & { readonly url: string; readonly method: string }
      readonly response: Readonly<Record<string, unknown>>
      readonly cache: object
      readonly timings: object
      readonly comment: string
    }[]
  }
}

it('a trace is saved as a HAR 1.2 archive: each request with what the trace keeps, and no secret', async () => {
  const running = await testDomain()
  const { browser, session } = await demoLaunch(running)
  const trace = await readTrace(browser, session.trace ?? '')
  const answer = await browser.get(`http://localhost:3000/traces/api/${trace?.id}?download=har`)
  expect(answer.status).toBe(200)
  const { log } = JSON.parse(answer.text) as Har
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Slipway', version: VERSION } })
  expect(log.entries).toHaveLength(trace?.steps.length ?? 0)
  const number = expect.any(Number)
  for (const entry of log.entries)
    expect(entry, entry.comment).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      time: number,
      request: {
        method: expect.stringMatching(/^(GET|POST)$/),
        url: expect.stringMatching(/^http:\/\/localhost:3000\//),
        httpVersion: 'HTTP/1.1',
        ...{ cookies: [], headers: expect.any(Array), queryString: expect.any(Array), headersSize: -1, bodySize: -1 },
      },
      response: {
        ...{ status: number, statusText: expect.any(String), httpVersion: 'HTTP/1.1', redirectURL: expect.any(String) },
        ...{ cookies: [], headers: expect.any(Array), headersSize: -1, bodySize: -1 },
        content: { size: number, mimeType: expect.any(String) },
      },
      cache: {},
      timings: { send: 0, wait: number, receive: 0 },
    })
  const authorize = log.entries.find(({ request }) => request.url.includes('/oauth2/authorize?'))
  const asked = new URL(authorize?.request.url ?? '').searchParams
  expect(asked.get('client_id')).toBe('demo-app')
  expect(asked.get('state')).toMatch(/^\(secret, not kept: \d+ characters, fingerprint /)
  expect(JSON.parse(asked.get('launch') ?? '')).toMatchObject({ jwt: { claims: { iss: 'demo-portal' } } })
  const token = log.entries.find(({ request }) => request.url.endsWith('/oauth2/token'))
  expect(token?.request).toMatchObject({
    method: 'POST',
    postData: {
      mimeType: 'application/x-www-form-urlencoded',
      text: expect.stringMatching(/grant_type=authorization_code/),
    },
  })
  expect(answer.text).not.toMatch(/Marijke Jansen|eyJ/)
})
