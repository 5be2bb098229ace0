// Measures creates, updates and transactions beside a raw server that durably inserts the same text.
import { MOST_TAIL } from '../goals.ts'
import { drive, type Server, type Work } from '../load.ts'
import {
  asked,
  assertHas,
  assertStatus,
  type Bench,
  bearerLine,
  bearers,
  bytesOf,
  constantly,
  statusIs,
} from '../requests.ts'
import type { Contender, Row } from '../rounds.ts'

/** Concurrent writers. */
const WIDTH = 16
/** Entries of the measured transaction. */
const ENTRIES = 100

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
const PATIENT_BODY = JSON.stringify(PATIENT)
const TRANSACTION_BODY = JSON.stringify({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: Array.from({ length: ENTRIES }, () => ({ resource: PATIENT, request: { method: 'POST', url: 'Patient' } })),
})
const FHIR_JSON = 'content-type: application/fhir+json\r\n'

/** The rows, beside a raw server and the server that does the least. */
export function writeRows(bench: Bench, raw: Server, least: Server): readonly Row[] {
  const rawCreate = { baselineName: 'raw durable insert', baseline: posts(raw, '/', PATIENT_BODY, 201) }
  const rawTransaction = { baselineName: 'raw durable insert', baseline: posts(raw, '/', TRANSACTION_BODY, 201) }
  const leastCreate = posts(least, '/Patient', PATIENT_BODY, 200)
  const leastUpdate = updatesAt(least, '/Patient', 200)
  const leastTransaction = posts(least, '/', TRANSACTION_BODY, 200)
  const halfOf = (baseline: Contender) => ({ goal: 0.5, baselineName: 'the least', baseline })
  return [
    {
      name: 'least for a create: found by its values, an event in the chain, on the disk',
      ours: leastCreate,
      ...rawCreate,
    },
    { name: 'create', ours: creates(bench), ...halfOf(leastCreate) },
    {
      name: 'least for an update: the version that was read, found by its values, an event in the chain, on the disk',
      ours: leastUpdate,
      ...rawCreate,
    },
    { name: 'update', tailGoal: MOST_TAIL, ours: updates(bench), ...halfOf(leastUpdate) },
    {
      name: `least for a transaction of ${ENTRIES} creates: each found by its values, its event in the chain, on the disk`,
      ours: leastTransaction,
      ...rawTransaction,
    },
    { name: `transaction of ${ENTRIES} creates`, ours: transactions(bench), ...halfOf(leastTransaction) },
  ]
}

const posts = (server: Server, target: string, body: string, status: number, bearer = async () => ''): Contender =>
  asked(server, WIDTH, async () =>
    constantly(bytesOf(server, `POST ${target}`, body, FHIR_JSON + (await bearer())), statusIs(status)),
  )

/** Creates of single Patients. */
export const creates = (bench: Bench): Contender =>
  posts(bench.slipway, '/fhir/DEFAULT/Patient', PATIENT_BODY, 201, bearerLines(bench))

/** Transactions of creates. */
export const transactions = (bench: Bench): Contender =>
  posts(bench.slipway, '/fhir/DEFAULT', TRANSACTION_BODY, 200, bearerLines(bench))

function bearerLines(bench: Bench): () => Promise<string> {
  const bearer = bearers(bench)
  return async () => bearerLine(await bearer())
}

/** Updates of single Patients. */
export function updates(bench: Bench): Contender {
  return updatesAt(bench.slipway, '/fhir/DEFAULT/Patient', 201, bearerLines(bench))
}

/** Each connection updates its own Patient, one version after the other. A create is answered with `created`. */
function updatesAt(server: Server, target: string, created: number, bearer = async () => ''): Contender {
  return async (seconds) => {
    const headers = FHIR_JSON + (await bearer())
    const own = new Map<object, { readonly id: string; version: number }>()
    const work: Work = async (connection) => {
      const known = own.get(connection)
      if (!known) {
        const answer = await connection.ask(bytesOf(server, `POST ${target}`, PATIENT_BODY, headers))
        assertStatus(answer, created)
        own.set(connection, { id: JSON.parse(answer.body.toString()).id, version: 1 })
        return
      }
      const body = JSON.stringify({ ...PATIENT, id: known.id, active: known.version % 2 === 0 })
      const more = `${headers}if-match: W/"${known.version}"\r\n`
      assertHas(await connection.ask(bytesOf(server, `PUT ${target}/${known.id}`, body, more)), 'id', known.id)
      known.version += 1
    }
    return drive(server, work, seconds, WIDTH)
  }
}
