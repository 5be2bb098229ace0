// Contenders that read: Slipway, and at the same addresses the server that does the least; the raw ones are below /raw.
import { freePort } from '../../scripts/free-port.mjs'
import { headerOf } from '../connection.ts'
import type { Contender, Request } from '../load.ts'
import { ask, asked, type Bench, constantly, exactly, get, nextOf, statusIs } from '../requests.ts'

/** Concurrent connections. */
const WIDTH = 32
const PAGE = 40
const PATIENT = '/fhir/DEFAULT/Patient'
const RAW_PATIENT = '/raw/Patient'

/** Reads of random Patients below an address, whose answers are their bodies as stored. */
export const reads = (bench: Bench, { below = PATIENT, after = '' } = {}): Contender => {
  const { bodyOf, patients } = bench.domain
  const anyone = anyOf(patients)
  return asked(bench, WIDTH, (bearer) => () => {
    const id = anyone()
    return { bytes: get(bench.server, `${below}/${id}${after}`, bearer), wrong: exactly(bodyOf(id)) }
  })
}

export const rawReads = (bench: Bench): Contender => reads(bench, { below: RAW_PATIENT })

export const unchangedReads = (bench: Bench): Contender => {
  const anyone = anyOf(bench.domain.patients)
  const wrong: Request['wrong'] = (answer) =>
    answer.body.length === 0 && headerOf(answer, 'etag') === 'W/"1"' ? statusIs(304)(answer) : `status ${answer.status}`
  return asked(bench, WIDTH, (bearer) => () => ({
    bytes: get(bench.server, `${PATIENT}/${anyone()}`, bearer, 'if-none-match: W/"1"\r\n'),
    wrong,
  }))
}

/** The first page of all Patients. */
export const lists = (bench: Bench): Contender =>
  asked(bench, WIDTH, async (bearer) => constantly(get(bench.server, PATIENT, bearer), await rightList(bench)))

/** The same bytes from the raw server. */
export const rawLists = (raw: Bench, bench: Bench): Contender =>
  asked(raw, WIDTH, async () => constantly(get(raw.server, RAW_PATIENT), await rightList(bench)))

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

const firstList = async ({ server, bearer }: Bench): Promise<Buffer> =>
  (await ask(server, get(server, PATIENT, await bearer()))).body

/** What the baselines assemble a list from, and the key of their client. */
export async function baselineSettings(bench: Bench) {
  const list = await firstList(bench)
  return {
    port: await freePort(),
    listHead: list.subarray(0, startOfEntries(list)).toString(),
    entryHead: `{"fullUrl":"${bench.domain.publicUrl}${PATIENT}/`,
    clientKey: bench.domain.key.publicJwk,
  }
}

/** The offset in bytes of the entries in a searchset. */
const startOfEntries = (list: Buffer): number => list.indexOf('{"fullUrl"')

/** A page of a walk, after a share of all Patients. Each turn makes a new search, because searches expire. */
export const pages = (bench: Bench, share: number): Contender =>
  asked(bench, WIDTH, async (bearer) => {
    const offset = Math.floor((bench.domain.patients.length * share) / PAGE) * PAGE
    const next = nextOf({ body: await firstList(bench) })
    if (next === undefined) throw new Error('The list has a single page: there is nothing to walk')
    const bytes = get(bench.server, next.replace(/(_getpagesoffset=)\d+/, `$1${offset}`), bearer)
    return constantly(bytes, exactly((await ask(bench.server, bytes)).body))
  })

/** Concurrent visitors of a page. */
const VISITORS = 4

/** The document of a page of the site, for the person of a session: what the server does of it. */
export const documents = (bench: Bench, path: string, cookie: string): Contender =>
  asked(bench, VISITORS, () =>
    constantly(get(bench.server, path, '', `accept: text/html\r\ncookie: ${cookie}\r\n`), ({ status, body }) =>
      status === 200 && body.includes('</html>') ? undefined : `status ${status}`,
    ),
  )

/** Picks any of them, by a linear congruential sequence (Numerical Recipes): cheap, and the same in each run. */
function anyOf(ids: readonly string[]): () => string {
  let state = 12345
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return ids[Math.floor((state / 2 ** 32) * ids.length)] ?? ''
  }
}
