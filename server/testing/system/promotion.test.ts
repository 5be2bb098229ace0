// The machine of PostgreSQL is lost under load, and its synchronous standby is promoted: what was told to anybody is there, and nothing
// that was used is good again. Processes killed in turns are in cluster.test.ts.
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { relayTo } from '../../storage/postgres/testing/relay.ts'
import { rowsOf, standbyOf } from '../../storage/postgres/testing/standby.ts'
import { testCluster } from '../cluster.ts'
import { newAcknowledged, newRound } from '../crash/acknowledged.ts'
import { underLoad } from '../crash/load.ts'
import { chanceOf } from '../crash/random.ts'
import { noneTried, replayed } from '../crash/replays.ts'
import { loadedSite, signLaunch } from '../crash/site.ts'
import { assertion, authorize, authorizeQuery, bearer, exchange } from '../launch-over-http.ts'
import { rounds } from '../rounds.ts'
import { WRITING_SCOPE } from '../writing-app.ts'

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

/** Keeps the domain busy until `kill` has ended the primary: what was told, and what was used. */
async function loadedUntil(site: Site, seed: number, kill: () => Promise<void>) {
  const [known, round] = [newAcknowledged(), newRound()]
  let [answers, goesOn] = [0, true]
  const answered = () => {
    answers += 1
  }
  const load = underLoad({ site, chance: chanceOf(seed), known, round, goesOn: () => goesOn, answered })
  await expect.poll(() => answers).toBeGreaterThan(ANSWERS)
  goesOn = false
  await kill()
  await load
  return { known, round }
}

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
      const { known, round: asked } = await loadedUntil(site, round, () => primary.kill('SIGKILL'))
      expect((await answersOf(site, token, ports)).writes, 'nobody there').toEqual([REFUSED])
      relay.leadTo(standby.url)
      for (const port of ports) await expect.poll(() => problemsAt(port)).toEqual([STANDBY])
      await expect.poll(() => answersOf(site, token, ports)).toEqual({ writes: [REFUSED], reads: ['200'] })
      await rowsOf(standby.url, 'SELECT pg_promote()')
      await expect.poll(() => cluster.ready().length).toBe(2)

      expect(await replayed(site, asked, known, noneTried())).toEqual([])
      expect(known.violations).toEqual([])
      expect(await missing(site, known.written)).toEqual([])
      expect((await cluster.domain.audit.verify()).problems).toEqual([])
      if (round + 1 === rounds(1, 10)) break
      primary = standby
      standby = await standbyOf(primary, SYNCHRONOUS)
      await expect.poll(() => cluster.ready().length).toBe(2)
    }
  })
})

/** A token that writes. */
async function writing(site: Site): Promise<string> {
  const answer = await bearer(site.publicUrl, await assertion(site, site.writer), {}, WRITING_SCOPE)
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

/** Which of some versions cannot be read. */
async function missing(site: Site, versions: ReadonlySet<string>): Promise<readonly string[]> {
  const authorization = `Bearer ${await writing(site)}`
  const gone: string[] = []
  for (const version of versions) {
    const { status } = await fetch(`${site.publicUrl}/fhir/${version}`, { headers: { authorization } })
    if (status !== 200 && status !== 410) gone.push(`${version}: ${status}`)
  }
  return gone
}
