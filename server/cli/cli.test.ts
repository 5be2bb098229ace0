import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import { IS_POSTGRES } from '../storage/testing/engine.ts'
import { registerApp } from '../testing/app.ts'
import { eventsOf } from '../testing/audit.ts'
import { commandLine } from '../testing/command-line.ts'
import { newPlace, placeAt } from '../testing/data-place.ts'
import { runningDomain } from '../testing/running.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'slipway-cli-'))
const ours = await newPlace(path.join(directory, 'data'))
const shared = await newPlace(path.join(directory, 'shared'))
const QUIET = { LOG_LEVEL: 'silent', SLIPWAY_NO_ENV_FILE: '1' }
const ENV = { ...QUIET, ...ours.place }

const slipway = commandLine(directory, ENV)

const file = (name: string, text: string): string => {
  writeFileSync(path.join(directory, name), text)
  return name
}

beforeAll(async () => {
  await slipway(['init'])
})

afterAll(async () => {
  await Promise.all([ours.remove(), shared.remove()])
  rmSync(directory, { recursive: true })
})

interface LaunchOutput {
  readonly ok: boolean
  readonly trace: string
  readonly refused_by: string | null
  readonly steps: readonly { readonly step: string; readonly ok: boolean }[]
  readonly checks: readonly { readonly step: string; readonly check: string; readonly outcome: string }[]
}

describe('./bin/slipway', () => {
  it('exits 2 for a command line it does not understand, and names the help', async () => {
    for (const args of [
      ['nonsense'],
      ['app', 'add'],
      ['app', 'add', '--name', 'x', '--kind', 'thing'],
      ['launch', '--app', 'x', '--as', 'nobody', '--task', 'Task/1'],
    ]) {
      const { code, stdout, stderr } = await slipway(args)
      expect([code, stdout], args.join(' ')).toEqual([2, ''])
      expect(stderr, args.join(' ')).toMatch(/^error: .*\n(\(Did you mean .*\n)?See: slipway( [a-z]+)* --help\n$/)
    }
    expect((await slipway(['--help'])).code).toBe(0)
  })

  it('says what is wrong with the settings, without a stack', async () => {
    const { code, stderr } = await slipway(['app', 'list'], { env: { ...ENV, PUBLIC_URL: 'http://example.org' } })
    expect([code, stderr]).toEqual([
      1,
      'The settings cannot be used:\n  - PUBLIC_URL: must be https outside of this machine (http://example.org)\n',
    ])
  })

  it('lets an account see the traces of an app (app developer), and takes that back with --remove', async () => {
    const set = (...args: string[]) => slipway(['app', 'developer', 'demo-app', ...args, '--json'])
    expect(JSON.parse((await set('Bram@demo.test')).stdout)).toEqual({
      client_id: 'demo-app',
      developers: ['bram@demo.test'],
    })
    expect(await set('nobody@demo.test')).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse((await set('bram@demo.test', '--remove')).stdout)).toMatchObject({ developers: [] })
  })

  it('keeps database and keys to the owner', async () => {
    expect(statSync(path.join(ENV.DATA_DIR, 'slipway.db')).mode & 0o777).toBe(0o600)
    const { stdout } = await slipway(['keys', 'list', '--json'])
    const keys = JSON.parse(stdout) as readonly { kid: string; owner: string; status: string }[]
    expect(keys.map(({ status }) => status)).toEqual(keys.map(() => 'active'))
    for (const { kid } of keys) expect(statSync(path.join(ENV.DATA_DIR, 'keys', `${kid}.jwk`)).mode & 0o777).toBe(0o600)
    expect(stdout).not.toMatch(/"d":/)
  })
})

