// Measures creates, updates and transactions beside a raw server that durably inserts the same text.
import path from 'node:path'
import { drive, requests, type Server, type Work } from '../load.ts'
import { freePort, startRawWriter } from '../processes.ts'
import type { Contender } from '../rounds.ts'
import type { Bench, Row } from '../row.ts'
import { bearers } from './requests.ts'
import { bytesOf, PATIENT, statusIs, transactionOf } from './write-requests.ts'

/** Concurrent writers. */
const WIDTH = 16
/** Entries of the measured transaction. */
const ENTRIES = 100

const NAMES = [
  'least for a create: found by its values, an event in the chain, on the disk',
  'create',
  'least for an update: the version that was read, found by its values, an event in the chain, on the disk',
  'update',
  `least for a transaction of ${ENTRIES} creates: each found by its values, its event in the chain, on the disk`,
  `transaction of ${ENTRIES} creates`,
] as const

export const writeNames: readonly string[] = NAMES

/** The rows, and a function that ends their baseline. */
export async function writeRows(
  bench: Bench,
  least: Server,
): Promise<{ readonly rows: readonly Row[]; readonly stop: () => Promise<void> }> {
  const { domain } = bench
  const raw = await startRawWriter({
    ownFile: path.join(domain.domain.config.dataDir, 'raw-writer.db'),
    port: await freePort(),
  })
  const [leastCreate, create, leastUpdate, update, leastTransaction, transaction] = NAMES
  const baselineName = 'raw durable insert'
  const rawCreate = posts(raw, '/', JSON.stringify(PATIENT))
  const bundle = JSON.stringify(transactionOf(ENTRIES))
  const rawTransaction = posts(raw, '/', bundle)
  const rows: readonly Row[] = [
    {
      name: leastCreate,
      goal: undefined,
      ours: posts(least, '/Patient', JSON.stringify(PATIENT), 200),
      baselineName,
      baseline: rawCreate,
    },
    {
      name: create,
      goal: 0.5,
      ours: creates(bench),
      baselineName,
      baseline: rawCreate,
    },
    {
      name: leastUpdate,
      goal: undefined,
      ours: updatesAt(least, '/Patient', async () => ''),
      baselineName,
      baseline: rawCreate,
    },
    { name: update, goal: 0.5, ours: updates(bench), baselineName, baseline: rawCreate },
    {
      name: leastTransaction,
      goal: undefined,
      ours: posts(least, '/', bundle, 200),
      baselineName,
      baseline: rawTransaction,
    },
    { name: transaction, goal: 0.5, ours: transactions(bench), baselineName, baseline: rawTransaction },
  ]
  return { rows, stop: raw.stop }
}

const posts = (server: Server, target: string, body: string, status = 201): Contender => {
  const request = { bytes: bytesOf(server, 'POST', target, body), wrong: statusIs(status) }
  return (seconds) =>
    drive(
      server,
      requests(() => request),
      seconds,
      WIDTH,
    )
}

/** Creates of single Patients. */
export const creates = (bench: Bench): Contender =>
  written(bench, '/fhir/DEFAULT/Patient', JSON.stringify(PATIENT), 201)

/** Transactions of creates. */
export const transactions = (bench: Bench): Contender =>
  written(bench, '/fhir/DEFAULT', JSON.stringify(transactionOf(ENTRIES)), 200)

function written(bench: Bench, target: string, body: string, status: number): Contender {
  const bearer = bearers(bench)
  return async (seconds) => {
    const bytes = bytesOf(bench.slipway, 'POST', target, body, `authorization: Bearer ${await bearer()}\r\n`)
    return drive(
      bench.slipway,
      requests(() => ({ bytes, wrong: statusIs(status) })),
      seconds,
      WIDTH,
    )
  }
}

/** Updates of single Patients. */
export function updates(bench: Bench): Contender {
  const bearer = bearers(bench)
  return updatesAt(bench.slipway, '/fhir/DEFAULT/Patient', async () => `authorization: Bearer ${await bearer()}\r\n`)
}

/** Each connection updates its own Patient, one version after the other; `more` gives further header lines. */
function updatesAt(server: Server, target: string, more: () => Promise<string>): Contender {
  return async (seconds) => {
    const headers = await more()
    const own = new Map<object, { readonly id: string; version: number }>()
    const work: Work = async (connection) => {
      const known = own.get(connection)
      if (!known) {
        const answer = await connection.ask(bytesOf(server, 'POST', target, JSON.stringify(PATIENT), headers))
        if (answer.status >= 300) throw new Error(`not created: ${answer.status} ${answer.body}`)
        const { id } = JSON.parse(answer.body.toString()) as { id: string }
        own.set(connection, { id, version: 1 })
        return
      }
      const body = JSON.stringify({ ...PATIENT, id: known.id, active: known.version % 2 === 0 })
      const matching = `${headers}if-match: W/"${known.version}"\r\n`
      const answer = await connection.ask(bytesOf(server, 'PUT', `${target}/${known.id}`, body, matching))
      if (answer.status !== 200)
        throw new Error(`not updated: ${answer.status} ${answer.body.toString('utf8', 0, 300)}`)
      known.version += 1
    }
    return drive(server, work, seconds, WIDTH)
  }
}
