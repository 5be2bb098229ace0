import { renameSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clientAddress } from '#lib/http/client-address.ts'
import { VERSION } from '../config/version.ts'
import { groupIn, routeFinder, splitTarget } from '../domain/find-route.ts'
import { ROUTES } from '../domain/routes.ts'
import { passwordBulkhead } from '../idp/login/password.ts'
import { openDatabase } from '../storage/sqlite/file/database.ts'
import { IS_POSTGRES, underTest } from '../storage/testing/engine.ts'
import { registerApp } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'
import { loseKey } from '../testing/lost-key.ts'
import { NEXT_MOUNT } from '../testing/next-mount.ts'
import { type RunningDomain, runningDomain } from '../testing/running.ts'
import { createOps } from './ops.ts'
import { ECHO_HEADER, echoQuestion } from './proxy-echo.ts'
import type { Readiness } from './readiness.ts'

const TOKEN = 'a-token-of-thirty-two-characters'

async function readiness(running: Pick<RunningDomain, 'fetch'>) {
  const answer = await running.fetch('/readyz')
  const { checks } = (await answer.json()) as Pick<Readiness, 'checks'>
  return {
    status: answer.status,
    problems: Object.fromEntries(checks.flatMap(({ name, problem }) => (problem ? [[name, problem]] : []))),
    checks: checks.map(({ name }) => name),
  }
}

const scrape = async ({ url }: RunningDomain, headers: Record<string, string> = {}) =>
  fetch(`${url}/metrics`, { headers })

/** Samples by their name with labels. */
function samplesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = line, value = ''] = /^(.+) (\S+)$/.exec(line) ?? []
      return [name, Number(value)]
    }),
  )
}

