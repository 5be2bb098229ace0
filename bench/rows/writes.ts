// Measures creates, updates and transactions beside a raw server that inserts the same text durably.
import path from 'node:path'
import type { Answer } from '../connection.ts'
import { drive, requests, type Server, type Work } from '../load.ts'
import { freePort, startRawWriter } from '../processes.ts'
import type { Contender } from '../rounds.ts'
import type { Bench, Row } from '../row.ts'
import { bearers } from './requests.ts'

/** Concurrent writers. */
const WIDTH = 16
/** Entries of the measured transaction. */
const ENTRIES = 100

const NAMES = ['create', 'update', `transaction of ${ENTRIES} creates`] as const

export const writeNames: readonly string[] = NAMES

const PATIENT = {
  resourceType: 'Patient',
  meta: { profile: ['http://koppeltaal.nl/fhir/StructureDefinition/KT2Patient'] },
  identifier: [{ system: 'urn:bench', value: 'written' }],
  active: true,
  name: [{ use: 'official', family: 'Schrijver', given: ['Wil'] }],
  telecom: [{ system: 'email', value: 'wil@example.org', use: 'home' }],
  gender: 'female',
  birthDate: '1980-01-31',
  address: [{ use: 'home', line: ['Dorpsstraat 1'], city: 'Utrecht', postalCode: '3511 AA', country: 'NL' }],
}

/** The rows, and what ends their baseline. */
export async function writeRows(
  bench: Bench,
): Promise<{ readonly rows: readonly Row[]; readonly stop: () => Promise<void> }> {
  const { domain } = bench
  const raw = await startRawWriter({
    ownFile: path.join(domain.domain.config.dataDir, 'raw-writer.db'),
    port: await freePort(),
  })
  const [create, update, transaction] = NAMES
  const baselineName = 'raw durable insert'
  const rawCreate = posts(raw, '/', JSON.stringify(PATIENT))
  const rows: readonly Row[] = [
    {
      name: create,
      goal: 0.5,
      ours: creates(bench, '/fhir/DEFAULT/Patient', JSON.stringify(PATIENT), 201),
      baselineName,
      baseline: rawCreate,
    },
    { name: update, goal: 0.5, ours: updates(bench), baselineName, baseline: rawCreate },
    {
      name: transaction,
      goal: 0.5,
      ours: creates(bench, '/fhir/DEFAULT', JSON.stringify(BUNDLE), 200),
      baselineName,
      baseline: posts(raw, '/', JSON.stringify(BUNDLE)),
    },
  ]
  return { rows, stop: raw.stop }
}

const BUNDLE = {
  resourceType: 'Bundle',
  type: 'transaction',
  entry: Array.from({ length: ENTRIES }, () => ({ resource: PATIENT, request: { method: 'POST', url: 'Patient' } })),
}

const FHIR_JSON = 'application/fhir+json'

const bytesOf = ({ port }: Server, method: string, target: string, body: string, more = ''): Buffer =>
  Buffer.from(
    `${method} ${target} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: ${FHIR_JSON}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`,
  )

const statusIs =
  (expected: number) =>
  ({ status, body }: Answer): string | undefined =>
    status === expected ? undefined : `status ${status}: ${body.toString('utf8', 0, 300)}`

const posts = (server: Server, target: string, body: string): Contender => {
  const request = { bytes: bytesOf(server, 'POST', target, body), wrong: statusIs(201) }
  return (seconds) =>
    drive(
      [server],
      requests(() => request),
      seconds,
      WIDTH,
    )
}

function creates(bench: Bench, target: string, body: string, status: number): Contender {
  const bearer = bearers(bench)
  return async (seconds) => {
    const bytes = bytesOf(bench.slipway, 'POST', target, body, `authorization: Bearer ${await bearer()}\r\n`)
    return drive(
      [bench.slipway],
      requests(() => ({ bytes, wrong: statusIs(status) })),
      seconds,
      WIDTH,
    )
  }
}

/** Each connection updates a Patient of its own, one version after the other. */
function updates(bench: Bench): Contender {
  const { slipway } = bench
  const token = bearers(bench)
  return async (seconds) => {
    const bearer = `authorization: Bearer ${await token()}\r\n`
    const own = new Map<object, { readonly id: string; version: number }>()
    const work: Work = async (connection) => {
      const known = own.get(connection)
      if (!known) {
        const answer = await connection.ask(
          bytesOf(slipway, 'POST', '/fhir/DEFAULT/Patient', JSON.stringify(PATIENT), bearer),
        )
        if (answer.status !== 201) throw new Error(`not created: ${answer.status} ${answer.body}`)
        const { id } = JSON.parse(answer.body.toString()) as { id: string }
        own.set(connection, { id, version: 1 })
        return
      }
      const body = JSON.stringify({ ...PATIENT, id: known.id, active: known.version % 2 === 0 })
      const more = `${bearer}if-match: W/"${known.version}"\r\n`
      const answer = await connection.ask(bytesOf(slipway, 'PUT', `/fhir/DEFAULT/Patient/${known.id}`, body, more))
      if (answer.status !== 200)
        throw new Error(`not updated: ${answer.status} ${answer.body.toString('utf8', 0, 300)}`)
      known.version += 1
    }
    return drive([slipway], work, seconds, WIDTH)
  }
}
