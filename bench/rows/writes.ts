// Contenders that write: Slipway, and at the same addresses the server that does the least.
import { type Contender, drive, type Work } from '../load.ts'
import { asked, assertHas, assertStatus, type Bench, bearerLine, bytesOf, constantly, statusIs } from '../requests.ts'

/** Concurrent writers. */
const WIDTH = 16
/** Entries of the measured transaction. */
export const ENTRIES = 100

const BASE = '/fhir/DEFAULT'
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

const posts = (bench: Bench, target: string, body: string, status: number): Contender =>
  asked(bench, WIDTH, (bearer) =>
    constantly(bytesOf(bench.server, `POST ${target}`, body, FHIR_JSON + bearerLine(bearer)), statusIs(status)),
  )

export const creates = (bench: Bench): Contender => posts(bench, `${BASE}/Patient`, PATIENT_BODY, 201)

export const transactions = (bench: Bench): Contender => posts(bench, BASE, TRANSACTION_BODY, 200)

/** Durable inserts of the text of one Patient, or of each Patient of a transaction. */
export const rawInserts = (bench: Bench): Contender => posts(bench, '/raw/', PATIENT_BODY, 201)
export const rawInsertsOfAll = (bench: Bench): Contender => posts(bench, '/raw/', TRANSACTION_BODY, 201)

/** Each connection updates its own Patient, one version after the other. */
export const updates =
  ({ server, bearer }: Bench): Contender =>
  async (seconds) => {
    const headers = FHIR_JSON + bearerLine(await bearer())
    const own = new Map<object, { readonly id: string; version: number }>()
    const work: Work = async (connection) => {
      const known = own.get(connection)
      if (!known) {
        const answer = await connection.ask(bytesOf(server, `POST ${BASE}/Patient`, PATIENT_BODY, headers))
        assertStatus(answer, 201)
        own.set(connection, { id: assertHas(answer, 'id') as string, version: 1 })
        return
      }
      const body = JSON.stringify({ ...PATIENT, id: known.id, active: known.version % 2 === 0 })
      const more = `${headers}if-match: W/"${known.version}"\r\n`
      assertHas(await connection.ask(bytesOf(server, `PUT ${BASE}/Patient/${known.id}`, body, more)), 'id', known.id)
      known.version += 1
    }
    return drive(server, work, { seconds, width: WIDTH })
  }
