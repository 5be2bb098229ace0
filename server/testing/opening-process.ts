// The program of a process that opens its domain and closes it again, as often as it is told, without a pause.
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'

const databaseThread = new URL('./database-thread.mjs', import.meta.url)
const search = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' } as const
const times = Number(process.argv[2])
for (let n = 0; n < times; n += 1) {
  const domain = await openDomain(readConfig(), { databaseThread })
  if (n % 2) domain.resources.prepare(search, domain.resources.currentSeq()) // Starts a thread that searches, too.
  await domain.close()
}
process.stdout.write(String(times))