describe('GET /livez', () => {
  it('answers 200 while the process lives, to GET and HEAD only', async () => {
    const { url } = await runningDomain()
    const answer = await fetch(`${url}/livez`)
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([200, 'ok\n', 'no-store'])
    expect((await fetch(`${url}/livez`, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(`${url}/livez`, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('GET /readyz', () => {
  it('names every check when the service is ready', async () => {
    expect(await readiness(await testDomain())).toEqual({
      status: 200,
      problems: {},
      checks: ['shutdown', 'database', 'migrations', ...(IS_POSTGRES ? ['clock'] : []), 'keys', 'disk'],
    })
  })

  it('says when its clock is not that of the database on another machine', async () => {
    const there = { time: 0 }
    const databaseTime = async () => there.time
    const running = await testDomain({}, { around: (storage) => underTest({ ...storage, databaseTime }) })
    there.time = running.now() - 1900
    expect(await readiness(running)).toMatchObject({ status: 200, checks: expect.arrayContaining(['clock']) })
    for (const apart of [-301_000, 301_000]) {
      there.time = running.now() + apart
      running.advance(1000) // The answer before is a second old.
      expect(await readiness(running)).toMatchObject({
        status: 503,
        problems: {
          clock: `The clock of this machine and that of the database are ${apart < 0 ? 302 : 300} seconds apart. Let both follow the same time (NTP).`,
        },
      })
    }
  })

  it('names the version, and has the problems that a start checks', async () => {
    const { fetch, domain } = await testDomain()
    expect(await (await fetch('/readyz')).json()).toMatchObject({ status: 'ready', version: VERSION })
    expect(await domain.peers.ops.problems()).toEqual([])
    domain.peers.ops.stop()
    expect(await domain.peers.ops.problems()).toEqual(['The service is shutting down.'])
  })

  it('names the commit of its build', async () => {
    const { clock, storage, keys } = (await testDomain()).domain
    const { operated: database, databaseTime, waitingSearches } = storage
    const secret = keys.secret('doctor')
    const ops = createOps({
      ...{ database, databaseTime, waitingSearches, clock, version: VERSION, commit: '1a2b3c4' },
      keys: { list: async () => [], present: async () => undefined },
      freeBytes: async () => undefined,
      identityProvider: undefined,
      groupOf: () => 'ops',
      access: { token: undefined, local: true, clientAddress },
      echo: { secret: () => secret, clock, clientAddress },
    })
    onTestFinished(ops.close)
    const answer = await ops.readyz(new Request('http://localhost:3000/readyz'))
    expect(await answer.json()).toMatchObject({ version: VERSION, commit: '1a2b3c4' })
  })

  it('reports a missing database file, one second after its last look', async () => {
    const test = await testDomain()
    const { databaseFile } = test.domain.config
    expect((await readiness(test)).status).toBe(200)
    renameSync(databaseFile, `${databaseFile}.old`)
    expect((await readiness(test)).status, 'what was seen less than a second ago').toBe(200)
    test.advance(1000)
    const { status, problems } = await readiness(test)
    expect([status, Object.keys(problems)]).toEqual([503, ['database']])
    renameSync(`${databaseFile}.old`, databaseFile)
    test.advance(1000)
    expect((await readiness(test)).status).toBe(200)
  })

  it('reports a database that cannot be written', async () => {
    const test = await testDomain()
    test.domain.database.sql.pragma('query_only = 1')
    const { status, problems } = await readiness(test)
    expect(status).toBe(503)
    expect(problems['database']).toBe('The database cannot be written (SQLITE_READONLY).')
  })

  it('stays ready while another process writes', async () => {
    const test = await testDomain()
    const other = openDatabase(test.domain.config.databaseFile)
    other.sql.exec('BEGIN IMMEDIATE')
    expect((await readiness(test)).status).toBe(200)
    await other.close()
  })

  it('reports a database of another version', async () => {
    const test = await testDomain()
    const latest = '(SELECT max(migration_name) FROM _prisma_migrations)'
    await test.domain.sql.rows(`DELETE FROM _prisma_migrations WHERE migration_name = ${latest}`)
    expect((await readiness(test)).problems).toEqual({ migrations: '1 migrations wait for the next start.' })
  })

  it('reports a missing private key, even when the key is in memory', async () => {
    const test = await testDomain()
    const { kid } = await test.domain.keys.ring('oauth').active()
    expect((await readiness(test)).status).toBe(200)
    test.advance(1000)
    await loseKey(test.domain, kid)
    const { status, problems } = await readiness(test)
    expect([status, problems]).toEqual([503, { keys: 'The private half of the key of oauth is gone.' }])
  })

  it('checks the issuer of another identity provider, every fifteen seconds', async () => {
    const issuer = 'https://idp.example'
    let asked = 0
    let answer: () => Response = () => Response.json({ issuer })
    const network = async (input: string | URL | Request) => {
      expect(String(input)).toBe(`${issuer}/.well-known/openid-configuration`)
      asked += 1
      return answer()
    }
    const here = { now: Date.now }
    const databaseTime = async () => here.now()
    const test = await testDomain(
      { SHARED_IDP_ISSUER: issuer, SHARED_IDP_CLIENT_ID: 'slipway' },
      { network, around: (storage) => underTest({ ...storage, databaseTime }) },
    )
    here.now = test.now
    expect((await readiness(test)).status).toBe(200)
    test.advance(14_000)
    expect((await readiness(test)).status).toBe(200)
    expect(asked).toBe(1)
    const said = async (next: () => Response) => {
      answer = next
      test.advance(15_000)
      return (await readiness(test)).problems['identity_provider']
    }
    expect(await said(() => Response.json({ issuer: 'https://evil.example' }))).toMatch(/another name/)
    expect(await said(() => new Response('', { status: 502 }))).toMatch(/502/)
    const unreachable = () => {
      throw new TypeError('fetch failed')
    }
    expect(await said(unreachable)).toMatch(/does not answer/)
    expect(await said(() => Response.json({ issuer }))).toBeUndefined()
    expect(await said(() => Response.json({ issuer: `${issuer}/` }))).toBeUndefined()
  })

  it('shows how the request arrived to the holder of a sealed question, and to nobody else', async () => {
    const { fetch, domain, now } = await testDomain()
    const question = echoQuestion({ secret: () => domain.keys.secret('doctor'), clock: now })
    const seen = async (value: string) => {
      const headers = { [ECHO_HEADER]: value, 'x-forwarded-for': '192.0.2.7' }
      return ((await (await fetch('/readyz', { headers })).json()) as { readonly seen?: object }).seen
    }
    expect(await seen(question)).toEqual({
      ...{ address: 'unknown', forwarded_for: '192.0.2.7', forwarded_proto: null, request_id: null },
    })
    const [at = '', seal = ''] = question.split('.')
    expect(await seen(`${Number(at) + 1}.${seal}`)).toBeUndefined()
    expect(await seen(echoQuestion({ secret: () => 'another', clock: now }))).toBeUndefined()
    expect(await seen(echoQuestion({ secret: () => domain.keys.secret('doctor'), clock: () => now() - 61_000 }))).toBe(
      undefined,
    )
  })
})

describe('the endpoints of the operator', () => {
  it('are answered without Next, also when Next answers everything else', async () => {
    const { url } = await runningDomain({ HOT_PATH: 'off' })
    for (const path of ['/livez', '/readyz', '/metrics']) expect((await fetch(url + path)).status, path).toBe(200)
    const answered = NEXT_MOUNT ? '"CapabilityStatement"' : 'a page of the interface'
    expect(await (await fetch(`${url}/fhir/metadata`)).text()).toContain(answered)
  })
})

describe('GET /metrics', () => {
  it('counts requests by group and status, refusals by check, and the work of the database', async () => {
    const running = await runningDomain()
    const authorization = `Bearer ${await running.bearer(await registerApp(running.domain))}`
    await fetch(`${running.url}/fhir/Patient/marijke-jansen`, { headers: { authorization } })
    await fetch(`${running.url}/fhir/Patient/nobody`, { headers: { authorization } })
    await fetch(`${running.url}/fhir/Patient/marijke-jansen`)
    await fetch(`${running.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'nonsense' }),
    })
    const answer = await scrape(running)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    const samples = samplesOf(text)
    const duration = (name: string, labels: string, le = '') =>
      samples.get(`slipway_http_request_duration_seconds_${name}{${le}group="${labels}`)
    expect(duration('count', 'fhir_read",status="200"}')).toBe(1)
    expect(duration('count', 'fhir_read",status="404"}')).toBe(1)
    expect(duration('count', 'fhir_read",status="401"}')).toBe(1)
    expect(duration('count', 'token",status="401"}')).toBe(1)
    expect(duration('bucket', 'fhir_read",status="200"}', 'le="+Inf",')).toBe(1)
    expect(duration('bucket', 'fhir_read",status="200"}', 'le="10",')).toBe(1)
    expect(duration('sum', 'fhir_read",status="200"}')).toBeGreaterThan(0)
    expect(samples.get('slipway_http_requests_in_flight'), 'this one').toBe(1)
    expect([...samples].filter(([name]) => name.startsWith('slipway_refusals_total{')).length).toBeGreaterThan(0)
    expect(samples.get('slipway_refusals_total{check="launch.jti"}'), 'there before the first one').toBe(0)
    const gauges = [...text.matchAll(/^# TYPE (\S+) gauge$/gm)].map(([, name]) => String(name))
    expect(
      gauges.filter((name) => name.endsWith('_total')),
      'what only grows is a counter',
    ).toEqual([])
    expect(samples.get('slipway_database_bytes{file="database"}')).toBeGreaterThan(4096)
    if (!IS_POSTGRES) expect(samples.get('slipway_database_pages{kind="all"}')).toBeGreaterThan(1)
    expect(samples.get('slipway_database_flush_seconds_count')).toBeGreaterThan(0)
    expect(samples.get('slipway_rows{kind="resources"}')).toBeGreaterThan(100)
    expect(samples.get('slipway_rows{kind="audit_events"}')).toBeGreaterThan(0)
    expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0)
    const keys = [...samples.keys()].filter((name) => name.startsWith('slipway_key_age_seconds{'))
    expect(keys).toHaveLength((await running.domain.keys.list()).filter(({ published }) => published).length)
  })

  it('IDP-11 shows how many password checks run, wait and were refused', async () => {
    const running = await runningDomain()
    const figures = async () => {
      const samples = samplesOf(await (await scrape(running)).text())
      return [
        samples.get('slipway_gate_requests{gate="password",state="running"}'),
        samples.get('slipway_gate_requests{gate="password",state="waiting"}'),
        samples.get('slipway_gate_refusals_total{gate="password"}'),
      ]
    }
    expect(await figures()).toEqual([0, 0, 0])
    const { run } = passwordBulkhead()
    const ends: (() => void)[] = []
    const work = () => new Promise<void>((resolve) => ends.push(resolve))
    const asked = Array.from({ length: 18 }, () => run('192.0.2.1', work))
    const answers = Promise.allSettled(asked)
    expect(await figures()).toEqual([2, 14, 2])
    const end = setInterval(() => ends.shift()?.(), 1)
    expect((await answers).filter(({ status }) => status === 'rejected')).toHaveLength(2)
    clearInterval(end)
    expect(await figures()).toEqual([0, 0, 2])
  })

  it('is well-formed: a type for every sample, no sample twice, numbers for values', async () => {
    const running = await runningDomain()
    await fetch(`${running.url}/livez`)
    const text = await (await scrape(running)).text()
    const typed = new Set(
      [...text.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/gm)].map(([, name]) => name),
    )
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    for (const line of lines) {
      const [, name = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(?:\w+="[^"\\]*",?)*\})? (\S+)$/.exec(line) ?? []
      const known = typed.has(name) || typed.has(name.replace(/_(bucket|sum|count)$/, ''))
      expect([line, known, value === 'Nan' || Number.isFinite(Number(value))]).toEqual([line, true, true])
    }
    const names = lines.map((line) => line.replace(/ \S+$/, ''))
    expect(new Set(names).size).toBe(names.length)
  })

  it('has no secret and no personal data', async () => {
    const running = await runningDomain({ METRICS_TOKEN: TOKEN })
    const app = await registerApp(running.domain)
    await running.bearer(app)
    await fetch(`${running.url}/fhir/Patient/marijke-jansen?token=geheim`)
    await fetch(`${running.url}/marijke@demo.test`)
    const text = await (await scrape(running, { authorization: `Bearer ${TOKEN}` })).text()
    expect(text).not.toMatch(/marijke|geheim|demo\.test/i)
    expect(text).not.toContain(TOKEN)
    expect(text).not.toContain(app.clientId)
  })

  it('answers 404 behind a proxy, and on a domain that is open to other machines', async () => {
    const running = await runningDomain()
    expect((await scrape(running)).status).toBe(200)
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect((await scrape(running, { [header]: '127.0.0.1' })).status, header).toBe(404)
    for (const env of [{ PUBLIC_URL: 'https://launch.example.org' }, { SLIPWAY_ENV: 'production' }])
      expect((await scrape(await runningDomain(env))).status).toBe(404)
  })

  it('requires METRICS_TOKEN when it is set', async () => {
    const running = await runningDomain({ METRICS_TOKEN: TOKEN, SLIPWAY_ENV: 'production' })
    const refused = await scrape(running)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="metrics"'])
    for (const authorization of [`Bearer ${TOKEN}x`, `Basic ${TOKEN}`, 'Bearer ', TOKEN])
      expect((await scrape(running, { authorization })).status, authorization).toBe(401)
    expect((await scrape(running, { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  })
})

describe('the group of an address in the metrics', () => {
  it.each([
    ['/fhir/DEFAULT/Patient/7', 'fhir_read'],
    ['/fhir/Patient/7/_history/1', 'fhir_read'],
    ['/fhir/DEFAULT/Patient?_count=2', 'fhir_search'],
    ['/fhir/Patient/_search', 'fhir_search'],
    ['/fhir?_getpages=x', 'fhir_search'],
    ['/fhir/DEFAULT/metadata', 'fhir_discovery'],
    ['/fhir/.well-known/smart-configuration', 'fhir_discovery'],
    ['/oauth2/token', 'token'],
    ['/oauth2/jwks', 'discovery'],
    ['/oauth2/callback?code=x', 'authorize'],
    ['/idp/login', 'idp'],
    ['/launch/callback', 'launch'],
    ['/admin/api/apps', 'api'],
    ['/admin/apps', 'page'],
    ['/_next/static/x.js', 'static'],
    ['/whatever', 'page'],
  ])('%s is counted as %s', (target, group) => {
    const { pathname } = splitTarget(target)
    expect(groupIn(routeFinder(ROUTES)(pathname), pathname)).toBe(group)
  })
})
