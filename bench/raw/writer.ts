// The raw baseline of writes: a POST inserts each resource of its body as text into a table of its own, and is answered
// once that is on the disk. It checks nothing, authenticates nobody and notifies nobody. Started by bench/processes.ts.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { openDatabase } from '#server/storage/sqlite/file/database.ts'
import type { WriterSettings } from './settings.ts'

const settings = JSON.parse(process.env['BENCH_RAW'] ?? '{}') as WriterSettings
const { sql, durable } = openDatabase(settings.ownFile)
sql.exec('CREATE TABLE IF NOT EXISTS raw_body (seq INTEGER PRIMARY KEY, id TEXT, body TEXT)')
const insert = sql.prepare<[string, string]>('INSERT INTO raw_body (id, body) VALUES (?, ?)')
const insertAll = sql.transaction((bodies: readonly string[]) => {
  for (const body of bodies) insert.run(crypto.randomUUID(), body)
})

interface Bundle {
  readonly resourceType?: string
  readonly entry?: readonly { readonly resource: unknown }[]
}

createServer(async (request, response) => {
  const body = await text(request)
  const { resourceType, entry } = JSON.parse(body) as Bundle
  insertAll.immediate(resourceType === 'Bundle' ? (entry ?? []).map((one) => JSON.stringify(one.resource)) : [body])
  await durable()
  response.writeHead(201, { 'content-type': 'application/fhir+json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}).listen(settings.port, 'localhost')
process.stdout.write('listening\n')
