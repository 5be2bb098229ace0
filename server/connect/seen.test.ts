// The live view of an app shows actual requests: no other party can complete a step.
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Seen } from '#lib/api/connect.ts'
import { numericDate } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { formWith } from '#lib/http/user-agent.ts'
import { clientAssertion, registerApp } from '#server/testing/app.ts'
import { testDomain } from '#server/testing/domain.ts'

const MINUTE = 60_000

/** Apps of a signed-in developer, and one of another. */
async function developing(network?: Fetch) {
  const person = { username: 'marijke@demo.test' }
  const viewer = async () => ({ ...person, name: undefined })
  const test = await testDomain({}, { viewer, ...(network ? { network } : {}) })
  const { domain, fetch } = test
  const own = async (clientId: string) => {
    const app = await registerApp(domain, clientId)
    const { sql } = domain
    const marijke = "(SELECT id FROM account WHERE username = 'marijke@demo.test')"
    await sql.rows(`UPDATE client SET ownerAccountId = ${marijke} WHERE clientId = ?`, clientId)
    return app
  }
  const [app, other] = [await own('my-app'), await own('other-app')]
  const seen = async (clientId = app.clientId) => {
    const answer = await fetch(`/connect/api/apps/${clientId}/seen`)
    const { items } = (await answer.json()) as Seen
    return Object.fromEntries(items.map((one) => [one.step, one]))
  }
  const authorize = (parameters: Readonly<Record<string, string>>) =>
    fetch(`/oauth2/authorize?${new URLSearchParams(parameters)}`)
  const endpoint = `${domain.config.authUrl}/oauth2/token`
  const post = (client_assertion: string) => {
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const form = { grant_type: 'client_credentials', scope: 'system/*.rs', client_assertion_type, client_assertion }
    return fetch(endpoint, { method: 'POST', body: new URLSearchParams(form) })
  }
  const read = (token: string, id = 'marijke-jansen') =>
    fetch(`/fhir/Patient/${id}`, { headers: { authorization: `Bearer ${token}` } })
  const assertion = () => clientAssertion(app, endpoint, test.now())
  return { ...test, person, app, other, seen, authorize, post, read, assertion }
}

const forged = (jwt: string) => `${jwt.slice(0, jwt.lastIndexOf('.'))}.AAAA`

