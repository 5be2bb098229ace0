// Failures on demand: each is refused by exactly its check, over real peers behind the production server.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findError } from '#components/docs/error-texts.ts'
import { CHECK_NAMES } from '#lib/checks/checks.ts'
import { FAILURE_NAMES, FAILURES, type FailureName } from '#lib/launch/failures.ts'
import { type LaunchOptions, runLaunch } from '#server/cli/launch.ts'
import { CommandFailed } from '#server/cli/output.ts'
import { testDomain } from '../domain.ts'
import { receivingServer } from '../receiving-server.ts'
import { type RunningDomain, runningDomain } from '../running.ts'

const MARIJKE = { as: 'Patient/marijke-jansen', task: 'Task/sleep-diary-week-1', delivery: 'shof' } as const

/** One launch by the command line's own code; what it says to people is of no interest here. */
async function launched({ domain }: RunningDomain, options: Partial<LaunchOptions> = {}) {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  return runLaunch(domain, { app: 'demo-app', ...MARIJKE, ...options })
}

const refusedBy = ({ result }: Awaited<ReturnType<typeof launched>>) => result['refused_by']

/** The checks that the servers recorded as failed, in any trace; without the app's reports of their refusals. */
async function tracedFailures({ domain }: RunningDomain): Promise<readonly unknown[]> {
  await domain.traces.flush()
  const everything = { all: true, clients: [], subjects: [], ids: [] }
  const traces = await domain.traces.list(everything, { limit: 20 })
  const steps = await Promise.all(traces.map(({ id }) => domain.traces.steps(id)))
  return steps
    .flat()
    .map((text) => (JSON.parse(text) as { readonly failed?: string }).failed)
    .filter((failed) => failed && !failed.startsWith('app.'))
}

const SHARED = [
  'expired',
  'clock-skew',
  'wrong-aud',
  'unknown-kid',
  'tampered-signature',
  'unsigned',
  'missing-claim',
  'wrong-task',
]

describe('the table of failures on demand', () => {
  it.each(FAILURE_NAMES)('%s names a check that exists and is explained', (name) => {
    const { check, text } = FAILURES[name]
    expect(CHECK_NAMES).toContain(check)
    expect(findError(check)).toBeDefined()
    expect([text.en.title, text.nl.title, text.en.breaks, text.nl.breaks].every(Boolean)).toBe(true)
  })
})

