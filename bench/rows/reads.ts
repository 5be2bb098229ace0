// Measures reads and lists over HTTP, each beside the raw server, which answers with the same bytes.
import type { Answer } from '../connection.ts'
import { headerOf } from '../connection.ts'
import { drive, type Request, requests, type Server } from '../load.ts'
import { freePort, startRaw } from '../processes.ts'
import type { Contender } from '../rounds.ts'
import type { Bench, Row } from '../row.ts'
import { ask, bearers, constantly, exactly, get, sequence, storedBodies } from './requests.ts'

/** Concurrent connections. */
const WIDTH = 32

/** Above this number of Patients, a read has the goal of a large file. */
const LARGE = 10_000

/** The rows, and a function that ends the baselines they need. */
export async function readRows(
  bench: Bench,
  least: Server,
): Promise<{ readonly rows: readonly Row[]; readonly stop: () => Promise<void> }> {
  const { slipway, domain } = bench
  const bearer = bearers(bench)
  const ports = { constant: await freePort(), read: await freePort(), list: await freePort() }
  const list = await ask(slipway, get(slipway, '/fhir/DEFAULT/Patient', await bearer()))
  const firstEntry = startOfEntries(list.body)
  const bodyOf = storedBodies(bench)
  const someone = bodyOf(domain.patients[0] ?? '')
  const raw = await startRaw({
    databaseFile: domain.domain.config.databaseFile,
    ports,
    constant: someone.toString(),
    listHead: list.body.subarray(0, firstEntry).toString(),
    entryHead: `{"fullUrl":"${domain.publicUrl}/fhir/DEFAULT/Patient/`,
  })
  const rawOn = (port: number) => ({ pid: raw.pid, port })
  const constantOf = (server: Server) => on(server, constantly(get(server, '/'), exactly(someone)))
  const asClient = (make: (bearer: string) => () => Request): Contender =>
    asked(slipway, async () => make(await bearer()))
  const anyone = anyOf(domain.patients)
  const read =
    (server: Server, before: string, token?: string, after = '') =>
    (): Request => {
      const id = anyone()
      return { bytes: get(server, before + id + after, token), wrong: exactly(bodyOf(id)) }
    }
  const reads = asClient((token) => read(slipway, '/fhir/DEFAULT/Patient/', token))
  const vreads = asClient((token) => read(slipway, '/fhir/DEFAULT/Patient/', token, '/_history/1'))
  const unchanged = asClient((token) => unchangedReads(slipway, anyone, token))
  const rightList = listOf(list.body)
  const lists = asClient((token) => constantly(get(slipway, '/fhir/DEFAULT/Patient', token), rightList))
  const rawList = on(rawOn(ports.list), constantly(get(rawOn(ports.list), '/Patient'), rightList))
  const rawReads = on(rawOn(ports.read), read(rawOn(ports.read), '/Patient/'))
  const rawRead = { baselineName: 'raw read', baseline: rawReads }
  const rows: readonly Row[] = [
    { name: 'control: raw read against itself', goal: undefined, ours: rawReads, ...rawRead },
    { name: 'constant answer of node:http', goal: undefined, ours: constantOf(rawOn(ports.constant)), ...rawRead },
    {
      name: `least for a read: raw, and written down by Patient`,
      goal: undefined,
      ours: on(least, read(least, '/')),
      ...rawRead,
    },
    {
      name: `read, random over ${domain.patients.length}`,
      goal: domain.patients.length > LARGE ? 0.65 : 0.8,
      p99Goal: 3,
      ours: reads,
      ...rawRead,
    },
    { name: 'vread', goal: undefined, ours: vreads, ...rawRead },
    { name: 'read, 304 by If-None-Match', goal: undefined, ours: unchanged, ...rawRead },
    { name: 'list of 40', baselineName: 'raw list', goal: 0.75, ours: lists, baseline: rawList },
    ...pageRows(bench, bearer),
  ]
  return { rows, stop: raw.stop }
}

/** Reads of random Patients. */
export function reads(bench: Bench): Contender {
  const bearer = bearers(bench)
  const bodyOf = storedBodies(bench)
  const anyone = anyOf(bench.domain.patients)
  return async (seconds) => {
    const token = await bearer()
    const work = requests(() => {
      const id = anyone()
      return { bytes: get(bench.slipway, `/fhir/DEFAULT/Patient/${id}`, token), wrong: exactly(bodyOf(id)) }
    })
    return drive(bench.slipway, work, seconds, WIDTH)
  }
}

/** Single requests on one server. `make` prepares them before the clock starts. */
export const asked =
  (server: Server, make: () => Promise<() => Request>): Contender =>
  async (seconds) =>
    drive(server, requests(await make()), seconds, WIDTH)

const on = (server: Server, next: () => Request): Contender => asked(server, async () => next)

/** The offset in bytes of the entries in a searchset. */
const startOfEntries = (list: Buffer): number => list.indexOf('{"fullUrl"')

/** A list is recognised by its entries, byte for byte. The part before them differs per search, but not in length. */
export function listOf(first: Buffer): Request['wrong'] {
  const firstEntry = startOfEntries(first)
  const entries = first.subarray(firstEntry)
  return ({ status, body }) =>
    status === 200 && body.subarray(firstEntry).equals(entries)
      ? undefined
      : `status ${status}, ${body.length} bytes, not the entries of the first list`
}

/**
 * Pages of one walk: in the middle and near the end, beside the first. Each turn makes a new search, because searches
 * expire.
 */
function pageRows({ slipway, domain }: Bench, bearer: () => Promise<string>): readonly Row[] {
  const pageAt =
    (share: number): Contender =>
    async (seconds) => {
      const offset = Math.floor((domain.patients.length * share) / PAGE) * PAGE
      const token = await bearer()
      const list = await ask(slipway, get(slipway, '/fhir/DEFAULT/Patient', token))
      const bytes = get(slipway, atOffset(nextOf(list), offset), token)
      const expected = await ask(slipway, bytes)
      return on(slipway, constantly(bytes, exactly(expected.body)))(seconds)
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

/** Picks any of them with equal probability, in the same sequence in every run. */
export function anyOf(ids: readonly string[]): () => string {
  const random = sequence()
  return () => ids[random(ids.length)] ?? ''
}

function unchangedReads(slipway: Server, anyone: () => string, bearer: string): () => Request {
  const wrong = (answer: Answer) =>
    answer.status === 304 && answer.body.length === 0 && headerOf(answer, 'etag') === 'W/"1"'
      ? undefined
      : `status ${answer.status}`
  return () => {
    const bytes = get(slipway, `/fhir/DEFAULT/Patient/${anyone()}`, bearer, 'if-none-match: W/"1"\r\n')
    return { bytes, wrong }
  }
}
