// The server in a process of its own, at many times what it can serve. Everything that comes back is either right or a refusal
// in the words of its protocol; how many of which depends on the machine and is asserted with wide margins only.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { registerApp, signedForm, type TestApp } from '#server/testing/app.ts'
import { type ProcessDomain, processDomain, type ServerProcess } from '#server/testing/processes.ts'
import { rounds } from '#server/testing/rounds.ts'
import { type Answer, Connection, headerOf } from '../../../bench/connection.ts'

const LOAD_MS = rounds(800, 2500)
const FLOODER = '127.0.0.1'
const POLITE = '127.0.0.2'
const MB = 2 ** 20

interface Seen {
  readonly answers: Answer[]
}

/** What shows that there was more than could be done, and that the server went on working. */
const REFUSED = 50
const SERVED = 50
/** Answers to one who asks now and then: enough to tell most from a tenth of them. */
const POLITE_ANSWERS = 12

const isRefused = ({ status }: Answer) => status === 503
const refusedOf = ({ answers }: Seen) => answers.filter(isRefused)

/** A while; and on a busy machine as much longer as it takes all who are in it to have seen enough. */
interface Load {
  readonly isOver: () => boolean
  readonly lastsUntil: (isEnough: () => boolean) => void
}

function startLoad(): Load {
  const end = performance.now() + LOAD_MS
  const all: (() => boolean)[] = []
  return {
    isOver: () => performance.now() >= end && all.every((isEnough) => isEnough()),
    lastsUntil: (isEnough) => void all.push(isEnough),
  }
}

interface Flood {
  readonly port: number
  readonly width: number
  readonly next: () => Buffer
  /** Answers of each kind before it ends. */
  readonly refused?: number
  readonly served?: number
}

/** Connections from an address, each asking again as soon as it has its answer. */
async function flood(load: Load, { port, width, next, refused = 0, served = 0 }: Flood): Promise<Seen> {
  const seen: Seen = { answers: [] }
  const connections = Array.from({ length: width }, () => new Connection(port, { host: '127.0.0.1', from: FLOODER }))
  let refusals = 0
  load.lastsUntil(() => refusals >= refused && seen.answers.length - refusals >= served)
  const turns = async (connection: Connection) => {
    while (!load.isOver()) {
      const answer = await connection.ask(next())
      seen.answers.push(answer)
      if (isRefused(answer)) refusals += 1
    }
    connection.close()
  }
  await Promise.all(connections.map(turns))
  return seen
}

/** One who asks, reads the answer, and asks again in a while. */
async function polite(load: Load, port: number, next: () => Promise<Buffer> | Buffer): Promise<Seen> {
  const seen: Seen = { answers: [] }
  const connection = new Connection(port, { host: '127.0.0.1', from: POLITE })
  load.lastsUntil(() => seen.answers.length >= POLITE_ANSWERS)
  while (!load.isOver()) {
    seen.answers.push(await connection.ask(await next()))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  connection.close()
  return seen
}

const request = (line: string, headers: readonly string[], body = '') =>
  Buffer.from(
    `${[`${line} HTTP/1.1`, 'Host: localhost', ...headers, ...(body ? [`Content-Length: ${body.length}`] : [])].join('\r\n')}\r\n\r\n${body}`,
  )

const FORM = 'Content-Type: application/x-www-form-urlencoded'

async function tokenRequest({ publicUrl }: ProcessDomain, app: TestApp): Promise<Buffer> {
  const form = await signedForm(app, `${publicUrl}/oauth2/token`, Date.now())
  return request('POST /oauth2/token', [FORM], form.toString())
}

const jsonOf = ({ body }: Answer) => JSON.parse(body.toString())
const isBusy = (answer: Answer) => answer.status === 503 && Number(headerOf(answer, 'retry-after')) > 0
/** Fails unless most answers are good, whatever else the machine does: without a share of its own, nine in ten would be refused. */
function expectGood(answers: readonly Answer[], isGood: (answer: Answer) => boolean): void {
  const others = answers.filter((answer) => !isGood(answer)).length
  expect(others).toBeLessThanOrEqual(answers.length / 2)
  expect(answers.length).toBeGreaterThanOrEqual(POLITE_ANSWERS)
}

const residentBytes = ({ child }: ServerProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'latin1'))?.[1]) * 1024

async function started(domain: ProcessDomain) {
  const server = await domain.start({ first: true, env: { HOST: '127.0.0.1' } })
  return { server, port: Number(new URL(server.origin).port) }
}

const ask = async (port: number, bytes: Buffer) => {
  const connection = new Connection(port, { host: '127.0.0.1', from: FLOODER })
  const answer = await connection.ask(bytes)
  connection.close()
  return answer
}

