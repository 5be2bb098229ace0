// The program of a spawned importer: imports a file, and reports the imported lines after each group.
import { createReadStream } from 'node:fs'
import { readConfig } from '#server/config/config.ts'
import { importResources } from '#server/fhir/import/import.ts'
import { openDatabase } from '#server/storage/sqlite/file/database.ts'
import { importSessions } from '#server/storage/sqlite/import/session.ts'

const [file = ''] = process.argv.slice(2)
const { databaseFile, resourceTypes } = readConfig()
const database = openDatabase(databaseFile)
const report = await importResources([{ name: file, content: createReadStream(file) }], {
  imports: importSessions(database),
  clock: Date.now,
  resourceTypes,
  progress: ({ read }) => process.stdout.write(`${read}\n`),
})
await database.close()
process.exitCode = report.failed > 0 ? 1 : 0