describe('what the developer of an app sees of its requests', () => {
  it('is nothing of another app, and of its own also what came while nobody watched', async () => {
    const { domain, app, other, seen, authorize, advance, now } = await developing()
    const ask = (client_id: string) => authorize({ client_id, redirect_uri: app.redirectUri, response_type: 'code' })
    await ask(other.clientId)
    await domain.traces.flush()
    expect(await seen()).toEqual({})
    await ask(app.clientId)
    expect(await seen()).toMatchObject({ authorize: { step: 'authorize', at: new Date(now()).toISOString() } })
    advance(11 * MINUTE)
    await ask(app.clientId)
    await domain.traces.flush()
    expect(await seen()).toMatchObject({ authorize: { at: new Date(now()).toISOString() } })
  })

  it('is, after the server was started anew, what the stored traces of the app tell', async () => {
    const { domain, app, seen, authorize, now } = await developing()
    await seen()
    await authorize({ client_id: app.clientId, redirect_uri: 'https://elsewhere.example/cb' })
    const before = await seen()
    await domain.traces.flush()
    const viewer = async () => ({ username: 'marijke@demo.test', name: undefined })
    const anew = await testDomain({}, { viewer }, { directory: domain.config.dataDir, now: now() + MINUTE })
    const answer = await anew.fetch(`/connect/api/apps/${app.clientId}/seen`)
    expect((await answer.json()) as Seen).toEqual({ items: [before['authorize']] })
  })

  it('is what came to another process of the domain, too', async () => {
    const { domain, app, seen, advance, now } = await developing()
    const elsewhere = await testDomain({}, {}, { directory: domain.config.dataDir, now: now() + 1 })
    await seen()
    advance(1)
    await elsewhere.fetch(`/oauth2/authorize?${new URLSearchParams({ client_id: app.clientId })}`)
    await elsewhere.domain.traces.flush()
    expect(await seen()).toMatchObject({ authorize: { outcome: 'failed', at: new Date(now()).toISOString() } })
  })

  it('is of a portal what became of its launch token, and nothing that the app did with its own tokens', async () => {
    const { domain, app, browser, bearer, read, seen, now } = await developing()
    await domain.sql.rows("UPDATE client SET kind = 'platform' WHERE clientId = 'my-app'")
    await seen()
    const at = numericDate(now())
    const token = new SignJWT({
      ...{ iss: app.clientId, aud: 'Device/demo-app', sub: 'Patient/marijke-jansen' },
      ...{ resource: 'Task/sleep-diary-week-1', intent: 'order', jti: crypto.randomUUID(), iat: at, exp: at + 300 },
    }).setProtectedHeader({ alg: 'RS384', kid: app.kid, typ: 'JWT' })
    const agent = browser()
    const launch = { launch: await token.sign(app.privateKey), iss: 'http://localhost:3000/fhir/DEFAULT' }
    const form = formWith(await agent.post('http://localhost:3000/launch', launch), 'username', 'password')
    if (!form) throw new Error('Nobody is asked to log in')
    await agent.submit(form, { username: 'marijke@demo.test', password: 'demo' })
    const page = await agent.get('http://localhost:3000/launch/api/fhir?path=Task/sleep-diary-week-1')
    expect(page.status).toBe(200)
    const theirs = { authorize: { outcome: 'done' }, code: { outcome: 'done' } }
    expect(await seen()).toEqual({ authorize: expect.anything(), code: expect.anything() })
    await domain.traces.flush()
    expect(Object.keys(await seen()).sort(), 'of stored traces, too').toEqual(['authorize', 'code'])
    await read(await bearer(app))
    expect(await seen(), 'what it reads itself').toMatchObject({ ...theirs, bearer: {}, read: { outcome: 'done' } })
  })

  it('has the redirect URI that came, and the registered one', async () => {
    const { app, seen, authorize } = await developing()
    await seen()
    await authorize({ client_id: app.clientId, redirect_uri: 'https://elsewhere.example/cb' })
    expect(await seen()).toMatchObject({
      authorize: {
        outcome: 'failed',
        check: 'authorize.redirect_uri',
        expected: `redirect_uri as registered (${app.redirectUri}). Received: https://elsewhere.example/cb`,
      },
    })
  })

  it('does not change the answers of the server', async () => {
    const { app, bearer, read, seen } = await developing()
    const token = await bearer(app)
    const shown = async () => {
      const { status, headers } = await read(token)
      return [status, Object.keys(Object.fromEntries(headers)).sort()]
    }
    const before = await shown()
    await seen()
    expect(await shown()).toEqual(before)
  })

  it('names the check that refused, and does not count a forged token as a step of the app', async () => {
    const { app, seen, authorize, post, assertion, bearer, read } = await developing()
    await seen()
    await authorize({ client_id: app.clientId, redirect_uri: app.redirectUri, response_type: 'code' })
    expect(await seen()).toMatchObject({
      authorize: { outcome: 'failed', check: expect.stringMatching(/^authorize\./) },
    })
    const good = await assertion()
    expect((await post(forged(good))).status).toBe(401)
    expect(await seen()).toMatchObject({ bearer: { outcome: 'failed', check: 'token.client_assertion' } })
    expect((await post(good)).status).toBe(200)
    expect(await seen()).toMatchObject({ bearer: { outcome: 'done', check: null } })
    const token = await bearer(app)
    await read(forged(token))
    expect(await seen()).toMatchObject({ read: { outcome: 'failed', expected: 'HTTP 401' } })
    await read(token)
    expect(await seen()).toMatchObject({ read: { outcome: 'done' } })
    await read(token, 'nobody')
    expect(await seen()).toMatchObject({ read: { outcome: 'failed', expected: 'HTTP 404' } })
  })

  it('names the right that a refused write needs', async () => {
    const { app, seen, bearer, fetch } = await developing()
    await seen()
    const authorization = `Bearer ${await bearer(app)}`
    const write = (method: string, path: string, type: string) =>
      fetch(`/fhir/${path}`, { method, headers: { authorization, 'content-type': type }, body: '{}' })
    await write('PATCH', 'Task/sleep-diary-week-1', 'application/json-patch+json')
    const needed = { check: 'fhir.permission', expected: expect.stringContaining('system/Task.') }
    expect(await seen()).toMatchObject({ write: { outcome: 'failed', needs: 'complete_tasks', ...needed } })
    await write('POST', 'Subscription', 'application/fhir+json')
    expect(await seen()).toMatchObject({ write: { outcome: 'failed', needs: 'be_notified' } })
    await write('POST', 'Patient', 'application/fhir+json')
    expect(await seen()).toMatchObject({ write: { outcome: 'failed', needs: null } })
  })

  it('says whether the keys at the JWKS URL could be fetched', async () => {
    const { domain, seen, post, assertion } = await developing(async () => new Response('gone', { status: 410 }))
    const behindAddress =
      "UPDATE client SET jwks = NULL, jwksUrl = 'https://app.example/jwks' WHERE clientId = 'my-app'"
    await domain.sql.rows(behindAddress)
    expect((await post(await assertion())).status).toBe(401)
    expect(await seen()).toMatchObject({ jwks: { outcome: 'failed', expected: 'HTTP 410' } })
  })

  it('does not count a test of that URL or the doctor as a step of the app', async () => {
    const jwksUrl = 'https://app.example/jwks'
    const asked: string[] = []
    const { domain, fetch, person, seen } = await developing(async (input) => {
      asked.push(String(input))
      return Response.json({ keys: [] })
    })
    await domain.sql.rows(`UPDATE client SET jwks = NULL, jwksUrl = '${jwksUrl}' WHERE clientId = 'my-app'`)
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', origin: domain.config.publicUrl }
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer.status).toBe(200)
    }
    await post('/connect/api/test-key', { jwksUrl })
    person.username = 'beheer@demo.test'
    await post('/admin/api/doctor', {})
    person.username = 'marijke@demo.test'
    expect(asked).toEqual([jwksUrl, jwksUrl])
    expect(await seen()).toEqual({})
  })
})
