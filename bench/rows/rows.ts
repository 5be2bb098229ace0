// The table of rows: what is measured, beside which baseline, and the goal. README.md explains them.
import { MOST_TAIL } from '../goals.ts'
import type { Contender } from '../load.ts'
import { type Bench, sessionCookie } from '../requests.ts'
import type { Row } from '../rounds.ts'
import { documents, lists, pages, rawLists, rawReads, reads, unchangedReads } from './reads.ts'
import { introspections, launches, tokens } from './tokens.ts'
import { creates, ENTRIES, rawInserts, rawInsertsOfAll, transactions, updates } from './writes.ts'

/** Above this number of Patients, a read has the goal of a large file. */
const LARGE = 10_000

type Beside = Pick<Row, 'baselineName' | 'baseline'>

export const beside = (baselineName: string, baseline: Contender): Beside => ({ baselineName, baseline })

export const row = (
  name: string,
  ours: Contender,
  beside: Beside,
  goals: Pick<Row, 'goal' | 'p99Goal' | 'tailGoal'> = {},
): Row => ({ name, ours, ...beside, ...goals })

/** The rows that depend on the number of Patients: Slipway, beside the baselines. */
export function readRows(bench: Bench, base: Bench): readonly Row[] {
  const { length } = bench.domain.patients
  const rawRead = beside('raw read', rawReads(base))
  const firstPage = beside('page at 0', pages(bench, 0))
  return [
    row('control: raw read against itself', rawRead.baseline, rawRead),
    row('least for a read: raw, and written down by Patient', reads(base), rawRead),
    row(`read, random over ${length}`, reads(bench), rawRead, {
      ...{ goal: length > LARGE ? 0.65 : 0.8, p99Goal: 3, tailGoal: MOST_TAIL },
    }),
    row('vread', reads(bench, { after: '/_history/1' }), rawRead),
    row('read, 304 by If-None-Match', unchangedReads(bench), rawRead),
    row('list of 40', lists(bench), beside('raw list', rawLists(base, bench)), { goal: 0.75, tailGoal: MOST_TAIL }),
    row('page at 50 %', pages(bench, 0.5), firstPage),
    row('page at 99 %', pages(bench, 0.99), firstPage, { goal: 1 / 1.2 }),
  ]
}

/** The rows that are the same for every number of Patients. */
export function otherRows(bench: Bench, base: Bench): readonly Row[] {
  const least = (baseline: Contender) => beside('the least', baseline)
  const [insert, insertAll] = [rawInserts(base), rawInsertsOfAll(base)].map((one) =>
    beside('raw durable insert', one),
  ) as [Beside, Beside]
  const written = 'found by its values, an event in the chain, on the disk'
  return [
    row('client_credentials', tokens(bench), least(tokens(base)), { goal: 0.7, tailGoal: MOST_TAIL }),
    row('introspect', introspections(bench), least(tokens(base))),
    row('launch: authorize, callback, token', launches(bench), least(launches(base)), { goal: 0.55 }),
    row(`least for a create: ${written}`, creates(base), insert),
    row('create', creates(bench), least(creates(base)), { goal: 0.5 }),
    row(`least for an update: the version that was read, ${written}`, updates(base), insert),
    row('update', updates(bench), least(updates(base)), { goal: 0.5, tailGoal: MOST_TAIL }),
    row(`least for a transaction of ${ENTRIES} creates: each ${written}`, transactions(base), insertAll),
    row(`transaction of ${ENTRIES} creates`, transactions(bench), least(transactions(base)), { goal: 0.5 }),
  ]
}

/** By name: what another checkout does in turns with this one. */
const BESIDE: Readonly<Record<string, (bench: Bench) => Contender>> = {
  read: reads,
  'list of 40': lists,
  client_credentials: tokens,
  introspect: introspections,
  launch: launches,
  create: creates,
  update: updates,
  'transaction of creates': transactions,
}

/** By the name of a person of the demo: the pages whose documents another checkout makes, too. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'marijke@demo.test': ['/', '/portal', '/browse/Patient'],
  'daan@demo.test': ['/portal'],
  'beheer@demo.test': ['/admin', '/admin/apps', '/traces'],
}

/** The sessions that the pages are asked for with: made before the data are copied. */
export const cookiesOf = async ({ domain }: Bench): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    await Promise.all(Object.keys(PAGES).map(async (who) => [who, await sessionCookie(domain, who)] as const)),
  )

/** Slipway beside another checkout on a copy of the same data: a ratio above 1 means that this one is faster. */
export function otherCheckoutRows(
  bench: Bench,
  other: Bench,
  cookies: Awaited<ReturnType<typeof cookiesOf>>,
): readonly Row[] {
  const documentsOf = Object.entries(PAGES).flatMap(([who, paths]) =>
    paths.map((path) => [`page ${path} (${who})`, (one: Bench) => documents(one, path, cookies[who] ?? '')] as const),
  )
  return [...Object.entries(BESIDE), ...documentsOf].map(([name, of]) =>
    row(`beside the other checkout: ${name}`, of(bench), beside('the other checkout', of(other))),
  )
}