describe('a launch of the demo app', () => {
  it('opens when nothing is broken, and every check of it passed', async () => {
    const report = await launched(await runningDomain())
    expect(report.message).toBe('The launch is open.')
    expect(report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(report.checks.map(({ check }) => check)).toEqual(expect.arrayContaining(['user.match', 'token.pkce']))
  })

  it.each(FAILURE_NAMES)('%s is refused by its check and by no other', async (name) => {
    const running = await runningDomain()
    const report = await launched(running, { fail: name, expect: true })
    expect([refusedBy(report), report.message]).toEqual([
      FAILURES[name].check,
      `${FAILURES[name].check} refused, as expected.`,
    ])
    // The app only reports the refusal.
    const failed = report.checks.filter(({ check, outcome }) => outcome === 'failed' && !check.startsWith('app.'))
    expect(failed.map(({ check }) => check)).toEqual([FAILURES[name].check])
    expect(report.checks.filter(({ step }) => step === null)).toEqual([])
    expect(await tracedFailures(running)).toEqual([FAILURES[name].check])
    expect(JSON.stringify(report.result)).not.toMatch(/eyJ|code=|launch=/)
  })

  it('LTK-01 says of a kid that is not known and of a signature that does not verify which of the two it is', async () => {
    const running = await runningDomain()
    const unknown = await launched(running, { fail: 'unknown-kid' })
    const tampered = await launched(running, { fail: 'tampered-signature' })
    expect(unknown.message).toMatch(
      /^The launch failed\. launch\.signature: .*no usable key with the kid never-published;/,
    )
    expect(tampered.message).toMatch(/launch\.signature: the key with the kid \S+ did not make this signature\.$/)
  })

  it('is not as expected where another check refuses, or none', async () => {
    const running = await runningDomain()
    const other = await launched(running, { fail: 'expired', expect: 'launch.aud' })
    expect([other.ok, other.message]).toEqual([
      false,
      expect.stringContaining('launch.aud was expected to refuse the launch, but it failed otherwise: launch.time: '),
    ])
    const none = await launched(running, { expect: 'launch.aud' })
    expect([none.ok, none.message]).toEqual([false, 'launch.aud was expected to refuse the launch, but it is open.'])
  })

  it('is judged by its error alone, and says so, where the traces of the server cannot be read', async () => {
    const { url, domain } = await runningDomain()
    const elsewhere = await testDomain({ PORT: String(domain.config.port), PUBLIC_URL: url })
    await elsewhere.domain.keys.rotate('portal', { now: true }) // Tests begin with the same keys.
    const report = await launched({ ...elsewhere, url }, { expect: 'launch.signature' })
    expect([report.ok, report.traces, report.result['trace']]).toEqual([true, [], null])
    expect(report.checks).toEqual([{ step: null, check: 'launch.signature', outcome: 'failed' }])
    expect(process.stderr.write).toHaveBeenCalledWith(
      expect.stringContaining('The trace of this refusal cannot be read'),
    )
  })

  it('leaves the launch usable after the identity provider was down: nothing was used up', async () => {
    const running = await runningDomain()
    expect(refusedBy(await launched(running, { fail: 'idp-down' }))).toBe('idp.reachable')
    expect((await launched(running)).ok).toBe(true)
  })
})

describe('a launch of somebody’s own app', () => {
  it.each(SHARED as readonly FailureName[])(
    '%s, which is made in the token, is refused by the same check',
    async (name) => {
      const running = await runningDomain()
      const { clientId } = await ownApp(running)
      const report = await launched(running, { app: clientId, fail: name, expect: true })
      expect([refusedBy(report), report.ok]).toEqual([FAILURES[name].check, true])
      expect(report.checks.find(({ outcome }) => outcome === 'failed')).toMatchObject({ check: FAILURES[name].check })
      expect(report.checks.filter(({ step }) => step === null)).toEqual([])
    },
  )

  it.each(['redirect_uri-mismatch', 'pkce-mismatch', 'reused-code', 'no-permission'] as const)(
    '%s, which the app makes, is made by the command line with the app’s key',
    async (name) => {
      const running = await runningDomain()
      const { clientId, keyFile } = await ownApp(running)
      const report = await launched(running, { app: clientId, key: keyFile, fail: name, expect: true })
      expect([refusedBy(report), report.message]).toEqual([
        FAILURES[name].check,
        `${FAILURES[name].check} refused, as expected.`,
      ])
      expect((await launched(running, { app: clientId, key: keyFile })).ok).toBe(true)
    },
  )

  it.each([
    ['reused-code', 'refused', 'token.code'],
    ['idp-denies', 'cancelled', 'idp.login'],
  ] as const)('lists a launch with %s as %s at %s', async (fail, outcome, failed) => {
    const running = await runningDomain()
    const { traces } = await launched(running, { app: 'demo-app', fail })
    expect(traces).toMatchObject([{ outcome, failed }])
  })

  it('needs the key of the app for what only the app can do wrong', async () => {
    const running = await runningDomain()
    const { clientId } = await ownApp(running)
    await expect(launched(running, { app: clientId, fail: 'reused-code' })).rejects.toThrow(CommandFailed)
    await expect(launched(running, { app: clientId, key: '/nowhere.jwk' })).rejects.toThrow('cannot be read')
  })

  it('INT-09 gets the token alone, and introspection says of a good one that it is active, of a broken one nothing', async () => {
    const running = await runningDomain()
    const { clientId, introspect, received } = await ownApp(running)
    expect((await launched(running, { app: clientId, delivery: 'hti' })).ok).toBe(true)
    expect(received.at(-1)).toEqual({ token: expect.stringMatching(/^eyJ/) })
    expect(await introspect()).toMatchObject({ active: true, sub: MARIJKE.as, resource: MARIJKE.task })
    await launched(running, { app: clientId, delivery: 'hti', fail: 'expired' })
    expect(await introspect()).toEqual({ active: false })
  })

  it('gets a launch by GET with what its address had already', async () => {
    const running = await runningDomain()
    const { clientId, received } = await ownApp(running)
    expect((await launched(running, { app: clientId, delivery: 'get' })).ok).toBe(true)
    expect(received.at(-1)).toMatchObject({ tenant: '7', iss: `${running.url}/fhir/DEFAULT` })
  })
})

describe('outside of the demo', () => {
  it.each(['redirect_uri-mismatch', 'pkce-mismatch', 'reused-code', 'no-permission'])(
    'the app does nothing wrong for whoever sends it simulate=%s',
    async (simulate) => {
      const { domain, browser } = await runningDomain()
      const { domain: real } = await runningDomain({ DEMO: 'false' })
      for (const { config, peers } of [domain, real]) {
        const form = new URLSearchParams({ iss: `${config.publicUrl}/fhir/DEFAULT`, launch: 'x', simulate })
        const answer = await peers.launch.receive(
          new Request(`${config.publicUrl}/launch`, { method: 'POST', body: form }),
        )
        const asked = new URL(answer.headers.get('location') ?? '').searchParams.get('redirect_uri')
        const wrong = config.demo && simulate === 'redirect_uri-mismatch'
        expect(asked).toBe(`${config.publicUrl}/launch/callback${wrong ? '/elsewhere' : ''}`)
      }
      expect(browser).toBeDefined()
    },
  )
})

/** An app of a developer's that listens, takes launches and leaves for the authorization server; with its key in a file. */
async function ownApp({ domain, url }: RunningDomain) {
  const { privateKey, publicKey } = await generateKeyPair('ES384', { extractable: true })
  const named = { kid: 'own-1', alg: 'ES384' }
  const clientId = `own-${crypto.randomUUID()}`
  const server = await receivingServer({ clientId, issuer: url, key: { ...named, privateKey } })
  await domain.registry.saveClient({
    clientId,
    name: 'Own app',
    kind: 'module',
    status: 'approved',
    jwks: { keys: [{ ...(await exportJWK(publicKey)), ...named, use: 'sig' }] },
    jwksUrl: undefined,
    redirectUris: [server.redirectUri],
    launchUrl: server.launchUrl,
    roleName: 'reader',
  })
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-own-app-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const keyFile = path.join(directory, 'private.jwk')
  writeFileSync(keyFile, JSON.stringify({ ...(await exportJWK(privateKey)), ...named }))
  expect(existsSync(keyFile)).toBe(true)
  return { ...server, clientId, keyFile }
}
