// Reads and lists over HTTP, each beside the raw server that answers the same bytes.

import type { Answer } from '../connection.ts'
import { Connection, headerOf } from '../connection.ts'
import { CREDENTIALS, tokenForm } from '../domain.ts'
import { drive, type Request, requests } from '../load.ts'
import { freePort, type Process, startRaw } from '../processes.ts'
import type { Contender } from '../rounds.ts'
import type { Bench, Row } from '../row.ts'

/** Connections that ask at once. */
const WIDTH = 32

export async function readRows(bench: Bench): Promise<readonly Row[]> {
  const { slipway, domain } = bench
  const bearer = await accessToken(bench)
  const ports = { constant: await freePort(), read: await freePort(), list: await freePort() }
  const list = await ask(slipway, get(slipway, '/fhir/DEFAULT/Patient', bearer))
  const firstEntry = list.body.indexOf('{"fullUrl"')
  const someone = bodyOf(bench, domain.patients[0] ?? '')
  const raw = await startRaw({
    databaseFile: domain.domain.config.databaseFile,
    ports,
    constant: someone.toString(),
    listHead: list.body.subarray(0, firstEntry).toString(),
    entryHead: `{"fullUrl":"${domain.publicUrl}/fhir/DEFAULT/Patient/`,
  })
  const rawOn = (port: number) => ({ pid: raw.pid, port })
  const on = (process: Pick<Process, 'pid' | 'port'>, next: (turn: number) => Request): Contender => {
    const load = { ...process, work: requests(next) }
    return (seconds) => drive(load, seconds, WIDTH)
  }
  const reads = readRequests(bench, slipway, `/fhir/DEFAULT/Patient/`, bearer)
  const rawReads = readRequests(bench, rawOn(ports.read), '/Patient/')
  const lists = constantly(get(slipway, '/fhir/DEFAULT/Patient', bearer), ({ status, body }) =>
    status === 200 && body.length === list.body.length ? undefined : `status ${status}, ${body.length} bytes`,
  )
  const rawLists = constantly(get(rawOn(ports.list), '/Patient'), ({ status, body }) =>
    status === 200 && body.subarray(firstEntry).equals(list.body.subarray(firstEntry))
      ? undefined
      : `status ${status}, not the bytes of Slipway's list`,
  )
  return [
    {
      name: 'control: raw read against itself',
      baselineName: 'raw read',
      goal: undefined,
      ours: on(rawOn(ports.read), rawReads),
      baseline: on(rawOn(ports.read), rawReads),
    },
    {
      name: 'constant answer of node:http',
      baselineName: 'raw read',
      goal: undefined,
      ours: on(rawOn(ports.constant), constantly(get(rawOn(ports.constant), '/'), exactly(someone))),
      baseline: on(rawOn(ports.read), rawReads),
    },
    {
      name: `read, random over ${domain.patients.length}`,
      baselineName: 'raw read',
      goal: domain.patients.length > 10_000 ? 0.65 : 0.8,
      p99Goal: 3,
      ours: on(slipway, reads),
      baseline: on(rawOn(ports.read), rawReads),
    },
    {
      name: 'vread',
      baselineName: 'raw read',
      goal: undefined,
      ours: on(slipway, readRequests(bench, slipway, `/fhir/DEFAULT/Patient/`, bearer, '/_history/1')),
      baseline: on(rawOn(ports.read), rawReads),
    },
    {
      name: 'read, 304 by If-None-Match',
      baselineName: 'raw read',
      goal: undefined,
      ours: on(slipway, unchangedRequests(bench, bearer)),
      baseline: on(rawOn(ports.read), rawReads),
    },
    {
      name: 'list of 40',
      baselineName: 'raw list',
      goal: 0.75,
      ours: on(slipway, lists),
      baseline: on(rawOn(ports.list), rawLists),
    },
    ...pageRows(bench, bearer),
  ]
}

