// Several processes on one PostgreSQL behind a load balancer: a launch goes on while one of them is killed.
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { launchToken, registerApp, type TestApp } from '../app.ts'
import { type Cluster, testCluster } from '../cluster.ts'
import { assertKept, loadedUntil } from '../crash/cluster-load.ts'
import { loadedSite } from '../crash/site.ts'
import { codeOf, exchange } from '../launch-over-http.ts'
import { rounds } from '../rounds.ts'

/** Before something is killed there are more answers than these. */
const ANSWERS = 15

/** A whole launch, log-in included; the status of the token. */
async function launch(cluster: Cluster, app: TestApp): Promise<number> {
  const code = await codeOf(cluster, app, await launchToken(cluster.domain, app))
  return (await exchange(cluster, app, cluster.publicUrl, code)).status
}

/** What a process at a port says itself to the token request of a launch, past the load balancer. */
const exchangedAt = (cluster: Cluster, app: TestApp, port: number, code: string) =>
  exchange(cluster, app, `http://localhost:${port}`, code)

describe('two processes on one PostgreSQL', () => {
  it('ACG-15 LTK-07 AST-12 DUR-02 are one domain, which goes on while one of them is killed under load, and loses nothing that was told', async () => {
    const cluster = await testCluster()
    const site = await loadedSite(cluster.domain, cluster.publicUrl)
    for (let round = 0; round < rounds(2, 200); round += 1) {
      const name = round % 2 ? 'two' : 'one'
      const killed = cluster.pids()[name]
      const told = await loadedUntil(site, { seed: round, least: ANSWERS }, () => {
        process.kill(Number(killed), 'SIGKILL')
      })
      for (let n = 0; n < 2; n += 1) expect(await launch(cluster, site.app)).toBe(200)
      await assertKept(site, cluster, told)
      await expect.poll(() => cluster.ready().length).toBe(2)
      expect(cluster.pids()[name]).not.toBe(killed)
    }
  })

  it('lose nothing that was told when PostgreSQL is killed under load, whatever it had in memory', async () => {
    const postgres = await startPostgres({ settings: {} })
    onTestFinished(postgres.stop)
    const cluster = await testCluster({ database: postgres.url })
    const site = await loadedSite(cluster.domain, cluster.publicUrl)
    for (let round = 0; round < rounds(1, 50); round += 1) {
      const told = await loadedUntil(site, { seed: round, least: ANSWERS }, postgres.kill)
      await postgres.start()
      await expect.poll(() => cluster.ready().length).toBe(2)
      await assertKept(site, cluster, told)
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
