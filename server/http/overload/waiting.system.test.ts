// Waiting times at a multiple of the capacity, and service behind a flooding address. Waits are measured by separate processes,
// since the load shares its cores with the server; the bounds follow from the design and from how much of its time the server got.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerApp, signedForm, type TestApp } from '#server/testing/app.ts'
import { type Probes, probes, type Waited } from '#server/testing/probe.ts'
import { type ProcessDomain, processDomain } from '#server/testing/processes.ts'
import { type Answer, Connection } from '../../../bench/connection.ts'
import { cpuSeconds } from '../../../bench/machine.ts'

const LOAD_MS = 3000
/** For the probes to be there before the flood is. */
const HEAD_START_MS = 1000
const HERE = '127.0.0.1'
const ELSEWHERE = '127.0.0.2'
/** The longest wait that is promised, in milliseconds: of one who is not connected yet when hundreds connect at once. */
const PROMISED_MS = 5000
const LIVEZ = Buffer.from('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n').toString('base64')

let running: Probes
beforeAll(async () => {
  running = await probes()
})
afterAll(() => running.close())

const FORM = 'content-type: application/x-www-form-urlencoded'

const bytesOf = (form: string) =>
  Buffer.from(
    `POST /oauth2/token HTTP/1.1\r\nhost: localhost\r\n${FORM}\r\ncontent-length: ${form.length}\r\n\r\n${form}`,
  )

async function tokenRequest({ publicUrl }: ProcessDomain, app: TestApp): Promise<Buffer> {
  const form = await signedForm(app, `${publicUrl}/oauth2/token`, Date.now())
  return bytesOf(form.toString())
}

/** Token requests for a probe, each with an assertion of its own: one that is sent twice is refused (RFC 7523 §3, jti). */
const stock = async (domain: ProcessDomain, app: TestApp, count: number) => {
  const requests: string[] = []
  while (requests.length < count) requests.push((await tokenRequest(domain, app)).toString('base64'))
  return requests
}

interface Flood {
  answers: number
  refused: number
}

/** Answers that say something of the others: nearly all of them are good, and half are quick. */
const ANSWERS = 12
/** Refusals that show that there was more than could be done. */
const REFUSALS = 5

/** Connections that ask again as soon as they have their answer, or have lost it: while others ask, and until it was too much. */
async function flood(port: number, width: number, next: () => Buffer, others: Promise<unknown>): Promise<Flood> {
  const seen: Flood = { answers: 0, refused: 0 }
  let isAlone = false
  const alone = others.finally(() => {
    isAlone = true
  })
  const note = ({ status }: Answer) => {
    seen.answers += 1
    if (status === 503) seen.refused += 1
  }
  const turns = async () => {
    const connection = new Connection(port, { host: HERE, from: HERE })
    while (!isAlone || seen.refused <= REFUSALS) note(await connection.ask(next()))
    connection.close()
  }
  await Promise.all([alone, ...Array.from({ length: width }, turns)])
  return seen
}

const quantile = (waited: readonly Waited[], share: number): number => {
  const ms = waited.map((one) => one.ms).sort((one, other) => one - other)
  return ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? Number.NaN
}

const served = (waited: readonly Waited[]) => waited.filter(({ status }) => status === 200)
const refused = (waited: readonly Waited[]) => waited.filter(({ status }) => status === 503)

async function shared() {
  const domain = await processDomain()
  const [loud, quiet] = [await registerApp(domain.domain, 'loud'), await registerApp(domain.domain, 'quiet')]
  const server = await domain.start({ first: true, env: { HOST: HERE } })
  const port = Number(new URL(server.origin).port)
  const signed = async (app: TestApp, everyMs: number, forMs: number, atLeast = 1) => {
    const requests = await stock(domain, app, 1 + Math.ceil(forMs / everyMs))
    return () => running.probe({ port, from: HERE, everyMs, forMs, atLeast, requests })
  }
  const used = await tokenRequest(domain, loud)
  const connection = new Connection(port, { host: HERE, from: HERE })
  expect((await connection.ask(used)).status).toBe(200)
  connection.close()
  return { port, signed, quiet, used, worked: () => cpuSeconds(server.child.pid ?? 0) }
}

/** A signature that is none, in the name of a client that may be anybody. */
const forgery = (clientId: string): Buffer => {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  const claims = { iss: clientId, sub: clientId, aud: 'x', jti: crypto.randomUUID(), exp: Date.now() / 1000 + 60 }
  const assertion = `${part({ alg: 'RS384', kid: 'k' })}.${part(claims)}.${'A'.repeat(342)}`
  return bytesOf(
    `grant_type=client_credentials&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=${assertion}`,
  )
}

const FLOODS = [
  ['by its own name', (used: Buffer) => () => used],
  ['by names that it makes up', () => () => forgery(crypto.randomUUID())],
] as const

describe.runIf(process.platform === 'linux')('a flood of tokens from one address', () => {
  it.each(FLOODS)(
    'LIM-04 LIM-10 %s still lets the other client of that address get tokens within a bounded time',
    async (_, floodOf) => {
      const { port, signed, quiet, used, worked } = await shared()
      const watching = (forMs: number) =>
        running.probe({ port, from: ELSEWHERE, everyMs: 20, forMs, atLeast: ANSWERS, requests: [LIVEZ] })
      const [probe, probeOnce] = [await signed(quiet, 20, HEAD_START_MS + LOAD_MS, ANSWERS), await signed(quiet, 1, 1)]
      const connected = [probe(), watching(HEAD_START_MS + LOAD_MS)] as const
      await delay(HEAD_START_MS)
      const others = Promise.all([...connected, watching(LOAD_MS / 2)])
      const before = { worked: worked(), at: performance.now() }
      const [seen, [waited, alive, late]] = await Promise.all([flood(port, 400, floodOf(used), others), others])
      // A flooded server works all the time. What it does not get, a machine that does other things has taken from all who wait.
      const slowness = (performance.now() - before.at) / 1000 / (worked() - before.worked)
      const promised = PROMISED_MS * Math.max(1, slowness)
      expect(seen.refused, 'there was more than it could do').toBeGreaterThan(REFUSALS)
      // Where a busy machine let few be asked, three are more than a tenth.
      expect(waited.length - served(waited).length).toBeLessThanOrEqual(Math.max(3, 0.1 * waited.length))
      for (const { retryAfter } of refused(waited)) expect(retryAfter).toBeGreaterThan(0)
      for (const one of [alive, late]) expect(served(one).length, 'the process is watched over').toBe(one.length)
      expect(quantile(late, 1), 'one who has to connect first').toBeLessThan(promised)
      for (const one of [served(waited), alive]) {
        expect(one.length).toBeGreaterThan(ANSWERS / 2)
        expect(quantile(one, 0.99)).toBeLessThan(promised)
      }

      const [after] = await probeOnce()
      expect(after?.status, 'at once when it is over').toBe(200)
    },
  )
})
