// The minimal server that keeps a row's promise: the raw server plus the work that no server could omit. It has nothing
// else of Slipway: a single client, no permissions, no trace and no checks. Started by bench/processes.ts.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import BetterSqlite3 from 'better-sqlite3'
import { durability } from '#server/storage/sqlite/durability/durability.ts'
import type { LeastSettings } from '../settings.ts'
import { launches } from './launch.ts'
import { reads } from './read.ts'
import { tokens } from './token.ts'
import { writes } from './write.ts'

const settings = JSON.parse(process.env['BENCH_SETTINGS'] ?? '') as LeastSettings
const own = new BetterSqlite3(settings.ownFile)
for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL']) own.pragma(pragma)
own.exec(`CREATE TABLE IF NOT EXISTS shown (id TEXT, at INTEGER, requests TEXT, PRIMARY KEY (id, at)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS used_jti (jti TEXT PRIMARY KEY, expiresAt INTEGER) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS code (code TEXT PRIMARY KEY, subject TEXT, usedAt INTEGER) WITHOUT ROWID`)

const { durable } = durability(own, settings.ownFile)
const { authorize, provide, callBack, codes } = await launches(own, settings, durable)
const read = reads(own, settings)
const { update, ...written } = writes(own, durable)

/** By path: the answer to a form or body. */
const posts: Readonly<Record<string, (body: string) => Promise<string>>> = {
  '/oauth2/token': await tokens(own, settings, { durable, codes }),
  ...written,
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
    send(response, await update(await text(request), path.slice('/Patient/'.length), request.headers['if-match']))
  else if (post) send(response, await post(await text(request)))
  else if (redirect)
    response.writeHead(302, { location: await redirect(new URLSearchParams(query)), 'content-length': 0 }).end()
}

function send(response: ServerResponse, body: string, status = 200): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.end(bytes)
}

createServer((request, response) => {
  if (request.method === 'GET' && request.url?.startsWith('/Patient/'))
    send(response, read(request.url.slice('/Patient/'.length)))
  else answer(request, response).catch((error: unknown) => send(response, String(error), 400))
}).listen(settings.port, 'localhost', () => process.stdout.write('listening\n'))
