// Backups of a running domain, and their restoration.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { TOKEN_SCOPES } from '#lib/api/token-words.ts'
import type { TokenKind, TokenVerdict } from '#lib/api/tools.ts'
import { HOUR } from '#lib/clock.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { readConfig } from '../config/config.ts'
import { DEMO_ADMIN } from '../demo/people.ts'
import { clientAssertion, launchToken, registerApp, type TestApp } from '../testing/app.ts'
import { eventsOf, nameOf } from '../testing/audit.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { openFileDomain } from '../testing/file-domain.ts'
import {
  assertion,
  authorizeQuery,
  bearer,
  browserOf,
  codeOf,
  exchange,
  introspect,
} from '../testing/launch-over-http.ts'
import { demoLaunch } from '../testing/launches.ts'
import { checkBackup } from './check.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

const SITE = { publicUrl: 'http://localhost:3000' }
const mode = (file: string) => statSync(file).mode & 0o777

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function backedUp({ domain }: TestDomain, now: number) {
  const folder = path.join(emptyFolder(), 'backup')
  return { folder, manifest: await takeBackup(domain.config, folder, () => now) }
}

const configOf = (directory: string) =>
  readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', LOG_FORMAT: 'json', RATE_LIMIT: 'off' })

const restored = (directory: string, folder: string, now: number, replace = false) =>
  restoreBackup({ config: configOf(directory), clock: () => now, random: systemRandom, replace }, folder)

/** A domain opened on a restored folder, its clock some milliseconds after the restore. */
const reopened = async (directory: string, now: number) => testDomain({}, {}, { directory, now })

const bearerStatus = async ({ fetch }: TestDomain, client_assertion: string) =>
  (await bearer(SITE.publicUrl, client_assertion, { fetch })).status

/** With `iat`, or without it. */
const assertionOf = (app: TestApp, now: number, iat = true) =>
  iat ? assertion(SITE, app, now) : clientAssertion(app, `${SITE.publicUrl}/oauth2/token`, now)

const redeem = ({ fetch, now }: TestDomain, app: TestApp, code: string) =>
  exchange(SITE, app, SITE.publicUrl, code, { fetch, now: now() })

const freshCode = async ({ domain, fetch }: TestDomain, app: TestApp) =>
  codeOf(SITE, app, await launchToken(domain, app), browserOf(app, fetch))

async function isActive({ fetch, now }: TestDomain, app: TestApp, token: string): Promise<boolean> {
  const answer = await introspect(SITE, app, SITE.publicUrl, token, { fetch, now: now() })
  return ((await answer.json()) as { readonly active: boolean }).active
}

const launchError = async ({ fetch }: TestDomain, app: TestApp, launch: string) => {
  const answer = await fetch(`/oauth2/authorize?${authorizeQuery(SITE, app, launch)}`)
  const to = new URL(answer.headers.get('location') ?? 'none:')
  return to.searchParams.get('error_description') ?? to.pathname
}

/** What a person can end: a session of the portal, one of the demo app, a token of an administrator, a shared trace. Tells which of them hold. */
async function endable({ domain, now }: TestDomain) {
  const { portalSessions, appSessions, apiTokens, traces, traceShares } = domain.storage
  const [at, expiresAt] = [now(), now() + HOUR]
  const session = await portalSessions.begin('account')
  await appSessions.create({ idHash: 'session', person: 'Patient/1', data: '{}', expiresAt }, at)
  const token = { id: 'token', name: 'ci', secret: 'secret', scopes: TOKEN_SCOPES, createdAt: at, expiresAt }
  expect(await apiTokens.add({ ...token, username: DEMO_ADMIN.username })).toBe('done')
  const facts = {
    traceId: 'jti',
    verified: true,
    platform: 'portal',
    clientId: 'app',
    subject: undefined,
    task: undefined,
  }
  const request = { key: 'l-1', facts, waits: false, links: [], at, outcome: 'under_way' as const, failed: undefined }
  await traces.write([{ ...request, data: '{}' }])
  const share = { id: 'share', tokenHash: 'hash', traceId: 'l-1', by: 'account', createdAt: at, expiresAt }
  expect(await traceShares.add(share, 1)).toBe(true)
  return async ({ domain: { storage } }: TestDomain) => [
    (await storage.portalSessions.find(session)) !== undefined,
    (await storage.appSessions.find('session', at)) !== undefined,
    (await storage.apiTokens.find('secret', at)) !== undefined,
    (await storage.traceShares.traceOf('hash', at)) !== undefined,
  ]
}

