// Measures reads and lists over HTTP, each beside the raw server, which answers with the same bytes.
import { headerOf } from '../connection.ts'
import { MOST_TAIL } from '../goals.ts'
import type { Request, Server } from '../load.ts'
import {
  anyOf,
  ask,
  asked,
  type Bench,
  bearers,
  constantly,
  exactly,
  get,
  nextOf,
  statusIs,
  storedBodies,
} from '../requests.ts'
import type { Contender, Row } from '../rounds.ts'

/** Concurrent connections. */
const WIDTH = 32
/** Above this number of Patients, a read has the goal of a large file. */
const LARGE = 10_000
const PAGE = 40
const LIST = '/fhir/DEFAULT/Patient'

/** The rows of one size, beside a raw server and the server that does the least. */
export async function readRows(bench: Bench, raw: Server, least: Server): Promise<readonly Row[]> {
  const { patients } = bench.domain
  const bodyOf = storedBodies(bench)
  const anyone = anyOf(patients)
  const readsOf = (server: Server): Contender =>
    asked(server, WIDTH, async () => () => {
      const id = anyone()
      return { bytes: get(server, `/Patient/${id}`), wrong: exactly(bodyOf(id)) }
    })
  const constant = asked(raw, WIDTH, async () => constantly(get(raw, '/'), exactly(bodyOf(patients[0] ?? ''))))
  const rawRead = { baselineName: 'raw read', baseline: readsOf(raw) }
  return [
    { name: 'control: raw read against itself', ours: rawRead.baseline, ...rawRead },
    { name: 'constant answer of node:http', ours: constant, ...rawRead },
    { name: 'least for a read: raw, and written down by Patient', ours: readsOf(least), ...rawRead },
    {
      name: `read, random over ${patients.length}`,
      goal: patients.length > LARGE ? 0.65 : 0.8,
      p99Goal: 3,
      tailGoal: MOST_TAIL,
      ours: reads(bench, { bodyOf }),
      ...rawRead,
    },
    { name: 'vread', ours: reads(bench, { bodyOf, after: '/_history/1' }), ...rawRead },
    { name: 'read, 304 by If-None-Match', ours: unchangedReads(bench), ...rawRead },
    {
      name: 'list of 40',
      goal: 0.75,
      tailGoal: MOST_TAIL,
      ours: lists(bench),
      baselineName: 'raw list',
      baseline: asked(raw, WIDTH, async () => constantly(get(raw, '/Patient'), await rightList(bench))),
    },
    ...pageRows(bench),
  ]
}

/** Reads of random Patients. */
export function reads(bench: Bench, { bodyOf = storedBodies(bench), after = '' } = {}): Contender {
  const bearer = bearers(bench)
  const anyone = anyOf(bench.domain.patients)
  return asked(bench.slipway, WIDTH, async () => {
    const token = await bearer()
    return () => {
      const id = anyone()
      return { bytes: get(bench.slipway, `${LIST}/${id}${after}`, token), wrong: exactly(bodyOf(id)) }
    }
  })
}

function unchangedReads(bench: Bench): Contender {
  const bearer = bearers(bench)
  const anyone = anyOf(bench.domain.patients)
  const wrong: Request['wrong'] = (answer) =>
    answer.body.length === 0 && headerOf(answer, 'etag') === 'W/"1"' ? statusIs(304)(answer) : `status ${answer.status}`
  return asked(bench.slipway, WIDTH, async () => {
    const token = await bearer()
    return () => ({ bytes: get(bench.slipway, `${LIST}/${anyone()}`, token, 'if-none-match: W/"1"\r\n'), wrong })
  })
}

/** The first page of all Patients. */
export function lists(bench: Bench): Contender {
  const bearer = bearers(bench)
  return asked(bench.slipway, WIDTH, async () =>
    constantly(get(bench.slipway, LIST, await bearer()), await rightList(bench)),
  )
}

/** A list is recognised by its entries, byte for byte. The part before them differs per search, but not in length. */
async function rightList(bench: Bench): Promise<Request['wrong']> {
  const first = await firstList(bench)
  const start = startOfEntries(first)
  const entries = first.subarray(start)
  return ({ status, body }) =>
    status === 200 && body.subarray(start).equals(entries)
      ? undefined
      : `status ${status}, ${body.length} bytes, not the entries of the first list`
}

export const firstList = async (bench: Bench): Promise<Buffer> =>
  (await ask(bench.slipway, get(bench.slipway, LIST, await bearers(bench)()))).body

/** The offset in bytes of the entries in a searchset. */
export const startOfEntries = (list: Buffer): number => list.indexOf('{"fullUrl"')

/**
 * Pages of one walk: in the middle and near the end, beside the first. Each turn makes a new search, because searches
 * expire.
 */
function pageRows(bench: Bench): readonly Row[] {
  const { slipway, domain } = bench
  const bearer = bearers(bench)
  const pageAt = (share: number): Contender =>
    asked(slipway, WIDTH, async () => {
      const offset = Math.floor((domain.patients.length * share) / PAGE) * PAGE
      const next = nextOf({ body: await firstList(bench) })
      if (next === undefined) throw new Error('The list has a single page: there is nothing to walk')
      const bytes = get(slipway, next.replace(/(_getpagesoffset=)\d+/, `$1${offset}`), await bearer())
      return constantly(bytes, exactly((await ask(slipway, bytes)).body))
    })
  const beside = { baselineName: 'page at 0', baseline: pageAt(0) }
  return [
    { name: 'page at 50 %', ours: pageAt(0.5), ...beside },
    { name: 'page at 99 %', goal: 1 / 1.2, ours: pageAt(0.99), ...beside },
  ]
}
