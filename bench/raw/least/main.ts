// The minimal server that keeps a row's promise: the raw server plus the work that no server could omit. It has nothing
// else of Slipway: a single client, no permissions, no trace and no checks. Started by bench/processes.ts.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import BetterSqlite3 from 'better-sqlite3'
import { durability } from '#server/storage/sqlite/durability/durability.ts'
import type { LeastSettings } from '../settings.ts'
import { refuse } from './answers.ts'
import { launches } from './launch.ts'
import { reads } from './read.ts'
import { tokens } from './token.ts'
import { writes } from './write.ts'

const settings = JSON.parse(process.env['BENCH_RAW'] ?? '{}') as LeastSettings
const own = new BetterSqlite3(settings.ownFile)
for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL']) own.pragma(pragma)
own.exec(`CREATE TABLE IF NOT EXISTS shown (id TEXT, at INTEGER, requests TEXT, PRIMARY KEY (id, at)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS used_jti (jti TEXT PRIMARY KEY, expiresAt INTEGER) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS code (code TEXT PRIMARY KEY, subject TEXT, usedAt INTEGER) WITHOUT ROWID`)

const { durable } = durability(own, settings.ownFile)
const { authorize, provide, callBack, codes } = await launches(own, settings, durable)
const token = await tokens(own, settings, { durable, codes })
const read = reads(own, settings)
const { create, update, transaction } = writes(own, durable)

const routes: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>> = {
  '/oauth2/token': token,
  '/Patient': create,
  '/': transaction,
  '/oauth2/authorize': (request, response) => authorize(parametersOf(request), response),
  '/provider': (request, response) => provide(parametersOf(request), response),
  '/callback': (request, response) => callBack(parametersOf(request), response),
}

const parametersOf = ({ url = '' }: IncomingMessage) => new URLSearchParams(url.slice(url.indexOf('?') + 1))

createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?')
  const route = request.method === 'PUT' ? update : routes[path]
  if (route) route(request, response).catch((error: unknown) => refuse(response, String(error)))
  else read(path.slice(1), response)
}).listen(settings.port, 'localhost', () => process.stdout.write('listening\n'))
