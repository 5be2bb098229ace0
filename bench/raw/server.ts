// The raw baselines: node:http with a constant body, with one prepared statement, and with one statement plus
// concatenation. Without routing, tokens or headers except the length, they show the most that this machine allows.
// Started by bench/processes.ts.
import { createServer, type RequestListener } from 'node:http'
import { connect } from '#server/storage/sqlite/file/connection.ts'
import type { RawSettings } from './settings.ts'
import { storedBody } from './stored-body.ts'

const settings = JSON.parse(process.env['BENCH_RAW'] ?? '{}') as RawSettings
const sql = connect(settings.databaseFile, { readonly: true })

const readStatement = storedBody(sql)
const listStatement = sql.prepare<[string], { id: string; body: string }>(
  `SELECT id, body FROM resource_version v JOIN resource_body b ON b.seq = v.seq
   WHERE type = ? AND deleted = 0 AND supersededBy IS NULL ORDER BY lastUpdated DESC, id LIMIT 40`,
)
const constant = Buffer.from(settings.constant)

const listeners: Readonly<Record<string, RequestListener>> = {
  constant: (_request, response) => send(response, constant),
  read: ({ url = '' }, response) => {
    const [, type = '', id = ''] = url.split('/')
    send(response, Buffer.from(readStatement.get(type, id)?.body ?? ''))
  },
  list: ({ url = '' }, response) => {
    const entries = listStatement
      .all(url.slice(1))
      .map(({ id, body }) => `${settings.entryHead}${id}","resource":${body},"search":{"mode":"match"}}`)
    send(response, Buffer.from(`${settings.listHead}${entries.join(',')}]}`))
  },
}

function send(response: Parameters<RequestListener>[1], body: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/fhir+json', 'content-length': body.length })
  response.end(body)
}

for (const [name, listener] of Object.entries(listeners)) {
  const port = settings.ports[name]
  if (port !== undefined) createServer(listener).listen(port, 'localhost')
}
process.stdout.write('listening\n')
