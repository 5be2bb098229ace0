// Makes many Patients from the few in the seed data, so that a domain of 100,000 or 1,000,000 needs no file of that
// size.
import { readFileSync } from 'node:fs'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { Domain } from '#server/domain/domain.ts'

type Resource = Readonly<Record<string, unknown>>

/** The identifier.system of each Patient; the value is `p` and its number. */
const IDENTIFIER_SYSTEM = 'https://bench.example/patient'

/** Patients per transaction. It can be large, because nobody else waits for the database. */
const BATCH = 1000
const FAMILY = ['de Jong', 'Jansen', 'de Vries', 'Bakker', 'Visser', 'Smit', 'Meijer', 'de Boer', 'Mulder', 'Dekker']
const GIVEN = ['Anna', 'Bram', 'Carla', 'Daan', 'Emma', 'Finn', 'Guus', 'Hanna', 'Iris', 'Joris', 'Kees', 'Lotte']

/** The Patients of the seed data. Each new Patient is a copy of one, except for the values that searches look for. */
const seeds: readonly Resource[] = readFileSync('prisma/seed/patients.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const { extension: _, ...patient } = JSON.parse(line) as Resource
    return patient
  })

/** Patient number `n`: always the same, with an id that looks random. */
function patientNumber(n: number): Resource & { readonly id: string } {
  const dice = scattered(n)
  const family = FAMILY[dice % FAMILY.length] ?? ''
  const given = GIVEN[(dice >>> 8) % GIVEN.length] ?? ''
  return {
    ...seeds[n % seeds.length],
    id: `${hex(dice)}-${hex(scattered(n + 0x9e3779b9))}-${n}`,
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

/** Writes Patients until there are `size`; there are `from`. */
export async function enlarge({ resources, clock }: Domain, from: number, size: number): Promise<void> {
  for (let first = from; first < size; first += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, size - first) }, (_, index) => {
      const parsed = patientNumber(first + index)
      return prepareResource({ type: 'Patient', id: parsed.id, text: JSON.stringify(parsed), parsed })
    })
    await resources.writePrepared(batch, clock())
  }
}
