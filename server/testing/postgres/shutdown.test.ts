// A process that is told to end (SIGTERM) while its PostgreSQL keeps it waiting, is away, or has gone quiet: it ends what it began.
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { openDomain } from '../../domain/domain.ts'
import { type Relay, relayTo } from '../../storage/postgres/testing/relay.ts'
import { rowsOf, sessionOf } from '../../storage/postgres/testing/standby.ts'
import { placeAt } from '../data-place.ts'
import { assertion, bearer, tokenAt } from '../launch-over-http.ts'
import { type ProcessDomain, processDomain, type ServerProcess } from '../processes.ts'
import { WRITING_SCOPE, writingApp } from '../writing-app.ts'

/** Requests of each kind that are under way when the process is told to end. */
const AT_ONCE = 8

/** All sessions in the database of a URL, but for the one that asks. */
const SESSIONS = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'

/** Takes requests for a moment more, and waits for longer than a statement may take. */
const WAITING = { SHUTDOWN_DELAY: '1', SHUTDOWN_TIMEOUT: '30' }

const ended = ({ child }: ServerProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))

const inFlight = async (origin: string) =>
  Number(/^slipway_http_requests_in_flight (\d+)$/m.exec(await (await fetch(`${origin}/metrics`)).text())?.[1])

/** The only process of a domain, through a relay, with what its app asks for: what writes, and what answers with a token. */
async function busyProcess(env: Readonly<Record<string, string>> = {}) {
  const site: ProcessDomain = await processDomain()
  const place = placeAt(site.directory)
  const url = place.DATABASE_URL ?? ''
  const relay = await relayTo(url)
  onTestFinished(relay.end)
  const app = await writingApp(site.domain)
  await site.domain.close()
  const server = await site.start({ first: true, env: { DATABASE_URL: relay.url, ...env } })
  const access_token = await tokenAt(site, app, server.origin, WRITING_SCOPE)
  const assertions = await Promise.all(Array.from({ length: AT_ONCE }, () => assertion(site, app)))
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/fhir+json' }
  const ask = () =>
    assertions.flatMap((one) => [
      fetch(`${server.origin}/fhir/Patient`, { method: 'POST', body: '{"resourceType":"Patient"}', headers }),
      bearer(server.origin, one),
    ])
  /** The same domain, opened anew after the process. */
  const opened = () => openDomain(readConfig({ ...place, PUBLIC_URL: site.publicUrl, LOG_LEVEL: 'silent' }))
  return { server, relay, url, ask, opened }
}

describe('a process on PostgreSQL that is told to end (SIGTERM)', () => {
  it('DUR-09 answers what is under way, keeps what it told, and leaves no connection', async () => {
    const { server, url, ask, opened } = await busyProcess()
    const other = await sessionOf(url)
    await other.rows('BEGIN')
    await other.rows('LOCK TABLE resource_version IN SHARE MODE') // Whoever writes waits.
    let said = 0
    const asked = Promise.all(ask().map((one) => one.finally(() => said++)))
    await expect.poll(() => rowsOf(url, `SELECT 1 ${SESSIONS} AND wait_event_type = 'Lock'`)).not.toEqual([])
    // All were taken: one that was not yet is refused. The request that asks is in flight, too.
    await expect.poll(async () => (await inFlight(server.origin)) + said).toBe(2 * AT_ONCE + 1)
    const left = ended(server)
    server.child.kill('SIGTERM')
    await expect
      .poll(() =>
        fetch(`${server.origin}/livez`).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused')
    expect(server.child.exitCode).toBeNull()
    await other.rows('COMMIT')
    await other.end()

    const answers = await asked
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at % 2 ? 200 : 201)))
    expect(await left).toBe(0)
    expect(await rowsOf(url, `SELECT application_name, query ${SESSIONS}`)).toEqual([])
    const domain = await opened()
    onTestFinished(domain.close)
    for (const { status, headers } of answers)
      if (status === 201) {
        const [, id = ''] = /\/Patient\/([^/]+)/.exec(headers.get('location') ?? '') ?? []
        expect((await domain.resources.readCurrent('Patient', id))?.versionId).toBe(1)
      }
    expect((await domain.audit.verify()).problems).toEqual([])
  })

  it('DUR-09 refuses what is under way, and ends, when PostgreSQL is away or the network to it has gone quiet', async () => {
    const ends = async (lose: (relay: Relay) => void) => {
      const { server, relay, ask } = await busyProcess(WAITING)
      lose(relay)
      const asked = ask().map((one) => one.then(({ status }) => status))
      const left = ended(server)
      server.child.kill('SIGTERM')
      return { said: [...new Set(await Promise.all(asked))], code: await left }
    }
    const both = [ends((relay) => relay.end()), ends((relay) => relay.lose('requests'))]
    expect(await Promise.all(both)).toEqual([
      { said: [503], code: 0 },
      { said: [503], code: 1 }, // Nobody says that the connections are closed.
    ])
  })
})
