// Several processes on one PostgreSQL behind a load balancer: a launch goes on while one of them is killed.
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { launchToken, registerApp, type TestApp } from '../app.ts'
import { type Cluster, testCluster } from '../cluster.ts'
import { codeOf, exchange } from '../launch-over-http.ts'
import { rounds } from '../rounds.ts'

/** A whole launch, log-in included; the status of the token. */
async function launch(cluster: Cluster, app: TestApp): Promise<number> {
  const code = await codeOf(cluster, app, await launchToken(cluster.domain, app))
  return (await exchange(cluster, app, cluster.publicUrl, code)).status
}

/** What a process at a port says itself to the token request of a launch, past the load balancer. */
const exchangedAt = (cluster: Cluster, app: TestApp, port: number, code: string) =>
  exchange(cluster, app, `http://localhost:${port}`, code)

describe('two processes on one PostgreSQL', () => {
  it('are one domain, which goes on while one of them is killed, and with it when it is back', async () => {
    const cluster = await testCluster()
    const app = await registerApp(cluster.domain)
    for (let n = 0; n < 3; n += 1) expect(await launch(cluster, app)).toBe(200)
    for (let round = 0; round < rounds(2, 50); round += 1) {
      const name = round % 2 ? 'two' : 'one'
      const killed = cluster.pids()[name]
      process.kill(Number(killed), 'SIGKILL')
      for (let n = 0; n < 3; n += 1) expect(await launch(cluster, app)).toBe(200)
      await expect.poll(() => cluster.ready().length).toBe(2)
      expect(cluster.pids()[name]).not.toBe(killed)
      expect(await launch(cluster, app)).toBe(200)
    }
  })

  it('say 503 with Retry-After while PostgreSQL is away, and go on by themselves when it is back', async () => {
    const postgres = await startPostgres({ settings: {} })
    onTestFinished(postgres.stop)
    const cluster = await testCluster({ database: postgres.url })
    const app = await registerApp(cluster.domain)
    const [one = 0, two = 0] = cluster.ready()
    const code = await codeOf(cluster, app, await launchToken(cluster.domain, app))
    await postgres.kill()
    for (const port of [one, two]) {
      const refused = await exchangedAt(cluster, app, port, code)
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
    }
    await postgres.start()
    await expect.poll(async () => (await exchangedAt(cluster, app, two, code)).status).toBe(200)
    await expect.poll(() => cluster.ready().length).toBe(2)
    expect(await launch(cluster, app)).toBe(200)
  })
})
