// Other programs have all connections of a PostgreSQL: what runs says so and goes on when there are some, and what starts says how many it needs.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { takeAll } from '../../storage/postgres/testing/connections.ts'
import { launchToken, registerApp } from '../app.ts'
import { testCluster } from '../cluster.ts'
import { temporaryFolder } from '../data-place.ts'
import { assertion, authorize, authorizeQuery, bearer, codeOf, exchange } from '../launch-over-http.ts'
import { programs } from '../processes.ts'

describe('a PostgreSQL without a connection left', () => {
  it('is told with 503 and Retry-After by what runs, which goes on by itself, and in a sentence by what starts', async () => {
    const few = {
      max_connections: '60',
      superuser_reserved_connections: '0',
      max_wal_senders: '0',
      wal_level: 'replica',
    }
    const postgres = await startPostgres({ settings: few })
    onTestFinished(postgres.stop)
    const cluster = await testCluster({ database: postgres.url })
    const app = await registerApp(cluster.domain)
    const code = await codeOf(cluster, app, await launchToken(cluster.domain, app))
    const launch = await launchToken(cluster.domain, app)
    const ports = cluster.ready()
    const taken = await takeAll(postgres.url)
    const said = new Set<string>()
    for (const origin of ports.map((port) => `http://localhost:${port}`))
      for (const answer of [
        await authorize(origin, authorizeQuery(cluster, app, launch)),
        await bearer(origin, await assertion(cluster, app)),
        await exchange(cluster, app, origin, code),
      ])
        said.add(`${answer.status} ${Number(answer.headers.get('retry-after')) > 0}`)
    expect([...said]).toEqual(['503 true'])

    const starting = spawn(process.execPath, [path.join(await programs(), 'server-process.mjs')], {
      env: {
        ...{
          PATH: process.env['PATH'],
          NODE_ENV: 'production',
          DATABASE_URL: postgres.url,
          DATA_DIR: temporaryFolder('slipway-late-'),
        },
        ...{ SLIPWAY_KEY: Buffer.alloc(32, 1).toString('base64url'), PUBLIC_URL: cluster.publicUrl, DEMO: 'true' },
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    expect(await text(starting.stderr)).toMatch(/has no connection left\. Slipway needs fourteen for each process/)

    await Promise.all(taken.map((one) => one.end()))
    await expect.poll(() => cluster.ready().length).toBe(2)
    expect((await exchange(cluster, app, cluster.publicUrl, code)).status, 'what was refused was not used').toBe(200)
    expect((await exchange(cluster, app, cluster.publicUrl, code)).status).toBe(400)
  })
})
