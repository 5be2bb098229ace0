// The requests of the measured writes, as bytes, and the expected answers.
import type { Answer } from '../connection.ts'
import type { Server } from '../load.ts'

export const PATIENT = {
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

/** A transaction with this number of creates. */
export const transactionOf = (entries: number) => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: Array.from({ length: entries }, () => ({ resource: PATIENT, request: { method: 'POST', url: 'Patient' } })),
})

const FHIR_JSON = 'application/fhir+json'

/** A request with a body; `more` contains additional header lines, each with its line end. */
export const bytesOf = (
  { port }: Pick<Server, 'port'>,
  method: string,
  target: string,
  body: string,
  more = '',
): Buffer =>
  Buffer.from(
    `${method} ${target} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: ${FHIR_JSON}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`,
  )

export const statusIs =
  (expected: number) =>
  ({ status, body }: Answer): string | undefined =>
    status === expected ? undefined : `status ${status}: ${body.toString('utf8', 0, 300)}`