describe('a backup', () => {
  it('KEY-07 of an open domain is complete and verifies, readable by its owner only', async () => {
    const here = await testDomain()
    await demoLaunch(here)
    await here.domain.audit.flush()
    const { folder, manifest } = await backedUp(here, here.now())
    expect(await checkBackup(folder)).toMatchObject({ problems: [], auditVerified: true })
    expect(manifest.auditHead).toBe((await here.domain.audit.verify()).head)
    expect([mode(folder), mode(path.join(folder, 'keys'))]).toEqual([0o700, 0o700])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => one !== 'keys'))
      expect(mode(path.join(folder, name)), name).toBe(0o600)
    const active = (await here.domain.keys.list()).filter(({ status }) => status === 'active')
    expect(manifest.files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['slipway.db', 'keys/audit.secret', ...active.map(({ kid }) => `keys/${kid}.jwk`)]),
    )
  })

  it('is refused to a folder that is not empty, and without a domain', async () => {
    const here = await testDomain()
    const { folder } = await backedUp(here, here.now())
    await expect(takeBackup(here.domain.config, folder, Date.now)).rejects.toThrow('is there already, and not empty')
    const nowhere = { dataDir: '/nowhere', databaseFile: '/nowhere/slipway.db' }
    const never = path.join(emptyFolder(), 'never')
    await expect(takeBackup(nowhere, never, Date.now)).rejects.toThrow('is not there: set DATA_DIR')
    expect(existsSync(never)).toBe(false)
  })

  it('does not verify when a byte changed, a file is missing, or it was interrupted', async () => {
    const here = await testDomain()
    await demoLaunch(here)
    const { folder } = await backedUp(here, here.now())
    const broken = (change: (copy: string) => void) => {
      const copy = path.join(emptyFolder(), 'copy')
      cpSync(folder, copy, { recursive: true })
      change(copy)
      return copy
    }
    const problemsOf = async (copy: string) => (await checkBackup(copy)).problems
    const longer = broken((copy) => appendFileSync(path.join(copy, 'keys/audit.secret'), 'x'))
    expect(await problemsOf(longer)).toEqual([expect.stringContaining('keys/audit.secret was changed')])
    const shorter = broken((copy) => truncateSync(path.join(copy, 'slipway.db'), 8192))
    expect(await problemsOf(shorter)).toEqual([expect.stringMatching(/^slipway.db was changed or cut off \(8192 of/)])
    const gone = broken((copy) => rmSync(path.join(copy, 'keys/audit.secret')))
    expect(await problemsOf(gone)).toEqual(['keys/audit.secret is missing'])
    const cutOff = broken((copy) => rmSync(path.join(copy, 'manifest.json')))
    await expect(checkBackup(cutOff)).rejects.toThrow('is no backup: it has no manifest.json')
    const newer = broken((copy) => {
      const manifest = {
        format: 'slipway-backup-1',
        version: '9.0.0',
        createdAt: new Date().toISOString(),
        migrations: ['20990101000000_future'],
        auditHead: null,
        files: [],
      }
      writeFileSync(path.join(copy, 'manifest.json'), JSON.stringify(manifest))
    })
    expect(await problemsOf(newer)).toContain(
      'It was made by a newer version of Slipway (9.0.0): restore it with that one',
    )
    for (const copy of [longer, shorter, gone, newer])
      await expect(restored(path.join(emptyFolder(), 'data'), copy, Date.now())).rejects.toThrow('cannot be restored')
  })
})

