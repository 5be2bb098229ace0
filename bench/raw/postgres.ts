// The baselines on PostgreSQL: a server without routing, tokens or headers except the length. It asks as Slipway does, by the same
// statements and connections: what waits together is one statement. Started by bench/postgres/measure.ts.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Jti } from '#server/oauth/store.ts'
import { replayStore } from '#server/storage/postgres/oauth/replay.ts'
import { openPostgres } from '#server/storage/postgres/opening/opening.ts'
import { CURRENT } from '#server/storage/postgres/resources/versions.ts'
import { tokens } from './least/token.ts'
import { listOf, type PostgresSettings, send } from './settings.ts'

const settings = JSON.parse(process.env['BENCH_SETTINGS'] ?? '') as PostgresSettings
const postgres = await openPostgres(settings.url)
const current = postgres.gathered<[string, string], { readonly body: string }>(CURRENT)
const { claim } = replayStore(postgres)
const token = await tokens(settings, {
  useUp: (jti, expiresAt) => claim('assertion', 'raw', jti as Jti, expiresAt * 1000),
  durable: postgres.durable,
})

const LIST = `SELECT id, body FROM resource_version v JOIN resource_body b ON b.seq = v.seq
  WHERE type = 'Patient' AND NOT deleted AND "supersededBy" IS NULL ORDER BY "lastUpdated" DESC, id LIMIT 40`

const list = async () => listOf(settings, await postgres.run<{ readonly id: string; readonly body: string }>(LIST))

const RAW_PATIENT = '/raw/Patient'

createServer((request, response) => {
  const { method, url = '' } = request
  const answer =
    method === 'POST'
      ? text(request).then(token)
      : url === RAW_PATIENT
        ? list()
        : current('Patient', url.slice(RAW_PATIENT.length + 1)).then((row) => row?.body ?? '')
  answer.then(
    (body) => send(response, 200, body),
    (error: unknown) => send(response, 400, String(error)),
  )
}).listen(settings.port, 'localhost', () => process.stdout.write('listening\n'))
