// The raw baselines: node:http with a constant body, with one prepared statement, with one statement plus
// concatenation, and with a durable insert. Without routing, tokens or headers except the length, they show the most that
// this machine allows. Started by bench/processes.ts.
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { connect } from '#server/storage/sqlite/file/connection.ts'
import { openDatabase } from '#server/storage/sqlite/file/database.ts'
import type { RawSettings } from './settings.ts'
import { storedBody } from './stored-body.ts'

const { port, databaseFile, ownFile, ...settings } = JSON.parse(process.env['BENCH_SETTINGS'] ?? '') as RawSettings
const sql = connect(databaseFile, { readonly: true })
const readStatement = storedBody(sql)
const listStatement = sql.prepare<[], { id: string; body: string }>(
  `SELECT id, body FROM resource_version v JOIN resource_body b ON b.seq = v.seq
   WHERE type = 'Patient' AND deleted = 0 AND supersededBy IS NULL ORDER BY lastUpdated DESC, id LIMIT 40`,
)
const constant = Buffer.from(settings.constant)
const insert = inserts(ownFile)

const read = (path: string) => readStatement.get('Patient', path.slice('/Patient/'.length))?.body ?? ''

function list(): string {
  const entries = listStatement
    .all()
    .map(({ id, body }) => `${settings.entryHead}${id}","resource":${body},"search":{"mode":"match"}}`)
  return `${settings.listHead}${entries.join(',')}]}`
}

/** Inserts a resource, or each resource of a Bundle, as text; resolves once that is on the disk. */
function inserts(file: string): (body: string) => Promise<void> {
  const { sql, durable } = openDatabase(file)
  sql.exec('CREATE TABLE IF NOT EXISTS raw_body (seq INTEGER PRIMARY KEY, id TEXT, body TEXT)')
  const insert = sql.prepare<[string, string]>('INSERT INTO raw_body (id, body) VALUES (?, ?)')
  const insertAll = sql.transaction((bodies: readonly string[]) => {
    for (const body of bodies) insert.run(crypto.randomUUID(), body)
  })
  return (body) => {
    const { entry } = JSON.parse(body) as { readonly entry?: readonly { readonly resource: unknown }[] }
    insertAll.immediate(entry ? entry.map(({ resource }) => JSON.stringify(resource)) : [body])
    return durable()
  }
}

function send(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'content-type': 'application/fhir+json', 'content-length': body.length })
  response.end(body)
}

createServer((request, response) => {
  const { method, url = '' } = request
  if (method === 'POST') {
    text(request).then(async (body) => {
      await insert(body)
      send(response, 201, Buffer.from(body))
    })
  } else if (url === '/') send(response, 200, constant)
  else send(response, 200, Buffer.from(url === '/Patient' ? list() : read(url)))
}).listen(port, 'localhost', () => process.stdout.write('listening\n'))
