// The machine of PostgreSQL is lost under load, and its synchronous standby is promoted: what was told to anybody is there, and nothing
// that was used is good again. Processes killed in turns are in cluster.test.ts.
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { relayTo } from '../../storage/postgres/testing/relay.ts'
import { rowsOf, standbyOf } from '../../storage/postgres/testing/standby.ts'
import { testCluster } from '../cluster.ts'
import { assertKept, loadedUntil, writing } from '../crash/cluster-load.ts'
import { loadedSite, signLaunch } from '../crash/site.ts'
import { assertion, authorize, authorizeQuery, bearer, exchange } from '../launch-over-http.ts'
import { rounds } from '../rounds.ts'

/** A commit is told when the standby has it on its disk, too. */
const SYNCHRONOUS = { synchronous_standby_names: '*' }
/** Before the primary is lost there are more answers than these. */
const ANSWERS = 40

/** Two Slipways on a primary with a standby, behind a relay that leads to one of them. */
async function pair() {
  const primary = await startPostgres({ settings: {} })
  onTestFinished(primary.stop)
  const relay = await relayTo(primary.url)
  onTestFinished(relay.end)
  const standby = await standbyOf(primary, SYNCHRONOUS)
  const cluster = await testCluster({ database: relay.url })
  return { primary, standby, relay, cluster, site: await loadedSite(cluster.domain, cluster.publicUrl) }
}

type Site = Awaited<ReturnType<typeof pair>>['site']

/** What each process answers to requests that write, whatever the kind, and to some that only read. */
async function answersOf(site: Site, token: string, ports: readonly number[]) {
  const authorization = `Bearer ${token}`
  const own = { origin: site.publicUrl, cookie: site.adminCookie }
  const json = { 'content-type': 'application/json' }
  const said: Record<'writes' | 'reads', string[]> = { writes: [], reads: [] }
  const note = (kind: 'writes' | 'reads', { status, headers }: Response) =>
    said[kind].push(status === 503 && headers.has('retry-after') ? '503 with Retry-After' : String(status))
  for (const origin of ports.map((port) => `http://localhost:${port}`)) {
    const post = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
      fetch(origin + path, { method: 'POST', body, headers })
    const patient = '{"resourceType":"Patient"}'
    note('writes', await authorize(origin, authorizeQuery(site, site.app, await signLaunch(site))))
    note('writes', await bearer(origin, await assertion(site, site.app)))
    note('writes', await exchange(site, site.app, origin, 'never-given'))
    note('writes', await post('/fhir/Patient', patient, { authorization, 'content-type': 'application/fhir+json' }))
    note('writes', await post('/admin/api/keys/rotate', '{"owner":"oauth","now":true}', { ...json, ...own }))
    for (const path of ['/fhir/Patient?_summary=count', '/fhir/metadata', '/oauth2/jwks', '/metrics'])
      note('reads', await fetch(origin + path, { headers: { authorization } }))
    note('reads', await fetch(`${origin}/admin/api/apps`, { headers: own }))
  }
  return { writes: [...new Set(said.writes)], reads: [...new Set(said.reads)] }
}

/** Why a process is not ready. */
async function problemsAt(port: number): Promise<readonly unknown[]> {
  const answer = await fetch(`http://localhost:${port}/readyz`)
  const { checks } = (await answer.json()) as { readonly checks: readonly { readonly problem?: string }[] }
  return checks.flatMap(({ problem }) => problem ?? [])
}

const REFUSED = '503 with Retry-After'
const STANDBY = 'The database is a standby or read-only, and takes no writes.'

describe('two processes on a PostgreSQL with a synchronous standby', () => {
  it('lose nothing that was told when the primary is killed under load and the standby promoted', async () => {
    const { relay, cluster, site, ...both } = await pair()
    let { primary, standby } = both
    for (let round = 0; round < rounds(1, 10); round += 1) {
      const ports = cluster.ready()
      const token = await writing(site)
      const told = await loadedUntil(site, { seed: round, least: ANSWERS }, () => primary.kill('SIGKILL'))
      expect((await answersOf(site, token, ports)).writes, 'nobody there').toEqual([REFUSED])
      relay.leadTo(standby.url)
      for (const port of ports) await expect.poll(() => problemsAt(port)).toEqual([STANDBY])
      await expect.poll(() => answersOf(site, token, ports)).toEqual({ writes: [REFUSED], reads: ['200'] })
      await rowsOf(standby.url, 'SELECT pg_promote()')
      await expect.poll(() => cluster.ready().length).toBe(2)
      await assertKept(site, cluster, told)
      if (round + 1 === rounds(1, 10)) break
      primary = standby
      standby = await standbyOf(primary, SYNCHRONOUS)
      await expect.poll(() => cluster.ready().length).toBe(2)
    }
  })
})