describe('app', () => {
  it('add registers an app with keys from a file and makes its Device', async () => {
    const { publicKey } = await generateKeyPair('ES384')
    const jwks = file('jwks.json', JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] }))
    const added = await slipway([
      'app',
      'add',
      '--name',
      'My app',
      '--kind',
      'module',
      '--client-id',
      'my-app',
      '--jwks',
      jwks,
      '--redirect-uri',
      'http://localhost:8080/cb',
      '--role',
      'reader',
      '--json',
    ])
    expect([added.code, JSON.parse(added.stdout)]).toEqual([0, { client_id: 'my-app', device: 'Device/my-app' }])
    const apps = JSON.parse((await slipway(['app', 'list', '--json'])).stdout) as readonly Record<string, unknown>[]
    expect(apps.find((app) => app['client_id'] === 'my-app')).toMatchObject({
      status: 'approved',
      kids: ['k1'],
      role: 'reader',
    })
    expect(
      (await slipway(['app', 'add', '--name', 'Again', '--kind', 'module', '--client-id', 'my-app', '--jwks', jwks]))
        .stderr,
    ).toContain('already')
  })

  it('add takes a PEM and generates a client_id', async () => {
    const { publicKey } = await generateKeyPair('RS256', { extractable: true })
    const pem = file('key.pem', await exportSPKI(publicKey))
    const { code, stdout } = await slipway([
      'app',
      'add',
      '--name',
      'P',
      '--kind',
      'platform',
      '--pem',
      pem,
      '--any-task',
      ...['--webhook-origin', 'https://hooks.example'],
      '--json',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).client_id).toMatch(/^[0-9a-f-]{36}$/)
    const listed = await slipway(['app', 'list', '--json'])
    expect(JSON.parse(listed.stdout)).toContainEqual(
      expect.objectContaining({ name: 'P', webhook_origins: ['https://hooks.example'] }),
    )
  })

  it('AST-23 add refuses a private key, a weak key and no key, AUZ-12 and a redirect_uri with a fragment', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const secret = file('private.json', JSON.stringify({ keys: [await exportJWK(privateKey)] }))
    const add = (...more: readonly string[]) => slipway(['app', 'add', '--name', 'Bad', '--kind', 'module', ...more])
    for (const more of [
      ['--jwks', secret],
      [],
      ['--jwks', 'missing.json'],
      ['--jwks-url', 'https://a.example/jwks', '--redirect-uri', 'https://a.example/#f'],
    ]) {
      const { code, stdout, stderr } = await add(...more)
      // What is given wrongly is usage; a file that is not there is no fault of the line.
      expect([code, stdout], more.join(' ')).toEqual([more.includes('missing.json') ? 1 : 2, ''])
      expect(stderr).not.toMatch(/at .*\.(ts|mjs)/)
    }
  })

  it('disable and enable change the status, and fail for an unknown app', async () => {
    expect((await slipway(['app', 'disable', 'demo-app', '--json'])).stdout).toContain('"disabled"')
    expect((await slipway(['app', 'enable', 'demo-app', '--json'])).stdout).toContain('"approved"')
    expect((await slipway(['app', 'disable', 'nobody'])).code).toBe(1)
  })
})

