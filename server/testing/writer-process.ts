// The program of a spawned writer: imports, changes, moves and deletes Patients, until its standard input ends.
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../storage/sqlite/file/database.ts'
import { resourceDatabase } from '../storage/sqlite/resources/resources.ts'

const { databaseFile } = readConfig()
const database = openDatabase(databaseFile)
const resources = resourceDatabase(database.sql)
const ROUND = 20

const origin = (device: string) => [
  {
    url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
    valueReference: { reference: `Device/${device}`, type: 'Device' },
  },
]

const patient = (id: string, round: number, device: string) => {
  const parsed = { resourceType: 'Patient', id, extension: origin(device), active: true, multipleBirthInteger: round }
  return { type: 'Patient', id, text: JSON.stringify(parsed), parsed }
}

let stopping = false
process.stdin.on('end', () => {
  stopping = true
})
process.stdin.resume()

let writes = 0
for (let round = 1; !stopping; round += 1) {
  const numbers = Array.from({ length: ROUND }, (_, n) => (round * 7919 + n * 104_729) % 2000)
  // New ones in every place of the order, new versions of old ones, some with another origin, and some deleted.
  await resources.write(
    [
      ...numbers.map((n) => patient(`w${String(n).padStart(4, '0')}-${round % 9}`, round, `own-${n % 3}`)),
      ...numbers.map((n) => patient(`c${String(n).padStart(4, '0')}`, round, `own-${n % 3}`)),
      ...numbers.slice(0, 2).map((n) => patient(`m${String(n).padStart(4, '0')}`, round, `own-${(n + round) % 3}`)),
    ],
    Date.now(),
  )
  for (const n of numbers.slice(0, 2)) await resources.delete('Patient', `d${String(n).padStart(4, '0')}`, Date.now())
  writes += 1
  if (writes === 3) process.stdout.write('writing\n')
  await new Promise((resolve) => setTimeout(resolve, 15))
}
await database.close()
process.stdout.write(`${writes}\n`)
