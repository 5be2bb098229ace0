import { spawn, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { openRaw } from '#server/storage/sqlite/testing/raw.ts'
import { tokenAt } from '../launch-over-http.ts'
import { type ProcessDomain, processDomain } from '../processes.ts'
import { WRITING_SCOPE, writingApp } from '../writing-app.ts'

const AT_ONCE = 20

type Send = (
  origin: string,
  method: string,
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>

/** Requests of an app that writes, to whichever process. */
async function writer(domain: ProcessDomain, origin: string): Promise<Send> {
  const app = await writingApp(domain.domain)
  const access_token = await tokenAt(domain, app, origin, WRITING_SCOPE)
  return (to, method, path, body, headers = {}) =>
    fetch(`${to}/fhir${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/fhir+json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
}

const identifier = [{ system: 'urn:example:identifiers', value: 'written' }]
const PATIENT = { resourceType: 'Patient', identifier }
const FIRST = { 'if-match': 'W/"1"' }

interface Read {
  readonly id: string
  readonly total: number
}

const read = async (response: Response): Promise<Read> => {
  expect([200, 201]).toContain(response.status)
  return (await response.json()) as Read
}

const canTrace = (): boolean => spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0

/** What a process does meanwhile, a letter each: F for a flush to the disk that has ended, A for an answer that it begins to send. */
async function traced(pid: number, work: () => Promise<void>): Promise<string> {
  const options = ['-f', '-e', 'trace=fsync,fdatasync,write,writev,sendmsg,sendto', '-s', '16']
  const strace = spawn('strace', [...options, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  strace.stderr.on('data', (text) => {
    said += String(text)
  })
  await expect.poll(() => said).toContain('attached')
  await work()
  const ended = new Promise((resolve) => strace.once('close', resolve))
  strace.kill('SIGINT')
  await ended
  const letters = said.split('\n').map((line) => {
    if (/(fsync|fdatasync).*= 0/.test(line)) return 'F'
    return line.includes('"HTTP/1.1 20') ? 'A' : ''
  })
  return letters.join('')
}

describe('two server processes that write one database', () => {
  it('CRE-07 show a write of one at the other one at once', async () => {
    const domain = await processDomain()
    const [one, other] = [(await domain.start({ first: true })).origin, (await domain.start()).origin]
    const send = await writer(domain, one)
    for (let n = 1; n <= 20; n += 1) {
      const [from, to] = n % 2 === 0 ? [one, other] : [other, one]
      const created = await send(from, 'POST', '/Patient', PATIENT)
      const location = new URL(created.headers.get('location') ?? '')
      const text = await created.text()
      const { id } = JSON.parse(text) as Read
      const found = await send(to, 'GET', `/Patient/${id}`)
      expect([found.status, await found.text()]).toEqual([200, text])
      expect((await send(to, 'GET', location.pathname.slice('/fhir'.length))).status).toBe(200)
      expect((await read(await send(to, 'GET', '/Patient?identifier=urn:example:identifiers|written'))).total).toBe(n)
      expect((await read(await send(to, 'GET', `/Patient/${id}/_history`))).total).toBe(1)
    }
  })

  it('CNC-07 let one of twenty change a version, by update, patch and transaction', async () => {
    const domain = await processDomain()
    const origins = [(await domain.start({ first: true })).origin, (await domain.start()).origin]
    const send = await writer(domain, origins[0] ?? '')
    const { id } = await read(await send(origins[0] ?? '', 'POST', '/Patient', PATIENT))
    const change = (n: number) => ({ ...PATIENT, id, birthDate: `19${n + 10}-01-01` })
    const patch = [{ op: 'add', path: '/active', value: true }]
    const entry = (n: number) => ({
      resource: change(n),
      request: { method: 'PUT', url: `Patient/${id}`, ifMatch: 'W/"1"' },
    })
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => {
        const origin = origins[n % 2] ?? ''
        if (n % 3 === 0) return send(origin, 'PUT', `/Patient/${id}`, change(n), FIRST)
        if (n % 3 === 1)
          return send(origin, 'PATCH', `/Patient/${id}`, patch, {
            ...FIRST,
            'content-type': 'application/json-patch+json',
          })
        return send(origin, 'POST', '', { resourceType: 'Bundle', type: 'transaction', entry: [entry(n)] })
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(412)])
    for (const origin of origins)
      expect((await read(await send(origin, 'GET', `/Patient/${id}/_history`))).total).toBe(2)
  })

  it('CNC-10 refuse a write that has waited for the database, and go on reading meanwhile', async () => {
    const domain = await processDomain()
    const { origin } = await domain.start({ first: true })
    const send = await writer(domain, origin)
    const { id } = await read(await send(origin, 'POST', '/Patient', PATIENT))
    const lock = openRaw(domain.domain.config.databaseFile)
    lock.exec('BEGIN IMMEDIATE')
    const waiting = send(origin, 'PUT', `/Patient/${id}`, { ...PATIENT, id, gender: 'other' }, FIRST)
    expect((await send(origin, 'GET', `/Patient/${id}`)).status).toBe(200)
    const refused = await waiting
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
    expect(await refused.json()).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'transient' }] })
    lock.exec('ROLLBACK')
    lock.close()
    expect((await read(await send(origin, 'GET', `/Patient/${id}/_history`))).total).toBe(1)
    expect((await send(origin, 'PUT', `/Patient/${id}`, { ...PATIENT, id, gender: 'other' }, FIRST)).status).toBe(200)
  })

  it.runIf(canTrace())('DUR-01 answer a write once it is on the disk', async () => {
    const domain = await processDomain()
    const { origin, child } = await domain.start({ first: true })
    const send = await writer(domain, origin)
    const calls = await traced(child.pid ?? 0, async () => {
      for (let n = 0; n < 10; n += 1) {
        const { id } = await read(await send(origin, 'POST', '/Patient', PATIENT))
        expect((await send(origin, 'PUT', `/Patient/${id}`, { ...PATIENT, id, gender: 'other' }, FIRST)).status).toBe(
          200,
        )
        expect((await send(origin, 'DELETE', `/Patient/${id}`)).status).toBe(204)
      }
    })
    // Each answer comes after a flush that came after the answer before it.
    expect(calls.replaceAll(/F+/g, 'F')).toMatch(/^(FA){30}F?$/)
  })

  it('DUR-09 answer the writes under way when they are told to end, and lose none that was answered', async () => {
    const domain = await processDomain()
    const { origin, child } = await domain.start({ first: true })
    const send = await writer(domain, origin)
    const written: string[] = []
    const strange: number[] = []
    let isEnding = false
    const writes = Array.from({ length: 8 }, async () => {
      for (;;) {
        const response = await send(origin, 'POST', '/Patient', PATIENT).catch(() => undefined)
        if (!response) return isEnding || strange.push(0)
        if (response.status === 201) written.push(((await response.json()) as Read).id)
        else if (response.status !== 503) strange.push(response.status)
        if (written.length > 40 && !isEnding) {
          isEnding = true
          child.kill('SIGTERM')
        }
      }
    })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    expect(await ended).toBe(0)
    await Promise.all(writes)
    expect(strange).toEqual([])
    for (const id of written) expect((await domain.domain.resources.readCurrent('Patient', id))?.versionId).toBe(1)
  })
})