// Loopback has many addresses on Linux alone.
describe.runIf(process.platform === 'linux')('a server that is asked for many times what it can serve', () => {
  it('LIM-10 LIM-04 refuses token requests beyond its limit with an OAuth error, serves another address, and recovers at once', async () => {
    const domain = await processDomain()
    const [loud, quiet] = [await registerApp(domain.domain, 'loud'), await registerApp(domain.domain, 'quiet')]
    const { server, port } = await started(domain)
    expect((await ask(port, await tokenRequest(domain, loud))).status).toBe(200)
    const before = residentBytes(server)
    // The same assertion again and again: all the work of looking at it, and none of the load's own of signing.
    const replayed = await tokenRequest(domain, loud)
    expect((await ask(port, replayed)).status).toBe(200)

    const load = startLoad()
    const [seen, other] = await Promise.all([
      flood(load, { port, width: 400, next: () => replayed, refused: REFUSED, served: SERVED }),
      polite(load, port, () => tokenRequest(domain, quiet)),
    ])

    const refused = refusedOf(seen)
    expect(refused.length, 'there was more than it could do').toBeGreaterThanOrEqual(REFUSED)
    for (const answer of refused) {
      expect(isBusy(answer)).toBe(true)
      expect(headerOf(answer, 'content-type')).toBe('application/json')
      expect(headerOf(answer, 'cache-control')).toBe('no-store')
      expect(headerOf(answer, 'x-request-id')).toBeDefined()
      expect(jsonOf(answer).error).toBe('temporarily_unavailable')
    }
    const served = seen.answers.filter((answer) => !isRefused(answer))
    expect(served.length, 'and it went on working').toBeGreaterThanOrEqual(SERVED)
    for (const answer of served) expect(jsonOf(answer)).toMatchObject({ error: 'invalid_client' })
    expectGood(other.answers, ({ status }) => status === 200)
    expect(residentBytes(server) - before).toBeLessThan(300 * MB)
    expect((await ask(port, await tokenRequest(domain, loud))).status, 'at once when it is over').toBe(200)
  })

  it('LIM-04 answers reads correctly or refuses them, and lets another client and another address read', async () => {
    const domain = await processDomain()
    const [loud, quiet] = [await registerApp(domain.domain, 'loud'), await registerApp(domain.domain, 'quiet')]
    const { server, port } = await started(domain)
    const readOf = async (app: TestApp) => {
      const { access_token } = jsonOf(await ask(port, await tokenRequest(domain, app)))
      return request('GET /fhir/DEFAULT/Patient/marijke-jansen', [`Authorization: Bearer ${access_token}`])
    }
    const [mine, theirs] = [await readOf(loud), await readOf(quiet)]
    const right = (await ask(port, mine)).body
    const before = residentBytes(server)

    const load = startLoad()
    const [seen, sameAddress, otherAddress] = await Promise.all([
      flood(load, { port, width: 250, next: () => mine, served: SERVED }),
      flood(load, { port, width: 1, next: () => theirs, served: POLITE_ANSWERS }),
      polite(load, port, () => theirs),
    ])

    for (const answer of seen.answers) {
      if (answer.status === 200) expect(answer.body.equals(right)).toBe(true)
      else {
        expect(isBusy(answer)).toBe(true)
        expect(jsonOf(answer)).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'throttled' }] })
      }
    }
    const isRight = ({ status, body }: Answer) => status === 200 && body.equals(right)
    expect(seen.answers.filter(isRight).length).toBeGreaterThanOrEqual(SERVED)
    expectGood(sameAddress.answers, isRight)
    expectGood(otherAddress.answers, isRight)
    expect(residentBytes(server) - before).toBeLessThan(300 * MB)
    expect((await ask(port, mine)).body.equals(right)).toBe(true)
  })

  it('LIM-03 LIM-04 keeps few log-ins waiting, refuses the others with a page, and lets people at other addresses log in', async () => {
    const domain = await processDomain()
    const { port } = await started(domain)
    const login = await loginForm(domain, port)

    const load = startLoad()
    const [seen, other] = await Promise.all([
      flood(load, { port, width: 100, next: () => login('wrong'), refused: REFUSED }),
      polite(load, port, () => login('also wrong')),
    ])

    const refused = refusedOf(seen)
    expect(refused.length).toBeGreaterThanOrEqual(REFUSED)
    for (const answer of refused) {
      expect(isBusy(answer)).toBe(true)
      expect(headerOf(answer, 'content-type')).toMatch(/^text\/html/)
      expect(answer.body.toString()).toContain('Het is hier even te druk')
    }
    for (const answer of seen.answers) expect([422, 503]).toContain(answer.status)
    expectGood(other.answers, ({ status }) => status === 422)
    expect((await ask(port, login('demo'))).status, 'who is refused for the crowd has not tried').toBe(303)
  })
})

/** A login page of this server, as requests that post its form with a password. */
async function loginForm(domain: ProcessDomain, port: number): Promise<(password: string) => Buffer> {
  let cookie = ''
  const browser = createUserAgent(async (input, init) => {
    const answer = await fetch(String(input).replace(domain.publicUrl, `http://127.0.0.1:${port}`), init)
    cookie = answer.headers.getSetCookie().find((one) => one.includes('slipway-idp-browser')) ?? cookie
    return answer
  })
  const query = new URLSearchParams({
    client_id: 'slipway-portal',
    redirect_uri: `${domain.publicUrl}/api/auth/callback/shared-idp`,
    response_type: 'code',
    scope: 'openid',
    state: 'state',
    nonce: 'nonce',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const form = formWith(await browser.get(`${domain.publicUrl}/idp/authorize?${query}`), 'username', 'password')
  if (!form) throw new Error('No login form')
  return (password) => {
    const fields = new URLSearchParams({ ...form.fields, username: 'marijke@demo.test', password })
    const headers = [
      FORM,
      'Accept: text/html',
      'Accept-Language: nl',
      `Origin: ${domain.publicUrl}`,
      'Sec-Fetch-Site: same-origin',
      `Cookie: ${cookie.split(';')[0]}`,
    ]
    return request('POST /idp/login', headers, fields.toString())
  }
}
