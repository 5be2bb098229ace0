// The log is pruned by command beside a running server, and the command is killed on the way.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clientAssertion, registerApp } from '../testing/app.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { killed } from '../testing/children.ts'
import { type ProcessDomain, processDomain } from '../testing/processes.ts'

const EVENTS = 3000

function command({ directory, publicUrl }: ProcessDomain, args: readonly string[]) {
  const child = spawn(process.execPath, [path.resolve('bin/slipway'), 'audit', ...args], {
    cwd: directory,
    env: {
      ...{ NODE_ENV: 'test', PATH: process.env['PATH'], HOME: directory, SLIPWAY_NO_ENV_FILE: '1' },
      ...{ DATA_DIR: directory, PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent' },
    },
  })
  onTestFinished(() => killed(child))
  return child
}

/** Exit code, and all that was said. */
const ended = (child: ChildProcess) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        said += text
      })
    child.once('close', (code) => resolve({ code, said }))
  })

describe('pruning the audit log of a running domain', () => {
  it('IDP-21 can be finished after a SIGKILL half-way, while servers write and answer', async () => {
    const processes = await processDomain()
    const { domain, publicUrl } = processes
    const app = await registerApp(domain, 'log-archive', 'auditor')
    const audit = domain.audit.at(publicUrl)
    for (let n = 0; n < EVENTS; n++)
      audit.record({ name: 'token', request: new Request(publicUrl), description: `token: number ${n}` })
    const [oldest] = await eventsOf(domain)
    const { origin } = await processes.start({ first: true })
    const token = async (): Promise<string> => {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'system/AuditEvent.rs',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await clientAssertion(app, `${publicUrl}/oauth2/token`, Date.now()),
      })
      const answer = await fetch(`${origin}/oauth2/token`, { method: 'POST', body: form })
      return ((await answer.json()) as { readonly access_token: string }).access_token
    }
    const authorization = `Bearer ${await token()}`
    const read = (address: string) => fetch(new URL(address, `${origin}/fhir/DEFAULT/`), { headers: { authorization } })
    const bundle = async (address: string) =>
      (await (await read(address)).json()) as {
        readonly total: number
        readonly link: readonly { readonly relation: string; readonly url: string }[]
        readonly entry?: readonly { readonly resource: { readonly id: string } }[]
      }
    const start = async () => (await domain.sql.value<number>('SELECT min(position) FROM audit_link')) ?? 0

    expect((await read(`AuditEvent/${oldest?.id}`)).status).toBe(200)
    const walk = (await bundle('AuditEvent?_sort=_lastUpdated&_count=50')).link.find(
      ({ relation }) => relation === 'next',
    )

    expect(await ended(command(processes, ['archive', 'a.ndjson.gz', '--days', '0']))).toMatchObject({ code: 0 })
    expect(await ended(command(processes, ['archive', 'a.ndjson.gz']))).toEqual({
      code: 1,
      said: expect.stringContaining('a.ndjson.gz is there already. Name a new file for each archive.'),
    })
    const both = command(processes, ['archive', 'b.ndjson', '--days', '1', '--until', '2026-01-01'])
    expect(await ended(both)).toMatchObject({ code: 2 })
    // Days that no calendar has are not taken for later ones.
    for (const until of ['2026-02-30', '2026-02-30T12:00:00Z', '2026-13-01', '2026-1-1'])
      expect(await ended(command(processes, ['archive', 'b.ndjson', '--until', until])), until).toMatchObject({
        code: 2,
      })
    const cut = command(processes, ['prune', '--archive', 'a.ndjson.gz'])
    const end = ended(cut)
    while ((await start()) === 1 && cut.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 1))
    cut.kill('SIGKILL')
    expect(await end).toEqual({ code: null, said: '' })
    const begin = await start()
    expect(begin).toBeGreaterThan(1)
    expect(begin).toBeLessThan(EVENTS)
    const half = await ended(command(processes, ['verify']))
    expect(half).toMatchObject({ code: 0, said: expect.stringMatching(/The removal of events up to \d+ was cut off/) })

    const again = ended(command(processes, ['prune', '--archive', 'a.ndjson.gz']))
    const tokens: Promise<string>[] = []
    for (let n = 0; n < 20; n++) tokens.push(token())
    expect(await again).toMatchObject({ code: 0, said: expect.stringContaining('is now the only copy of events 1 to') })
    expect(new Set(await Promise.all(tokens)).size).toBe(20)

    expect((await read(`AuditEvent/${oldest?.id}`)).status).toBe(404)
    expect((await read(walk?.url.replace(publicUrl, origin) ?? '')).status).toBe(410)
    const first = await bundle('AuditEvent?_sort=_lastUpdated&_count=5')
    expect(first.entry).toHaveLength(5)
    expect(first.total).toBeLessThan(EVENTS)
    const report = await ended(command(processes, ['verify', '--archive', 'a.ndjson.gz']))
    expect(report).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /The audit log holds: events (\d+) to \d+, archived up to \d+, one chain with 1 archive\./,
      ),
    })
    const told = (await eventsOf(domain)).filter((event) => nameOf(event) === 'change')
    expect(told.map(({ outcomeDesc }) => outcomeDesc)).toEqual([
      'change: a part of the audit log, which is archived, is removed',
      'change: a part of the audit log, which is archived, goes on to be removed',
    ])
  })
})
