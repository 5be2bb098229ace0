// The beginning of tests of transactions: people with an identifier, links to other entries, and a completed transaction.
import { expect } from 'vitest'
import { K0, P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import { expectOutcome, type Json } from '../../testing/fhir-server.ts'
import { type EntryJson, entriesOf, transaction } from './bundles.ts'
import type { Stored, Writer } from './writers.ts'

/** A Practitioner of the profile, as small as may be. */
export const Q0 = SMALLEST['Practitioner'] as Json
/** The system of the identifiers that `person` gives. */
export const SYSTEM = 'https://portal.example/persons'

/** A Patient with that identifier. */
export const person = (value: string, more: Json = {}): Json => ({
  ...P0,
  identifier: [{ system: SYSTEM, value }],
  ...more,
})

export const urn = (digit: number): string => `urn:uuid:00000000-0000-4000-8000-00000000000${digit}`
export const ref = (reference: string) => ({ reference })

/** A Task for a patient, of a practitioner, each by its address. */
export const task = (patient: string, practitioner: string, more: Json = {}): Json => ({
  ...K0,
  for: { reference: patient, type: 'Patient' },
  owner: { reference: practitioner, type: 'Practitioner' },
  ...more,
})

/** The entries that came back of a transaction. Fails where it was refused. */
export const done = async (writer: Writer, ...entries: readonly Json[]): Promise<readonly EntryJson[]> =>
  entriesOf(await writer.post('', transaction(...entries)), 'transaction')

export const read = async (writer: Writer, address: string): Promise<Stored> => {
  const response = await writer.get(`/${address}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Stored
}

/** The first issue of a refusal. */
export const issueOf = async (response: Response, status: number, code: string) =>
  (await expectOutcome(response, status, code)).issue[0] as Json | undefined

export const permutations = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  list.length < 2
    ? [list]
    : list.flatMap((one, index) => permutations(list.toSpliced(index, 1)).map((others) => [one, ...others]))
