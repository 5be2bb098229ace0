// Commands at a domain elsewhere: with a token, without its data folder, and never on what lies in the folder here.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toWrite } from '../../fhir/resource-write.ts'
import { eventsOf } from '../../testing/audit.ts'
import { commandLine } from '../../testing/command-line.ts'
import { emptyFolder, QUIET } from '../../testing/data-folder.ts'
import { placeAt } from '../../testing/data-place.ts'
import { ownApp } from '../../testing/own-app.ts'
import { runningDomain } from '../../testing/running.ts'

const ADMIN = 'beheer@demo.test'

/** A server, a token of its administrator, and the command line in a folder that has nothing of it. */
async function elsewhere(...more: readonly string[]) {
  const running = await runningDomain()
  const { domain, url } = running
  const cwd = emptyFolder()
  const there = commandLine(cwd, { ...QUIET, ...placeAt(domain.config.dataDir) })
  const made = await there(['token', 'new', '--for', ADMIN, '--name', 'a test', '--json', ...more])
  const { id, token } = JSON.parse(made.stdout) as { readonly id: string; readonly token: string }
  const env = { ...QUIET, SLIPWAY_TOKEN: token }
  const here = commandLine(cwd, env)
  const run = (...args: readonly string[]) => here([...args, '--url', url])
  return { ...running, cwd, env, id, token, there, here, run }
}