describe('role and user', () => {
  it('role assign gives an app another role, and fails for an unknown app or role', async () => {
    const give = (...args: readonly string[]) => slipway(['role', 'assign', ...args, '--json'])
    const { code, stdout } = await give('reader', 'demo-app')
    expect([code, JSON.parse(stdout)]).toEqual([0, { client_id: 'demo-app', role: 'reader' }])
    const listed = JSON.parse((await slipway(['app', 'list', '--json'])).stdout) as readonly Record<string, unknown>[]
    expect(listed.find(({ client_id }) => client_id === 'demo-app')).toMatchObject({
      role: 'reader',
      status: 'approved',
    })
    expect(await give('reader', 'nobody')).toMatchObject({ code: 1, stderr: expect.stringContaining('no app') })
    expect(await give('nonsense', 'demo-app')).toMatchObject({ code: 1, stderr: expect.stringContaining('role add') })
  })

  it('role add reads TYPE:OPS:SCOPE and refuses anything else', async () => {
    const { stdout } = await slipway([
      'role',
      'add',
      '--name',
      'tasks',
      '--permission',
      'Task:rs:own',
      '--permission',
      'Patient:r:granted=a,b',
      '--json',
    ])
    expect(JSON.parse(stdout).permissions).toEqual([
      { resourceType: 'Task', operations: 'rs', scope: 'own', grantedBy: [] },
      { resourceType: 'Patient', operations: 'r', scope: 'granted', grantedBy: ['a', 'b'] },
    ])
    for (const permission of ['Task', 'Task:sr:all', 'Tusk:r:all', 'Task:r:granted', 'Task:r:all=x'])
      expect((await slipway(['role', 'add', '--name', 'bad', '--permission', permission])).code, permission).toBe(2)
  })

  it('user add makes an account, and refuses a user name that is taken or no e-mail address', async () => {
    const { code } = await slipway([
      'user',
      'add',
      '--email',
      'Nieuw@Example.org',
      '--password',
      'a long password',
      '--person',
      'Patient/marijke-jansen',
    ])
    expect(code).toBe(0)
    const again = await slipway(['user', 'add', '--email', 'nieuw@example.org', '--password', 'a long password'])
    expect([again.code, again.stderr]).toEqual([1, 'An account nieuw@example.org already exists.\n'])
    expect((await slipway(['user', 'add', '--email', 'x@y.nl', '--password', 'short'])).code).toBe(2)
    const long = 'x'.repeat(201) // The log-in takes none.
    expect((await slipway(['user', 'add', '--email', 'x@y.nl', '--password', long])).code).toBe(2)
    for (const guessable of ['Wachtwoord', 'nieuw@example.org'])
      expect(await slipway(['user', 'add', '--email', 'nieuw@example.org', '--password', guessable])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('guessed first'),
      })
    expect(await slipway(['user', 'add', '--email', 'nieuw', '--password', 'a long password'])).toMatchObject({
      ...{ code: 2, stderr: '--email: Enter an e-mail address, such as name@example.org.\n' },
    })
  })

  it('user person gives a person the user name of an account, and changes nothing the second time', async () => {
    const identify = (...args: string[]) => slipway(['user', 'person', ...args, '--json'])
    await slipway(['user', 'add', '--email', 'again@example.org', '--password', 'a long password'])
    const done = { username: 'again@example.org', person: 'Practitioner/daan-visser' }
    for (const changed of [true, false]) {
      const { code, stdout } = await identify('Again@example.org', done.person)
      expect([code, JSON.parse(stdout)]).toEqual([0, { ...done, changed }])
    }
    for (const [email, person, said, code] of [
      ['nobody@example.org', done.person, 'no account', 1],
      [done.username, 'Patient/nobody', 'There is no Patient/nobody', 1],
      [done.username, 'Task/sleep-diary-week-1', 'is no person', 2],
    ] as const)
      expect(await identify(email, person), person).toMatchObject({ code, stderr: expect.stringContaining(said) })
  })

  it('user add refuses a subject without another identity provider, or one that another account has', async () => {
    const add = (at = slipway) => at(['user', 'add', '--email', 'sub@example.org', '--subject', 'sub-1', '--json'])
    const found = async (at = slipway) => JSON.parse((await at(['user', 'list', '--search', 'sub@', '--json'])).stdout)
    expect([await add(), await found()]).toMatchObject([{ code: 2, stderr: expect.stringContaining('IDP_ISSUER') }, []])
    const provider = { SHARED_IDP_ISSUER: 'https://login.example', SHARED_IDP_CLIENT_ID: 'slipway' }
    const there = commandLine(directory, { ...QUIET, ...shared.place, ...provider })
    await there(['init'])
    const link = (...more: string[]) => there(['user', 'link', 'bram@demo.test', '--subject', 'sub-1', ...more])
    expect(await link()).toMatchObject({ code: 0 })
    const taken = { code: 1, stderr: expect.stringContaining('another account') }
    expect([await add(there), await found(there)]).toMatchObject([taken, []])
    await link('--remove')
    expect(await add(there)).toMatchObject({ code: 0 })
    const named = await there(['user', 'add', '--email', 'jdoe', '--subject', 'sub-2']) // As it is called there.
    expect(named).toMatchObject({ code: 0 })
  })

  it('user link links an account with issuer and subject at another provider, and --remove ends that', async () => {
    const issuer = 'https://login.example'
    const link = (...more: string[]) =>
      slipway(['user', 'link', 'BRAM@demo.test', '--subject', 'sub-1', '--json', ...more])
    expect(await link()).toMatchObject({ code: 2, stderr: expect.stringContaining('--issuer') })
    expect(JSON.parse((await link('--issuer', issuer)).stdout)).toEqual({
      ...{ username: 'bram@demo.test', issuer, subject: 'sub-1', linked: true },
    })
    const taken = await slipway(['user', 'link', 'marijke@demo.test', '--subject', 'sub-1', '--issuer', issuer])
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('another account') })
    const nobody = await slipway(['user', 'link', 'nobody@demo.test', '--subject', 'sub-2', '--issuer', issuer])
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('user add') })
    expect(JSON.parse((await link('--issuer', `${issuer}/`, '--remove')).stdout)).toMatchObject({ linked: false })
    expect((await link('--issuer', issuer, '--remove')).code).toBe(1)
    expect((await slipway(['user', 'add', '--email', 'nopassword@demo.test'])).code).toBe(2)
  })

  it('user add takes the password from the environment, where no list of processes shows it', async () => {
    const add = (email: string, password: string, ...more: string[]) =>
      slipway(['user', 'add', '--email', email, ...more], { env: { ...ENV, SLIPWAY_PASSWORD: password } })
    expect(await add('stil@example.org', 'short')).toMatchObject({ code: 2, stderr: expect.stringContaining('8 to') })
    expect(await add('stil@example.org', 'a long password')).toMatchObject({ code: 0, stderr: '' })
    const signIn = await add('elders@example.org', 'short', '--subject', 'sub-9')
    expect(signIn.stderr, 'who signs in elsewhere has none here').not.toContain('password')
  })

  it('user list finds accounts, and user delete deletes one, but not the last administrator', async () => {
    const added = await slipway(['user', 'add', '--email', 'kort@example.org', '--password', 'a long password'])
    expect(added.code).toBe(0)
    const listed = await slipway(['user', 'list', '--search', 'KORT', '--json'])
    expect(JSON.parse(listed.stdout)).toMatchObject([{ username: 'kort@example.org', role: 'patient' }])
    expect(listed.stdout).not.toContain('argon2')
    expect((await slipway(['user', 'delete', ' Kort@example.org'])).code).toBe(0)
    expect((await slipway(['user', 'list', '--search', 'kort', '--json'])).stdout).toBe('[]\n')
    const gone = await slipway(['user', 'delete', 'kort@example.org'])
    expect([gone.code, gone.stderr]).toEqual([1, 'There is no account kort@example.org.\n'])
    const last = await slipway(['user', 'delete', 'beheer@demo.test'])
    expect([last.code, last.stderr]).toEqual([1, expect.stringContaining('last administrator')])
  })

  it('says the words of the console and local times with their zone to people, and its own words in JSON', async () => {
    const table = (await slipway(['user', 'list'])).stdout
    expect(table).toMatch(/beheer@demo\.test .* administrator$/m)
    expect(table).toMatch(/els@demo\.test .* related person$/m)
    const apps = (await slipway(['app', 'list'])).stdout
    expect(apps).toMatch(/^demo-app .* app +approved/m)
    expect(apps).toMatch(/^demo-portal .* portal +approved/m)
    const show = ['user', 'show', 'beheer@demo.test']
    const { stdout } = await slipway(show)
    expect(stdout).toMatch(/^created +\d\d \w{3,4} \d{4}, \d\d:\d\d:\d\d [A-Z]/m)
    expect(stdout).not.toMatch(/\dT\d\d:/)
    expect((await slipway([...show, '--json'])).stdout).toMatch(/\dT\d\d:\d\d:\d\d\.\d{3}Z/)
  })

  it('user lock, unlock, sign-out, password-link and show do what the page of a user does', async () => {
    const email = 'sloot@example.org'
    await slipway(['user', 'add', '--email', email, '--password', 'a long password'])
    const shown = async () => JSON.parse((await slipway(['user', 'show', email, '--json'])).stdout)
    expect(await shown()).toMatchObject({ username: email, locked: null, last_login: null, sessions: [] })
    const link = JSON.parse((await slipway(['user', 'password-link', email, '--json'])).stdout)
    expect(link).toMatchObject({ username: email, url: expect.stringMatching(/\/account\/password#[\w-]{43}$/) })
    expect(await shown()).toMatchObject({ password_link_until: link.until })
    expect((await slipway(['user', 'lock', email])).stdout).toContain('is locked')
    expect(await shown()).toMatchObject({ locked: expect.any(String), password_link_until: null })
    const refused = await slipway(['user', 'password-link', email])
    expect([refused.code, refused.stderr]).toEqual([1, `${email} is locked. Unlock it first.\n`])
    expect((await slipway(['user', 'unlock', email])).code).toBe(0)
    expect(await shown()).toMatchObject({ locked: null })
    expect((await slipway(['user', 'sign-out', email])).stdout).toContain('sessions ended: 0')
    expect((await slipway(['user', 'sign-out', email, '--session', 'x'])).code).toBe(1)
    expect((await slipway(['user', 'lock', 'nobody@example.org'])).stderr).toBe(
      'There is no account nobody@example.org.\n',
    )
    expect((await slipway(['user', 'lock', 'beheer@demo.test'])).stderr).toContain('last administrator')
  })

  it('user show names a session by the beginning of its id, which user sign-out takes while it means one', async () => {
    const { domain } = await runningDomain()
    const { accounts, sessions } = domain.storage.idp
    const accountId = (await accounts.findByUsername('bram@demo.test'))?.id ?? ''
    const now = Date.now()
    for (const sid of ['first-of-them-all', 'first-of-the-others', 'second-of-them'])
      await sessions.create(sid, { accountId, authTime: now, expiresAt: now + HOUR, sid }, now)
    const bram = (...args: readonly string[]) =>
      slipway(['user', ...args], { env: { ...ENV, ...placeAt(domain.config.dataDir) } })
    const { stdout } = await bram('show', 'bram@demo.test')
    expect([stdout.includes('second-o '), stdout.includes('second-of')]).toEqual([true, false])
    const both = await bram('sign-out', 'bram@demo.test', '--session', 'first-of')
    expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('give more of its id')])
    expect((await bram('sign-out', 'bram@demo.test', '--session', 'second-o')).stdout).toContain('sessions ended: 1')
    const left = (await domain.peers.idp.accounts.sessions(accountId)).map(({ sid }) => sid)
    expect(left.toSorted()).toEqual(['first-of-the-others', 'first-of-them-all'])
  })

  it('role list shows roles with a line for each permission, and role delete deletes one that no app has', async () => {
    await slipway([
      'role',
      'add',
      '--name',
      'brief',
      '--permission',
      'Patient:r:granted=a,b',
      '--permission',
      'Task:r:all',
    ])
    expect((await slipway(['role', 'list'])).stdout).toMatch(
      /^brief +system\/Patient\.r:granted=a,b\n +system\/Task\.r$/m,
    )
    expect((await slipway(['role', 'delete', 'brief'])).code).toBe(0)
    expect((await slipway(['role', 'delete', 'brief'])).code).toBe(1)
    const used = await slipway(['role', 'delete', 'demo-portal'])
    expect([used.code, used.stderr]).toEqual([1, expect.stringContaining('Apps have the role demo-portal')])
  })
})