/** Pages of one walk: half-way and near the end beside the first. Each turn walks anew, as searches are forgotten. */
function pageRows({ slipway, domain }: Bench, bearer: string): readonly Row[] {
  const pageAt =
    (share: number): Contender =>
    async (seconds) => {
      const offset = Math.floor((domain.patients.length * share) / PAGE) * PAGE
      const list = await ask(slipway, get(slipway, '/fhir/DEFAULT/Patient', bearer))
      const bytes = get(slipway, atOffset(nextOf(list), offset), bearer)
      const expected = await ask(slipway, bytes)
      return drive({ ...slipway, work: requests(constantly(bytes, exactly(expected.body))) }, seconds, WIDTH)
    }
  const beside = { baselineName: 'page at 0', baseline: pageAt(0) }
  return [
    { name: 'page at 50 %', goal: undefined, ours: pageAt(0.5), ...beside },
    { name: 'page at 99 %', goal: 1 / 1.2, ours: pageAt(0.99), ...beside },
  ]
}

const PAGE = 40

function atOffset(next: string | undefined, offset: number): string {
  if (next === undefined) throw new Error('The list has a single page: there is nothing to walk')
  const url = new URL(next)
  url.searchParams.set('_getpagesoffset', String(offset))
  return url.pathname + url.search
}

const nextOf = ({ body }: Answer): string | undefined =>
  (JSON.parse(body.toString()) as { link: { relation: string; url: string }[] }).link.find(
    ({ relation }) => relation === 'next',
  )?.url

/** A GET as bytes. */
export const get = ({ port }: Pick<Process, 'port'>, target: string, bearer?: string, more = ''): Buffer =>
  Buffer.from(
    `GET ${target} HTTP/1.1\r\nhost: localhost:${port}\r\n${bearer ? `authorization: Bearer ${bearer}\r\n` : ''}${more}\r\n`,
  )

export const post = ({ port }: Pick<Process, 'port'>, target: string, form: string): Buffer =>
  Buffer.from(
    `POST ${target} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(form)}\r\n\r\n${form}`,
  )

export async function ask({ port }: Pick<Process, 'port'>, bytes: Buffer): Promise<Answer> {
  const connection = new Connection(port)
  try {
    return await connection.ask(bytes)
  } finally {
    connection.close()
  }
}

/** An access token for the FHIR API; it lives five minutes. */
export async function accessToken({ slipway, domain }: Bench): Promise<string> {
  const answer = await ask(slipway, post(slipway, '/oauth2/token', await tokenForm(domain, CREDENTIALS)))
  if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${answer.body}`)
  return (JSON.parse(answer.body.toString()) as { access_token: string }).access_token
}

const exactly =
  (expected: Buffer) =>
  ({ status, body }: Answer): string | undefined =>
    status === 200 && body.equals(expected) ? undefined : `status ${status}, ${body.length} of ${expected.length} bytes`

const constantly = (bytes: Buffer, wrong: Request['wrong']) => (): Request => ({ bytes, wrong })

const bodyOf = ({ domain }: Bench, id: string): Buffer =>
  Buffer.from(domain.domain.resources.readCurrent('Patient', id)?.body ?? '')

/** Any Patient, each as likely as the others; the same sequence in every run. */
function readRequests(bench: Bench, process: Pick<Process, 'port'>, before: string, bearer?: string, after = '') {
  const random = sequence()
  const { patients } = bench.domain
  return (): Request => {
    const id = patients[random(patients.length)] ?? ''
    return { bytes: get(process, before + id + after, bearer), wrong: exactly(bodyOf(bench, id)) }
  }
}

function unchangedRequests(bench: Bench, bearer: string) {
  const random = sequence()
  const { patients } = bench.domain
  const wrong = (answer: Answer) =>
    answer.status === 304 && answer.body.length === 0 && headerOf(answer, 'etag') === 'W/"1"'
      ? undefined
      : `status ${answer.status}`
  return (): Request => {
    const target = `/fhir/DEFAULT/Patient/${patients[random(patients.length)]}`
    return { bytes: get(bench.slipway, target, bearer, 'if-none-match: W/"1"\r\n'), wrong }
  }
}

/** A linear congruential sequence (Numerical Recipes): cheap, and the same in each run. */
function sequence(): (below: number) => number {
  let state = 12345
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