describe('a domain elsewhere', () => {
  it('runs launches and tests with the traces of that domain, and leaves no file here', async () => {
    const { run, url, cwd } = await elsewhere()
    const launched = await run('launch', '--app', 'demo-app', '--json')
    expect([launched.code, launched.stderr]).toEqual([0, ''])
    const told = JSON.parse(launched.stdout) as { readonly trace: string; readonly checks: readonly object[] }
    expect(told).toMatchObject({ ok: true, trace: expect.stringMatching(/^l-/) })
    expect(told.checks).toContainEqual({ step: 'token.authorization_code', check: 'token.pkce', outcome: 'passed' })
    expect(JSON.parse((await run('trace', 'show', told.trace, '--json')).stdout)).toMatchObject({ id: told.trace })
    const wrong = await run('launch', '--app', 'demo-app', '--user', 'bram@demo.test', '--password', 'demo')
    expect([wrong.code, wrong.stderr, wrong.stdout]).toEqual([1, '', expect.stringContaining('user.match')])
    const matrix = JSON.parse((await run('test', '--app', 'demo-app', '--json')).stdout) as object
    // The identity provider is taken away beside the data folder alone.
    expect(matrix).toMatchObject({ ok: true, passed: 16, failed: 0, not_run: 1 })
    const listed = await run('trace', 'list', '--outcome', 'opened', '--json')
    expect(JSON.parse(listed.stdout)).toContainEqual(expect.objectContaining({ id: told.trace }))
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({ publicUrl: url, dataDir: null })
    expect(readdirSync(cwd)).toEqual([])
  })

  it('opens a task that has not ended, where none is given, as beside the data folder', async () => {
    const { run, domain } = await elsewhere()
    const week1 = JSON.parse((await domain.resources.readCurrent('Task', 'sleep-diary-week-1'))?.body ?? '')
    await domain.resources.write([toWrite({ ...week1, status: 'completed' })], domain.clock())
    const { code, stdout } = await run('launch', '--app', 'demo-app', '--json')
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true, task: 'Task/sleep-diary-week-2' }])
  })

  it('signs a launch for a practitioner with the patient of the task, as its portal does', async () => {
    const { run } = await elsewhere()
    const { code, stdout } = await run('launch', '--app', 'demo-app', '--as', 'Practitioner/daan-visser', '--json')
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ ok: true })])
    expect(await run('launch', '--app', 'demo-app', '--task', 'Task/none')).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringContaining('as and task are references to what exists') },
    })
    expect(await run('launch', '--app', 'nobody')).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('There is no app with client_id nobody at http') },
    })
  })

  it('takes a launch of the caller’s own platform outside of the demo, and the key is not sent', async () => {
    const { domain, url } = await runningDomain({ DEMO: 'false' })
    const cwd = emptyFolder()
    const there = commandLine(cwd, { ...QUIET, ...placeAt(domain.config.dataDir) })
    const { privateKey, publicKey } = await generateKeyPair('ES384', { extractable: true })
    writeFileSync(path.join(cwd, 'public.pem'), await exportSPKI(publicKey))
    writeFileSync(path.join(cwd, 'private.pem'), await exportPKCS8(privateKey))
    const forHer = { for: { reference: 'Patient/jansen' }, owner: { reference: 'Patient/jansen' } }
    const records = [
      { resourceType: 'Patient', id: 'jansen', active: true },
      { resourceType: 'Task', id: 'diary-1', status: 'ready', intent: 'order', ...forHer },
    ]
    const written = records.map((parsed) => ({
      ...{ type: parsed.resourceType, id: parsed.id, text: JSON.stringify(parsed), parsed },
    }))
    await domain.resources.write(written, domain.clock())
    const account = ['--user', 'jansen@example.org', '--password', 'a long password']
    const add = ['app', 'add', '--pem', 'public.pem', '--name']
    for (const command of [
      [...add, 'Care portal', '--kind', 'platform', '--client-id', 'care-portal'],
      ['user', 'add', '--email', 'jansen@example.org', '--password', 'a long password', '--person', 'Patient/jansen'],
      ['user', 'add', '--email', 'admin@example.org', '--password', 'a long password', '--role', 'admin'],
    ])
      expect(await there(command), command.join(' ')).toMatchObject({ code: 0 })
    const { clientId } = await ownApp(domain)
    const made = await there(['token', 'new', '--for', 'admin@example.org', '--name', 'CI', '--json'])
    const { token } = JSON.parse(made.stdout) as { readonly token: string }
    const here = commandLine(cwd, { ...QUIET, SLIPWAY_TOKEN: token })
    const run = (verb: string, ...args: readonly string[]) =>
      here([
        verb,
        '--app',
        clientId,
        '--as',
        'Patient/jansen',
        '--task',
        'Task/diary-1',
        ...account,
        '--url',
        url,
        ...args,
      ])
    const own = ['--platform', 'care-portal', '--platform-key', 'private.pem']
    const launched = await run('launch', '--json', ...own)
    expect([launched.code, launched.stderr, JSON.parse(launched.stdout)]).toMatchObject([0, '', { ok: true }])
    const refused = await run(
      'launch',
      '--json',
      '--fail',
      'tampered-signature',
      '--expect',
      'launch.signature',
      ...own,
    )
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([0, { refused_by: 'launch.signature' }])
    const told = 'Outside the demo, no portal at http'
    expect(await run('launch')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(told) })
    expect(await run('launch', '--platform', 'nobody', '--platform-key', 'private.pem')).toMatchObject({ code: 1 })
    expect(await run('launch', '--platform', 'care-portal')).toMatchObject({ code: 2 })
    expect(await run('launch', '--patient', 'Patient/jansen')).toMatchObject({ code: 2 })
  })

  it('registers an app for a token with apps:write, and its audit log names the administrator and the token', async () => {
    const { run, domain, cwd } = await elsewhere('--may', 'apps:read,apps:write')
    const { publicKey } = await generateKeyPair('ES384')
    writeFileSync(path.join(cwd, 'public.pem'), await exportSPKI(publicKey))
    const add = ['app', 'add', '--name', 'Mine', '--kind', 'module', '--client-id', 'mine']
    const added = await run(...add, '--pem', 'public.pem', '--json')
    expect([added.code, JSON.parse(added.stdout)]).toEqual([0, { client_id: 'mine', device: 'Device/mine' }])
    const apps = JSON.parse((await run('app', 'list', '--json')).stdout) as readonly { readonly client_id: string }[]
    expect(apps.map(({ client_id }) => client_id)).toContain('mine')
    expect((await eventsOf(domain)).at(-1)).toMatchObject({
      agent: [{ who: { identifier: { value: ADMIN } } }],
      entity: [{ detail: expect.arrayContaining([{ type: 'by token', valueString: 'a test' }]) }],
    })
    expect(await run(...add, '--pem', 'public.pem')).toMatchObject({ code: 1, stdout: '' })
    // What it may not.
    expect(await run('launch', '--app', 'demo-app')).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('the token may not sign launches') },
    })
  })

  it('refuses a missing, unknown or revoked token, and one without the scope', async () => {
    const { here, run, url, id, there, env } = await elsewhere()
    const list = ['app', 'list', '--url', url]
    expect(await here(list, { env: QUIET })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SLIPWAY_TOKEN'),
    })
    const other = { ...env, SLIPWAY_TOKEN: `slipway_${'x'.repeat(43)}` }
    expect(await here(list, { env: other })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/admin/tokens'),
    })
    expect(await run('app', 'add', '--name', 'X', '--kind', 'module', '--jwks-url', `${url}/jwks`)).toMatchObject({
      ...{
        code: 1,
        stderr: `${url}: The token may not do this. It lacks the scope apps:write: create one that has it at ${url}/admin/tokens.\n`,
      },
    })
    expect(JSON.parse((await there(['token', 'list', '--json'])).stdout)).toMatchObject([
      { id, name: 'a test', for: ADMIN, scopes: ['apps:read', 'launch', 'traces:read'] },
    ])
    expect((await there(['token', 'revoke', id])).code).toBe(0)
    expect((await there(['token', 'revoke', id])).code).toBe(1)
    expect(await run('app', 'list')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('revoked') })
  })

  it('from SLIPWAY_URL is printed, unless with --quiet or --json', async () => {
    const { here, url, env } = await elsewhere()
    const named = { env: { ...env, SLIPWAY_URL: url } }
    expect((await here(['app', 'list'], named)).stderr).toBe(`Domain: ${url} (SLIPWAY_URL)\n`)
    expect((await here(['app', 'list', '--quiet'], named)).stderr).toBe('')
    expect((await here(['app', 'list', '--json'], named)).stderr).toBe('')
  })

  it('is refused without https for a token, and when it is not the address of a domain only', async () => {
    const { here } = await elsewhere()
    for (const [url, said] of [
      ['http://launch.example.org', 'a token is only sent over https'],
      ['launch.example.org', 'give the address of a domain'],
      ['http://127.0.0.1:9', 'cannot be reached'],
      ['http://127.0.0.1:9/portal', 'give only the address of the domain, http://127.0.0.1:9.'],
      ['http://me:hidden@127.0.0.1:9', 'give only the address of the domain, http://127.0.0.1:9, without a user'],
    ] as const) {
      const { stderr } = await here(['status', '--url', url])
      expect(stderr, url).toContain(said)
      expect(stderr).not.toContain('hidden')
    }
  })

  it('is told apart from a server that is no Slipway, in one sentence, whatever that answers', async () => {
    const { here } = await elsewhere()
    let answer = ''
    let status: string | undefined
    const other = http.createServer(({ url }, outgoing) =>
      outgoing
        .setHeader('content-type', 'application/json')
        .end(url === '/admin/api/status' ? (status ?? answer) : answer),
    )
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void other.close())
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const isRefused = async (...command: readonly string[]) => {
      const { code, stderr } = await here([...command, '--url', origin])
      expect([code, stderr], answer).toEqual([1, expect.stringContaining('is not a Slipway of this version')])
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
    for (answer of ['null', '[]', '{}', '"x"', '{"a":', '{"publicUrl":5}', '']) await isRefused('status')
    status = JSON.stringify({
      ...{ publicUrl: origin, issuer: origin, baseUrl: origin, identityProvider: origin },
      ...{ embeddedIdentityProvider: true, demo: true, refusals: [] },
      counts: { apps: 1, accounts: 1, resources: 1, traces: 1, auditEvents: 1 },
    })
    for (answer of ['null', '{"items":5}', '{"items":[5]}', '{"id":7}'])
      for (const command of ['app list', 'trace list', 'trace show l-x']) await isRefused(...command.split(' '))
    const { stderr } = await here(['status', '--url', origin.replace('http:', 'https:')])
    expect(stderr).toMatch(/^\S+ cannot be reached: TLS: [\w ]+\.\n$/)
  })

  it('SEC-10 gets no malformed token, and the token is not printed', async () => {
    const { here, url, env } = await elsewhere()
    for (const SLIPWAY_TOKEN of ['slipway_one\nslipway_two', 'slipway_one two', 'slipway_onë', 'slipway_one€']) {
      const { code, stderr } = await here(['status', '--url', url], { env: { ...env, SLIPWAY_TOKEN } })
      expect([code, stderr]).toEqual([2, expect.stringContaining('SLIPWAY_TOKEN is not a token')])
      expect(stderr).not.toContain('slipway_')
    }
  })
})