describe('delete and reset', () => {
  it('delete deletes a resource, and fails when it is already deleted', async () => {
    expect((await slipway(['delete', 'Task/sleep-diary-week-1'])).code).toBe(0)
    expect((await slipway(['delete', 'Task/sleep-diary-week-1'])).code).toBe(1)
    expect((await slipway(['delete', 'nonsense'])).code).toBe(2)
  })

  it('reset deletes nothing without --yes, and with it only the files of the domain', async () => {
    const env = { ...ENV, DATA_DIR: path.join(directory, 'other') }
    await slipway(['init'], { env })
    writeFileSync(path.join(env.DATA_DIR, 'mine.txt'), 'mine')
    expect((await slipway(['reset'], { env })).code).toBe(2)
    expect((await slipway(['reset', '--yes'], { env })).code).toBe(0)
    expect(readFileSync(path.join(env.DATA_DIR, 'mine.txt'), 'utf8')).toBe('mine')
    expect(() => statSync(path.join(env.DATA_DIR, 'slipway.db'))).toThrow()
  })
})

describe('launch', () => {
  const LAUNCH = [
    'launch',
    '--app',
    'demo-app',
    '--task',
    'Task/sleep-diary-week-1',
    '--as',
    'Patient/marijke-jansen',
    '--json',
  ]

  it('runs a whole launch against the running server and prints each step and check', async () => {
    const { domain, url } = await runningDomain()
    const env = { ...ENV, ...placeAt(domain.config.dataDir), PORT: String(domain.config.port), PUBLIC_URL: url }
    const { code, stdout, stderr } = await slipway(LAUNCH, { env })
    expect([code, stderr]).toEqual([0, ''])
    const { ok, steps, checks, trace } = JSON.parse(stdout) as LaunchOutput
    expect([ok, steps.every((step) => step.ok)]).toEqual([true, true])
    expect(steps.map(({ step }) => step)).toEqual(
      expect.arrayContaining([
        'app receives the launch',
        'authorize',
        'person signs in',
        'user is checked',
        'app receives the code',
        'app has a session',
      ]),
    )
    expect(stdout + stderr).not.toMatch(/eyJ|code=|launch=/)
    expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(checks).toContainEqual({ step: 'token.authorization_code', check: 'token.pkce', outcome: 'passed' })
    const told = await slipway([...LAUNCH.filter((argument) => argument !== '--json'), '--verbose'], { env })
    for (const check of ['launch.signature', 'authorize.pkce', 'user.match', 'token.pkce', 'app.id_token'])
      expect(told.stdout, check).toMatch(new RegExp(`  ok    ${check}$`, 'm'))
    expect(told.stderr).toBe('')
    const shown = await slipway(['trace', 'show', trace], { env })
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining(`${trace}  opened`)])
    expect(shown.stdout, 'in a sentence').toMatch(/^Patient\/marijke-jansen opened Task\//m)
    expect((await slipway(['user', 'show', 'marijke@demo.test'], { env })).stdout).toMatch(/^no session$/m)
    const listed = await slipway(['trace', 'list', '--outcome', 'opened', '--json'], { env })
    expect(JSON.parse(listed.stdout)).toContainEqual(
      expect.objectContaining({ id: trace, app: 'demo-app', user: 'Patient/marijke-jansen' }),
    )
    expect(await slipway(['trace', 'show', 'l-none'], { env })).toMatchObject({ code: 1, stdout: '' })
  })

  it('fails when the wrong person logs in, and names the check', async () => {
    const { domain, url } = await runningDomain()
    const env = { ...ENV, ...placeAt(domain.config.dataDir), PORT: String(domain.config.port), PUBLIC_URL: url }
    const { code, stdout, stderr } = await slipway([...LAUNCH, '--user', 'bram@demo.test', '--password', 'demo'], {
      env,
    })
    const told = JSON.parse(stdout) as LaunchOutput
    expect([code, told.ok, told.refused_by]).toEqual([1, false, 'user.match'])
    expect(told.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([
      { step: 'callback', check: 'user.match', outcome: 'failed' },
      { step: 'app.callback', check: 'app.answer', outcome: 'failed' },
    ])
    expect(told.checks).toContainEqual({ step: 'app.callback', check: 'app.token', outcome: 'not_reached' })
    expect(stderr).toContain('The launch failed. user.match: the person who signed in')
    const text = LAUNCH.filter((argument) => argument !== '--json')
    const said = await slipway([...text, '--user', 'bram@demo.test', '--password', 'demo'], { env })
    expect([said.code, said.stderr]).toEqual([1, ''])
    expect(said.stdout).toMatch(
      /^The launch failed\. user\.match: the person who signed in[^\n]*\n\s+expected[^\n]* sub: Patient\/marijke-jansen\n\s+received {2}username: [^\n]*\n\s+fix {7}Sign in as/m,
    )
    // The answer of the protocol once, by the step.
    expect(said.stdout.match(/access_denied: user\.match/g)).toHaveLength(1)
  })

  it('prints each check with --verbose, and the trace of a forged launch, separate from that of the good one', async () => {
    const { domain, url } = await runningDomain()
    const env = { ...ENV, ...placeAt(domain.config.dataDir), PORT: String(domain.config.port), PUBLIC_URL: url }
    const text = LAUNCH.filter((argument) => argument !== '--json')
    const { code, stdout } = await slipway([...text, '--fail', 'tampered-signature', '--expect', '--verbose'], { env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}FAIL {2}launch\.signature: /m)
    const [, id = ''] =
      /launch\.signature refused, as expected\.\nthe key with the kid \S+ did not make this signature\.\nerror {2}\S+\/docs\/errors\/launch\.signature\ntrace {2}\S+\/traces\/(\S+)\n$/.exec(
        stdout,
      ) ?? []
    const shown = await slipway(['trace', 'show', id, '--json'], { env })
    expect(JSON.parse(shown.stdout)).toMatchObject({ id, verified: false, failed: 'launch.signature' })
  })
})

