// A process that changes a Patient at intervals, beside the measured process, so that no two searches find the same
// state.
import { openDatabase } from '#server/storage/sqlite/file/database.ts'
import { resourceDatabase } from '#server/storage/sqlite/resources/resources.ts'
import { patientNumber } from '../enlarge.ts'

const PAUSE_MS = 25

const [file = '', total = '0'] = process.argv.slice(2)
const database = openDatabase(file)
const resources = resourceDatabase(database.sql)
for (let n = 0; ; n += 1) {
  const parsed = { ...patientNumber((n * 7919) % Number(total)), multipleBirthInteger: Date.now() % 1e9 }
  await resources.write([{ type: 'Patient', id: parsed.id, text: JSON.stringify(parsed), parsed }], Date.now())
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