/** What the tool for tokens says of one that it would refuse. */
async function judged(here: TestDomain, kind: TokenKind, token: string): Promise<string | null | undefined> {
  const answer = await here.fetch('/tools/api/judge', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, token }),
  })
  const { checks } = (await answer.json()) as TokenVerdict
  return checks.find(({ outcome }) => outcome === 'fail')?.expected
}

describe('a restore', () => {
  it('restores data and keys, and records itself in an audit log that verifies', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    await demoLaunch(here)
    const { folder, manifest } = await backedUp(here, here.now())
    const directory = path.join(emptyFolder(), 'data')
    expect(await restored(directory, folder, here.now())).toMatchObject({ aside: [] })
    const back = await reopened(directory, here.now() + 31_000)
    expect(await back.domain.keys.list()).toEqual(await here.domain.keys.list())
    expect(await back.domain.resources.readCurrent('Patient', 'marijke-jansen')).toEqual(
      await here.domain.resources.readCurrent('Patient', 'marijke-jansen'),
    )
    const report = await back.domain.audit.verify(manifest.auditHead ?? undefined)
    expect(report.problems).toEqual([])
    expect((await eventsOf(back.domain)).map(nameOf).at(-1)).toBe('restoration')
    expect(await bearerStatus(back, await assertionOf(app, back.now()))).toBe(200)
    expect((await demoLaunch(back)).session.status).toBe('open')
  })

  it('IDP-21 restores a pruned audit log with the place where it begins', async () => {
    const here = await testDomain()
    await demoLaunch(here)
    await here.domain.audit.flush()
    const retention = here.domain.audit.retention('./bin/slipway')
    const asked = { request: new Request(SITE.publicUrl), person: { operator: 'root' } }
    const file = path.join(emptyFolder(), 'audit.ndjson')
    const { last } = await retention.archive(file, Number.POSITIVE_INFINITY, asked)
    await retention.prune(file, asked)
    const { folder, manifest } = await backedUp(here, here.now())
    expect((await checkBackup(folder)).problems).toEqual([])
    const directory = path.join(emptyFolder(), 'data')
    await restored(directory, folder, here.now())
    const back = await reopened(directory, here.now() + 31_000)
    const report = await back.domain.audit.retention('./bin/slipway').verify([file], manifest.auditHead ?? undefined)
    expect(report).toMatchObject({ first: last + 1, archivedUpTo: last, problems: [] })
  })

  it('ACG-15 LTK-07 AST-12 accepts no code, launch token or assertion that was used after the backup, and no token from before it', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const [code, earlier] = [await freshCode(here, app), await freshCode(here, app)]
    const { access_token: noop } = (await (await redeem(here, app, earlier)).json()) as { access_token: string }
    expect(await isActive(here, app, noop)).toBe(true)
    const { folder } = await backedUp(here, here.now())
    const launch = await launchToken(here.domain, app)
    const [withIat, without] = [await assertionOf(app, here.now()), await assertionOf(app, here.now(), false)]
    expect((await redeem(here, app, code)).status).toBe(200)
    expect(await launchError(here, app, launch)).toBe('/idp/authorize')
    expect([await bearerStatus(here, withIat), await bearerStatus(here, without)]).toEqual([200, 200])

    const directory = path.join(emptyFolder(), 'data')
    await restored(directory, folder, here.now() + 1000)
    const back = await reopened(directory, here.now() + 5000)
    expect(await launchError(back, app, launch)).toContain('the server was restored from a backup')
    expect(await judged(back, 'launch', launch)).toContain('the server was restored from a backup')
    expect(await judged(back, 'assertion', withIat)).toContain('the server was restored from a backup')
    expect([await bearerStatus(back, withIat), await bearerStatus(back, without)]).toEqual([401, 401])
    back.advance(27_000)
    const fresh = await launchToken(back.domain, app)
    expect(await launchError(back, app, fresh)).toBe('/idp/authorize')
    expect(await bearerStatus(back, await assertionOf(app, back.now()))).toBe(200)
    const again = await redeem(back, app, code)
    expect([again.status, ((await again.json()) as { error: string }).error]).toEqual([400, 'invalid_grant'])
    expect(await isActive(back, app, noop)).toBe(false)
    // An assertion that does not say when it was made may be from before, until the last of those has expired.
    expect(await bearerStatus(back, await assertionOf(app, back.now() - 5000, false))).toBe(401)
    back.advance(5 * 60_000)
    expect(await bearerStatus(back, await assertionOf(app, back.now(), false))).toBe(200)
  })

  it('KEY-07 restores no session, API token or shared trace, for each may have been ended since', async () => {
    const here = await testDomain()
    await registerApp(here.domain)
    const revocable = await endable(here)
    expect(await revocable(here)).toEqual([true, true, true, true])
    const { folder } = await backedUp(here, here.now())
    const directory = path.join(emptyFolder(), 'data')
    await restored(directory, folder, here.now() + 1000)
    expect(await revocable(await reopened(directory, here.now() + 2000))).toEqual([false, false, false, false])
  })

  it('restores what people answered in the demo app, drafts too', async () => {
    const here = await testDomain()
    const key = { app: 'demo-app', task: 'Task/1', person: 'Patient/1' }
    const draft = { ...key, patient: 'Patient/1', answers: [3, 2], expiresAt: here.now() + HOUR }
    await here.domain.storage.answers.keep(draft, here.now())
    const { folder } = await backedUp(here, here.now())
    const directory = path.join(emptyFolder(), 'data')
    await restored(directory, folder, here.now() + 1000)
    const { answers } = (await reopened(directory, here.now() + 2000)).domain.storage
    expect(await answers.find(key, here.now())).toMatchObject({ answers: [3, 2], doneAt: undefined })
  })

  it('refuses to overwrite a domain or one in use, and with --replace moves the old files aside', async () => {
    const here = await testDomain()
    const { folder } = await backedUp(here, here.now())
    const directory = here.domain.config.dataDir
    await expect(restored(directory, folder, here.now())).rejects.toThrow('Say --replace to put it aside')
    await expect(restored(directory, folder, here.now(), true)).rejects.toThrow('A server or a command is using')

    const other = path.join(emptyFolder(), 'data')
    cpSync(directory, other, { recursive: true })
    expect(existsSync(path.join(other, 'slipway.db-wal'))).toBe(true)
    const { aside } = await restored(other, folder, here.now(), true)
    expect(aside.map((file) => path.basename(file).replace(/before-restore-[\dT-]+Z/, 'aside'))).toEqual(
      expect.arrayContaining(['slipway.db.aside', 'slipway.db.aside-wal', 'keys.aside']),
    )
    const back = await openFileDomain(configOf(other))
    expect(back.database.sql.pragma('integrity_check', { simple: true })).toBe('ok')
    await back.close()
  })

  it('that was interrupted keeps servers from starting until it is run again', async () => {
    const here = await testDomain()
    const { folder } = await backedUp(here, here.now())
    const directory = path.join(emptyFolder(), 'data')
    mkdirSync(directory)
    writeFileSync(path.join(directory, 'slipway.db-restoring'), '')
    await expect(openFileDomain(configOf(directory))).rejects.toThrow(OperatorError)
    await expect(openFileDomain(configOf(directory))).rejects.toThrow(
      'was cut off. Run "./bin/slipway restore BACKUP --replace" again.',
    )
    await restored(directory, folder, here.now(), true)
    await (await openFileDomain(configOf(directory))).close()
  })
})
