// The server of the baselines. Below /raw are those without routing, tokens or headers except the length, which show the most
// that this machine allows: one prepared statement, one statement plus concatenation, and a durable insert. At Slipway's own
// addresses it keeps the promises of Slipway and does nothing else (least/): a single client, no permissions, no trace and no
// checks. Started by bench/processes.ts.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import BetterSqlite3 from 'better-sqlite3'
import { durability } from '#server/storage/sqlite/durability/durability.ts'
import { connect } from '#server/storage/sqlite/file/connection.ts'
import { launches } from './least/launch.ts'
import { reads } from './least/read.ts'
import { tokens } from './least/token.ts'
import { writes } from './least/write.ts'
import { listOf, type Settings, send } from './settings.ts'

const settings = JSON.parse(process.env['BENCH_SETTINGS'] ?? '') as Settings
const sql = connect(settings.databaseFile, { readonly: true })
const own = new BetterSqlite3(settings.ownFile)
for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL']) own.pragma(pragma)
const { durable } = durability(own, settings.ownFile)
own.exec(`CREATE TABLE raw_body (seq INTEGER PRIMARY KEY, id TEXT, body TEXT);
  CREATE TABLE shown (id TEXT, at INTEGER, requests TEXT, PRIMARY KEY (id, at)) WITHOUT ROWID;
  CREATE TABLE used_jti (jti TEXT PRIMARY KEY, expiresAt INTEGER) WITHOUT ROWID;
  CREATE TABLE code (code TEXT PRIMARY KEY, subject TEXT, usedAt INTEGER) WITHOUT ROWID`)

const bodyStatement = sql.prepare<[string, string], { body: string }>(
  `SELECT body FROM resource_version v JOIN resource_body b ON b.seq = v.seq
   WHERE type = ? AND id = ? ORDER BY versionId DESC LIMIT 1`,
)
const listStatement = sql.prepare<[], { id: string; body: string }>(
  `SELECT id, body FROM resource_version v JOIN resource_body b ON b.seq = v.seq
   WHERE type = 'Patient' AND deleted = 0 AND supersededBy IS NULL ORDER BY lastUpdated DESC, id LIMIT 40`,
)
const insert = own.prepare<[string, string]>('INSERT INTO raw_body (id, body) VALUES (?, ?)')
const insertAll = own.transaction((bodies: readonly string[]) => {
  for (const body of bodies) insert.run(crypto.randomUUID(), body)
})
const bodyOf = (id: string) => bodyStatement.get('Patient', id)?.body ?? ''

/** Inserts a resource, or each resource of a Bundle, as text; resolves once that is on the disk. */
async function inserted(body: string): Promise<string> {
  const { entry } = JSON.parse(body) as { readonly entry?: readonly { readonly resource: unknown }[] }
  insertAll.immediate(entry ? entry.map(({ resource }) => JSON.stringify(resource)) : [body])
  await durable()
  return body
}

const RAW_PATIENT = '/raw/Patient/'
const PATIENT = '/fhir/DEFAULT/Patient/'
const claim = own.prepare('INSERT OR IGNORE INTO used_jti (jti, expiresAt) VALUES (?, ?)')
const useUp = (jti: string, expiresAt: number) => claim.run(jti, expiresAt).changes === 1
const { authorize, provide, callBack, codes } = await launches(own, settings, { useUp, durable })
const token = await tokens(settings, { useUp, durable, codes })
const read = reads(own, bodyOf)
const { create, createAll, update } = writes(own, durable)

/** By path: the status and the answer to a form or body. */
const posts: Readonly<Record<string, readonly [status: number, answer: (body: string) => Promise<string>]>> = {
  '/raw/': [201, inserted],
  '/oauth2/token': [200, token],
  '/fhir/DEFAULT/Patient': [201, create],
  '/fhir/DEFAULT': [200, createAll],
}

/** By path: where the parameters of a query lead to. */
const redirects: Readonly<Record<string, (asked: URLSearchParams) => Promise<string>>> = {
  '/oauth2/authorize': authorize,
  '/provider': provide,
  '/callback': callBack,
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query] = (request.url ?? '').split('?')
  const [post, redirect] = [posts[path], redirects[path]]
  if (request.method === 'PUT')
    send(response, 200, await update(await text(request), path.slice(PATIENT.length), request.headers['if-match']))
  else if (post) send(response, post[0], await post[1](await text(request)))
  else if (redirect)
    response.writeHead(302, { location: await redirect(new URLSearchParams(query)), 'content-length': 0 }).end()
}

createServer((request, response) => {
  const { method, url = '' } = request
  if (method !== 'GET') answer(request, response).catch((error: unknown) => send(response, 400, String(error)))
  else if (url.startsWith(RAW_PATIENT)) send(response, 200, bodyOf(url.slice(RAW_PATIENT.length)))
  else if (url.startsWith(PATIENT)) send(response, 200, read(url.slice(PATIENT.length)))
  else if (url === '/raw/Patient') send(response, 200, listOf(settings, listStatement.all()))
  else answer(request, response).catch((error: unknown) => send(response, 400, String(error)))
}).listen(settings.port, 'localhost', () => process.stdout.write('listening\n'))