/** A day after today, so that only the calendar can refuse it. */
const thisYear = (day: string) =>
  `${new Date().getUTCFullYear() + (day < new Date().toISOString().slice(5, 10) ? 1 : 0)}-${day}`

describe('token new', () => {
  it('is for an administrator, expires, and prints only the token on standard output', async () => {
    const { there, domain } = await elsewhere()
    const make = (...more: readonly string[]) => there(['token', 'new', '--name', 'ci', ...more])
    const made = await make('--for', ADMIN, '--expires', '2w')
    expect(made.stdout).toMatch(/^slipway_[\w-]{43}\n$/)
    expect(made.stderr).toMatch(/in the name of beheer@demo\.test until .*It is shown only once/)
    const row = await domain.sql.rows('SELECT * FROM api_token ORDER BY createdAt DESC')
    expect(JSON.stringify(row)).not.toContain(made.stdout.trim())
    expect(await make('--for', 'daan@demo.test')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not an administrator'),
    })
    for (const expires of ['0d', '400d', 'tomorrow', '2001-01-01', thisYear('02-31'), thisYear('13-01')])
      expect((await make('--for', ADMIN, '--expires', expires)).code, expires).toBe(2)
    expect((await make('--for', ADMIN, '--may', 'everything')).code).toBe(2)
    expect(existsSync(domain.config.dataDir)).toBe(true)
    expect((await eventsOf(domain)).at(-2)).toMatchObject({ action: 'C', entity: [{ name: 'token' }] })
    expect(JSON.stringify(await eventsOf(domain))).not.toContain('slipway_')
  })
})