/** The database refuses to change a recorded event, unless somebody takes that away. */
const LET_CHANGE = IS_POSTGRES
  ? 'ALTER TABLE resource_body DISABLE TRIGGER USER'
  : 'DROP TRIGGER audit_text_is_not_changed'

describe('audit', () => {
  /** A running server with a token in its log, and the command line beside it. */
  async function recorded() {
    const running = await runningDomain()
    const { domain, bearer, url } = running
    const app = await registerApp(domain)
    await bearer(app)
    await bearer(app)
    const env = { ...ENV, ...placeAt(domain.config.dataDir), PORT: String(domain.config.port), PUBLIC_URL: url }
    const run = (...args: readonly string[]) => slipway(args, { env })
    return { ...running, run, app, events: () => eventsOf(domain) }
  }

  it('IDP-21 verify exits 0 while a server runs, and prints the head that --head takes', async () => {
    const { run, bearer, app } = await recorded()
    const first = await run('audit', 'verify', '--json')
    expect([first.code, JSON.parse(first.stdout)]).toEqual([
      0,
      { holds: true, events: 2, head: expect.stringMatching(/^2:/), problems: [] },
    ])
    await bearer(app)
    const { head } = JSON.parse(first.stdout) as { readonly head: string }
    const later = await run('audit', 'verify', '--head', head)
    expect([later.code, later.stdout]).toEqual([
      0,
      expect.stringMatching(/^The audit log holds: 3 events\.\nhead {2}3:[\w-]{43}\n$/),
    ])
    expect((await run('audit', 'verify', '--head', '2:another')).code).toBe(1)
  })

  it('IDP-21 records an app by its Device with its keys, and a developer who may see its traces', async () => {
    const { run, events } = await recorded()
    const { publicKey } = await generateKeyPair('ES384')
    file('keys.json', JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'first' }] }))
    const add = (...more: readonly string[]) => run('app', 'add', '--name', 'demo-app', '--kind', 'module', ...more)
    const added = JSON.parse((await add('--jwks', 'keys.json', '--json')).stdout) as { readonly device: string }
    await add()
    await run('app', 'developer', 'demo-app', 'bram@demo.test')
    await run('app', 'developer', 'demo-app', 'bram@demo.test', '--remove')
    const [made, refused, given, taken] = (await events()).slice(2).map(({ entity = [] }) => entity[0])
    const detail = (type: string, value: unknown) => ({ type, valueString: value })
    expect(made?.what).toMatchObject({ reference: added.device })
    expect(made?.detail).toContainEqual(detail('keys after', expect.stringMatching(/^first /)))
    expect(refused?.what).toEqual({ identifier: { value: 'without a client_id' } })
    expect(given?.detail).toContainEqual(detail('developer after', 'bram@demo.test'))
    expect(taken?.detail).toContainEqual(detail('developer before', 'bram@demo.test'))
  })

  it('IDP-21 records a backup', async () => {
    const { run, events } = await recorded()
    expect((await run('backup', 'copied')).code).toBe(0)
    expect((await events()).at(-1)?.entity).toMatchObject([
      { name: 'backup', what: { identifier: { value: 'copied' } } },
    ])
  })

  it('IDP-21 records a key rotation with the owners of the keys, every owner when none is named', async () => {
    const { run, events } = await recorded()
    const before = (await events()).length
    await run('keys', 'rotate', '--now')
    await run('keys', 'rotate', '--owner', 'portal')
    expect((await events()).slice(before).map(({ entity = [] }) => entity[0]?.what)).toEqual([
      { identifier: { value: 'oauth, access_token, idp, idp_launch, portal, launch, energy, console' } },
      { identifier: { value: 'portal' } },
    ])
  })

  it('IDP-21 records who looked at a trace with trace show', async () => {
    const { run, fetch, events, domain } = await recorded()
    await fetch('/oauth2/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) })
    await domain.traces.flush()
    const [trace] = JSON.parse((await run('trace', 'list', '--json')).stdout) as readonly { readonly id: string }[]
    const before = (await events()).length
    expect((await run('trace', 'show', trace?.id ?? '')).code).toBe(0)
    expect((await events()).slice(before)).toMatchObject([
      { action: 'R', agent: [{ name: 'operator at the command line' }], entity: [{ name: 'trace' }] },
    ])
  })

  it('IDP-21 verify exits 1 and names the event that was changed', async () => {
    const { run, domain, events } = await recorded()
    await domain.sql.rows(`${LET_CHANGE};
      UPDATE resource_body SET body = replace(body, 'issued', 'refused')
      WHERE seq = (SELECT seq FROM resource_version WHERE id = '${(await events())[1]?.id}')`)
    const { code, stdout, stderr } = await run('audit', 'verify', '--json')
    const event = `AuditEvent/${(await events())[1]?.id}`
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      { holds: false, events: 2, head: expect.any(String), problems: [{ kind: 'changed', position: 2, event }] },
    ])
    expect(stderr).toContain(`Event 2, ${event}, is not what was recorded, or is hidden by a later version.`)
    expect(stderr).toContain('The audit log of 2 events does not hold.')
  })
})
