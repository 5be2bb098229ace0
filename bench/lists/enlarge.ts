// Many Patients from a few: what a list costs at 100,000 or 1,000,000 of them needs no file of that size.
import { minify } from '#lib/fhir/json-text.ts'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { openDatabase, tuneForImport } from '#server/db/database.ts'
import { resourceDatabase } from '#server/db/resources.ts'

type Resource = Readonly<Record<string, unknown>>

/** Devices that the Patients come from: one has half of them, the next one half of the rest, and so on. */
export const ORIGINS = Array.from({ length: 12 }, (_, n) => `bench-device-${n}`)
/** The identifier.system of every one of them; the value is `p` and its number. */
export const IDENTIFIER_SYSTEM = 'https://bench.example/patient'

const BATCH = 500
/** Milliseconds between two batches, so that lists by time have something to go by. */
const BATCH_MS = 50
const FIRST_WRITE = Date.UTC(2026, 0, 1)
const FAMILY = ['de Jong', 'Jansen', 'de Vries', 'Bakker', 'Visser', 'Smit', 'Meijer', 'de Boer', 'Mulder', 'Dekker']
const GIVEN = ['Anna', 'Bram', 'Carla', 'Daan', 'Emma', 'Finn', 'Guus', 'Hanna', 'Iris', 'Joris', 'Kees', 'Lotte']

/** A Patient of some two kilobytes, about what registries send. */
const SEED: Resource = {
  resourceType: 'Patient',
  text: {
    status: 'generated',
    div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${'A record. '.repeat(60)}</p></div>`,
  },
  telecom: ['home', 'mobile', 'work'].map((use) => ({ system: 'phone', value: '+31 20 555 0100', use })),
  address: [{ use: 'home', line: ['Dorpsstraat 1'], city: 'Utrecht', postalCode: '3511 AA', country: 'NL' }],
  maritalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', code: 'M' }] },
  communication: [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: 'nl-NL', display: 'Nederlands' }] } }],
}

/** Number `n` of them: always the same one, with an id that is as good as random. */
export function patientNumber(n: number, seed: Resource = SEED): Resource & { readonly id: string } {
  const dice = scattered(n)
  const family = FAMILY[dice % FAMILY.length] ?? ''
  const given = GIVEN[(dice >>> 8) % GIVEN.length] ?? ''
  return {
    ...seed,
    id: `${hex(dice)}-${hex(scattered(n + 0x9e3779b9))}-${n}`,
    extension: [
      {
        url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
        valueReference: {
          reference: `Device/${ORIGINS[Math.min(Math.clz32(dice), ORIGINS.length - 1)]}`,
          type: 'Device',
        },
      },
    ],
    identifier: [{ system: IDENTIFIER_SYSTEM, value: `p${n}` }],
    active: (dice >>> 4) % 50 > 0,
    name: [{ use: 'official', family, given: [given] }],
    gender: dice & 2 ? 'female' : 'male',
    birthDate: new Date(Date.UTC(1930, 0, 1) + (dice % 30_000) * 86_400_000).toISOString().slice(0, 10),
  }
}

/** A 32-bit number in which every bit depends on every bit of n. */
function scattered(n: number): number {
  let x = (n + 0x6d2b79f5) | 0
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39)
  return (x ^ (x >>> 15)) >>> 0
}

const hex = (n: number) => n.toString(16).padStart(8, '0')

/** Writes Patients `from` up to `to` (not included) into a database file, which is made when it is not there. */
export async function fill(file: string, from: number, to: number, progress = (_done: number) => {}): Promise<void> {
  const database = openDatabase(file)
  tuneForImport(database)
  const resources = resourceDatabase(database.sql)
  for (let at = from; at < to; at += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, to - at) }, (_, index) => patientNumber(at + index))
    resources.writePrepared(batch.map(prepared), FIRST_WRITE + (at / BATCH) * BATCH_MS)
    progress(at + batch.length - from)
  }
  database.sql.pragma('wal_checkpoint(TRUNCATE)')
  await database.close()
}

const prepared = (parsed: Resource & { readonly id: string }) =>
  prepareResource({ type: 'Patient', id: parsed.id, text: minify(JSON.stringify(parsed)), parsed })
