import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { eventsOf } from '#server/testing/audit.ts'
import { NEXT_MOUNT } from '../testing/next-mount.ts'
import { runningDomain } from '../testing/running.ts'
import { WRITING_SCOPE, writingApp } from '../testing/writing-app.ts'

const MEBIBYTE = 2 ** 20

/** A Patient of so many bytes. */
const patientOf = (bytes: number): string => {
  const frame = JSON.stringify({ resourceType: 'Patient', name: [{ family: '' }] })
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`)
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** True where the server asked for the body. */
  readonly continued: boolean
}

interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent piece by piece; after the server has asked for it, where the request expects that. */
  readonly pieces?: readonly string[]
  readonly path?: string
  readonly method?: string
}

/** Posts to a server as told; what came back, however much of the body was sent. */
const posted = (
  url: string,
  { headers = {}, pieces = [], path = '/fhir/Patient', method = 'POST' }: Sending,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let continued = false
    let isAnswered = false
    const outgoing = ask(`${url}${path}`, { method, headers, agent: false }, (response) => {
      isAnswered = true
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, continued })
        outgoing.destroy()
      })
    })
    const send = () => {
      for (const piece of pieces) outgoing.write(piece)
      outgoing.end()
    }
    outgoing.on('continue', () => {
      continued = true
      send()
    })
    // A server that has answered may hang up while we still send.
    outgoing.on('error', (error) => isAnswered || reject(error))
    if ('expect' in headers) outgoing.flushHeaders()
    else send()
  })

async function writing(env: Readonly<Record<string, string>> = {}) {
  const running = await runningDomain(env)
  const app = await writingApp(running.domain)
  const authorization = `Bearer ${await running.bearer(app, WRITING_SCOPE)}`
  const headers = { authorization, 'content-type': 'application/fhir+json' }
  const total = async () => {
    const response = await fetch(`${running.url}/fhir/Patient`, { headers: { authorization } })
    return ((await response.json()) as { readonly total: number }).total
  }
  return { url: running.url, domain: running.domain, headers, total }
}

const lengthOf = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) })
const JSON_TYPE = { 'content-type': 'application/fhir+json' }

describe('bodies of resources over the network', () => {
  it('LIM-13 takes a resource of 1 MiB, and refuses one byte more, announced or in chunks, with nothing stored', async () => {
    const { url, headers, total } = await writing()
    const whole = patientOf(MEBIBYTE)
    expect((await posted(url, { headers: { ...headers, ...lengthOf(whole) }, pieces: [whole] })).status).toBe(201)
    const halves = [whole.slice(0, MEBIBYTE / 2), whole.slice(MEBIBYTE / 2)]
    expect((await posted(url, { headers, pieces: halves })).status).toBe(201)
    const longer = `${whole} `
    for (const refused of [
      await posted(url, { headers: { ...headers, ...lengthOf(longer) }, pieces: [longer] }),
      await posted(url, { headers, pieces: [...halves, ' '] }),
      await posted(url, { headers, pieces: [...halves, ...halves, ...halves, ...halves, ...halves] }),
    ]) {
      expect(`${refused.status} ${refused.text}`).toMatch(/^413 .*"code":"too-long"/)
      expect(refused.headers.connection).toBe('close')
    }
    expect(await total()).toBe(2)
  })

  it('LIM-13 cuts off what is longer than it was announced', async () => {
    const { url, headers, total } = await writing()
    const whole = patientOf(2000)
    // All of it belongs to the next request on the connection, which is none.
    const answer = await posted(url, { headers: { ...headers, 'content-length': '1000' }, pieces: [whole] }).catch(
      () => undefined,
    )
    expect([undefined, 400]).toContain(answer?.status)
    expect(await total()).toBe(0)
  })

  it('LIM-14 takes Bundles of 4 MiB, and refuses longer ones', async () => {
    const { url, headers } = await writing()
    const whole = JSON.stringify({ resourceType: 'Bundle', type: 'batch' }).padEnd(4 * MEBIBYTE)
    const path = '/fhir'
    expect((await posted(url, { headers: { ...headers, ...lengthOf(whole) }, pieces: [whole], path })).status).toBe(200)
    const longer = `${whole} `
    for (const more of [lengthOf(longer), {}])
      expect((await posted(url, { headers: { ...headers, ...more }, pieces: [longer], path })).status).toBe(413)
  })

  it('LIM-13 does not raise the limit of forms: the larger limit is for resources alone', async () => {
    const { url, headers } = await writing()
    const body = `a=${'x'.repeat(70_000)}`
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    for (const path of ['/fhir/Patient/_search', '/oauth2/token'])
      for (const more of [lengthOf(body), {}])
        expect((await posted(url, { headers: { ...form, ...more }, pieces: [body], path })).status, path).toBe(413)
  })

  it.each([
    ['PUT', '/browse/api/record?path=Patient/one'],
    ['POST', '/tools/api/fhir'],
  ])('LIM-13 lets the handler check resources that a page sends: %s %s', async (method, path) => {
    const { url } = await writing()
    const whole = patientOf(100_000)
    const headers = { ...JSON_TYPE, ...lengthOf(whole) }
    // Nobody is signed in: the handler says so, and the front door lets the body pass.
    expect((await posted(url, { headers, pieces: [whole], path, method })).status).toBe(401)
    const longer = { ...JSON_TYPE, 'content-length': String(5 * MEBIBYTE) }
    expect((await posted(url, { headers: longer, pieces: [whole], path, method })).status).toBe(413)
  })

  it('LIM-19 unpacks nothing: a body with a Content-Encoding is 415', async () => {
    const { url, headers, total } = await writing()
    const packed = gzipSync(patientOf(64 * MEBIBYTE)).toString('latin1')
    for (const coding of ['gzip', 'deflate', 'br', 'gzip, identity']) {
      const refused = await posted(url, {
        headers: { ...headers, 'content-encoding': coding },
        pieces: [packed.slice(0, 1000)],
      })
      expect(`${refused.status} ${refused.text}`).toMatch(/^415 .*"code":"not-supported"/)
      expect(refused.headers['accept-encoding']).toBe('identity')
    }
    expect(await total()).toBe(0)
  })

  it('EVT-02 a write that is refused for its Content-Length or Content-Type is in the audit log', async () => {
    const { url, headers, domain, total } = await writing()
    const tooLong = { 'content-length': String(5 * MEBIBYTE) }
    const packed = { 'content-encoding': 'gzip', 'content-length': '1000' }
    const refusals = [
      ['POST', '/fhir/Patient', tooLong, 'create refused with 413 too-long'],
      ['POST', '/fhir/Patient', packed, 'create refused with 415 not-supported'],
      ['PUT', '/fhir/DEFAULT/Patient/one', packed, 'update refused with 415 not-supported'],
      ['PATCH', '/fhir/Patient/one', tooLong, 'patch refused with 413 too-long'],
      ['POST', '/fhir', tooLong, 'create refused with 413 too-long'],
    ] as const
    for (const [method, path, more, outcome] of refusals) {
      const type = method === 'PATCH' ? { 'content-type': 'application/json-patch+json' } : {}
      const refused = await posted(url, { method, path, headers: { ...headers, ...type, ...more }, pieces: ['{'] })
      expect(`${outcome} ${refused.text}`).toContain(`${refused.status}`)
      expect(refused.headers).toMatchObject({ connection: 'close', 'x-trace-id': expect.any(String) })
    }
    const told = (await eventsOf(domain)).filter(({ outcome }) => outcome === '4')
    expect(told.map(({ outcomeDesc }) => outcomeDesc)).toEqual(refusals.map(([, , , outcome]) => `fhir: ${outcome}`))
    // Who is not known learns that first (CRE-17).
    expect((await posted(url, { headers: { ...JSON_TYPE, ...tooLong }, pieces: ['{'] })).status).toBe(401)
    expect(await total()).toBe(0)
  })

  it.each([
    ['half of its body', 0.5, ['4 0']],
    ['its body and before the answer', 1, ['0 1', '4 0']],
  ])(
    'DUR-08 writes all or nothing when the client is gone after %s, and the audit log says which',
    async (_, part, may) => {
      const { url, headers, domain } = await writing()
      const body = patientOf(100_000)
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname)
      const head = Object.entries({ host: 'localhost', ...headers, ...lengthOf(body) }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      socket.write(
        `POST /fhir/Patient HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body.slice(0, body.length * part)}`,
        () => socket.destroy(),
      )
      /** The outcome of each create in the audit log, and the Patients that the app has. */
      const outcomes = async () => {
        const patients = await domain.sql.value(
          "SELECT count(*) FROM resource_version WHERE type = 'Patient' AND origin = 'writing-app'",
        )
        return (await eventsOf(domain))
          .filter(
            (event) => event.subtype[0]?.code === 'create' && event.agent[0]?.who?.reference === 'Device/writing-app',
          )
          .map(({ outcome }) => `${outcome} ${patients}`)
      }
      await expect.poll(outcomes).toHaveLength(1)
      expect(may).toContain((await outcomes())[0])
    },
  )

  it('CRE-20 sends 100 Continue only after the headers have been checked', async () => {
    const { url, headers, total } = await writing()
    const body = patientOf(1000)
    const expecting = { expect: '100-continue', ...lengthOf(body) }
    const good = await posted(url, { headers: { ...headers, ...expecting }, pieces: [body] })
    expect([good.status, good.continued]).toEqual([201, true])
    // Next reads a body itself, before its route has looked at the headers; what is too long for any route never comes to it.
    for (const [status, asked, wrong] of [
      [401, NEXT_MOUNT, { ...JSON_TYPE, ...expecting }],
      [413, NEXT_MOUNT, { ...headers, ...expecting, 'content-length': String(MEBIBYTE + 1) }],
      [413, false, { ...headers, ...expecting, 'content-length': String(5 * MEBIBYTE) }],
      [415, NEXT_MOUNT, { ...headers, ...expecting, 'content-type': 'application/fhir+xml' }],
    ] as const) {
      const refused = await posted(url, { headers: wrong, pieces: [body] })
      expect([refused.status, refused.continued, refused.headers.connection]).toEqual([status, asked, 'close'])
    }
    expect(await total()).toBe(1)
  })

  it('CRE-20 sends 100 Continue for forms and pages, too', async () => {
    const { url } = await writing()
    const body = 'grant_type=x'
    const form = { 'content-type': 'application/x-www-form-urlencoded', expect: '100-continue', ...lengthOf(body) }
    for (const path of ['/oauth2/token', '/idp/token', '/api/auth/x'])
      expect((await posted(url, { headers: form, pieces: [body], path })).continued, path).toBe(true)
  })
})
