import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DAY } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { ENVIRONMENT_NAMES, parseConfig } from '../config/config.ts'
import { signedOutAddress } from '../session/sign-out.ts'
import { type RunningDomain, runningDomain } from '../testing/running.ts'
import { examine } from './doctor.ts'
import { NO_IDENTITY } from './domain.ts'
import { doctorTexts } from './texts.ts'

const lines = async (
  { domain: { config } }: Pick<RunningDomain, 'domain'>,
  { fetch: by = fetch as Fetch, now = Date.now, env = {} as Readonly<Record<string, string>> } = {},
) =>
  (await examine({ config, env, identity: NO_IDENTITY, fetch: by, fetchKeys: by, now, texts: doctorTexts.en })).map(
    ({ check, level, message, remedy }) => ({
      check,
      level,
      text: `${message} ${remedy ?? ''}`,
    }),
  )

type Line = Awaited<ReturnType<typeof lines>>[number]

/** The problems among some checks. */
const troubles = (found: readonly Line[], check: string) =>
  found.filter((one) => one.check === check && one.level !== 'ok').map(({ level, text }) => `${level} ${text}`)

const restarted = async () => {
  const running = await runningDomain()
  await running.domain.keys.ring('oauth').active()
  return running
}

/** A proxy at a port of its own that hands requests on, with other headers. */
async function proxied(
  port: number,
  target: () => string,
  headersOf: (request: IncomingMessage) => Record<string, string>,
) {
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(`${target()}${request.url}`, { headers: headersOf(request) })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => proxy.listen(port, 'localhost', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  )
}

const one = (value: string | string[] | undefined) => (value === undefined ? {} : { 'x-forwarded-for': String(value) })

/** A domain behind a proxy; what its doctor says of the proxy. */
async function behind(
  env: Readonly<Record<string, string>>,
  forwarded: (given: string | undefined) => string | undefined,
) {
  const port = await freePort()
  const running = await runningDomain({ PUBLIC_URL: `http://localhost:${port}`, ...env })
  await proxied(
    port,
    () => `http://localhost:${running.domain.config.port}`,
    ({ headers }) => ({
      'x-slipway-doctor': String(headers['x-slipway-doctor'] ?? ''),
      'x-request-id': String(headers['x-request-id'] ?? 'none'),
      ...one(forwarded(headers['x-forwarded-for'] as string | undefined)),
    }),
  )
  return lines(running)
}

describe('the doctor', () => {
  it('reports no error for a good domain: issuer, clock, readiness, proxy, files, database, keys', async () => {
    const found = await lines(await restarted())
    expect(found.filter(({ level }) => level === 'error')).toEqual([])
    const well = new Set(found.filter(({ level }) => level === 'ok').map(({ check }) => check))
    for (const check of ['data', 'files', 'database', 'migrations', 'keys', 'public', 'clock', 'ready', 'proxy'])
      expect([...well]).toContain(check)
  })

  it('reports another issuer at PUBLIC_URL, and a server that does not answer', async () => {
    const { domain } = await restarted()
    const other = {
      domain: {
        ...domain,
        config: { ...domain.config, authUrl: domain.config.publicUrl.replace('localhost', '127.0.0.1') },
      },
    }
    const listening = async () =>
      Response.json({ issuer: domain.config.publicUrl }, { headers: { date: new Date().toUTCString() } })
    expect(troubles(await lines(other, { fetch: listening }), 'public')).toEqual([
      expect.stringMatching(/^error .*calls itself/),
    ])
    const nobody = { domain: { ...domain, config: { ...domain.config, authUrl: 'http://localhost:1' } } }
    expect(troubles(await lines(nobody), 'public')).toEqual([expect.stringMatching(/^error .*cannot be reached/)])
  })

  it('warns when RESOURCE_TYPES leaves out types that launches need', async () => {
    const { domain } = await restarted()
    const of = async (resourceTypes: readonly string[]) =>
      troubles(await lines({ domain: { ...domain, config: { ...domain.config, resourceTypes } } }), 'settings').filter(
        (text) => text.includes('RESOURCE_TYPES'),
      )
    expect(await of(domain.config.resourceTypes)).toEqual([])
    expect(await of(['Observation', 'Device', 'Patient', 'Practitioner', 'RelatedPerson'])).toEqual([
      expect.stringMatching(/^warning RESOURCE_TYPES leaves out ActivityDefinition, Task: .* replaces the whole list/),
    ])
  })

  it('warns of misspelt settings, with the right name', async () => {
    const running = await restarted()
    const of = async (env: Readonly<Record<string, string>>) =>
      troubles(await lines(running, { env }), 'settings').filter((text) => text.includes('is not a setting'))
    expect(await of({ PUBLC_URL: 'https://x.test', RATE_LIMITS: 'off', METRICS_TOKNE_FILE: '/x' })).toEqual([
      'warning PUBLC_URL is not a setting, and has no effect. Did you mean PUBLIC_URL? .env.example lists every setting.',
      'warning RATE_LIMITS is not a setting, and has no effect. Did you mean RATE_LIMIT? .env.example lists every setting.',
      'warning METRICS_TOKNE_FILE is not a setting, and has no effect. Did you mean METRICS_TOKEN? .env.example lists every setting.',
    ])
    const usual = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'NODE_ENV',
      'NODE_OPTIONS',
      'SLIPWAY_URL',
      'SLIPWAY_TOKEN',
      'SLIPWAY_HOST',
    ]
    expect(await of(Object.fromEntries([...usual, ...ENVIRONMENT_NAMES].map((name) => [name, 'x'])))).toEqual([])
  })

  it('reports a clock that is off', async () => {
    const running = await restarted()
    const minuteAhead = () => Date.now() + 58_000 // Within what a question of the doctor's lives.
    expect(troubles(await lines(running, { now: minuteAhead }), 'clock')).toEqual([
      expect.stringMatching(/^error .*5[6-9] s apart/),
    ])
    expect(troubles(await lines(running, { now: () => Date.now() + 10_000 }), 'clock')).toEqual([
      expect.stringMatching(/^warning/),
    ])
  })

  it('reports keys without private half, key files of another pair, and old keys', async () => {
    const running = await restarted()
    const { config, keys } = running.domain
    const { kid } = await keys.ring('oauth').active()
    const other = await keys.ring('idp').active()
    const file = (id: string) => path.join(config.dataDir, 'keys', `${id}.jwk`)
    const aYear = () => Date.now() + 366 * DAY
    expect(troubles(await lines(running, { now: aYear }), 'keys')[0]).toMatch(
      /^warning .*days old.*keys rotate --owner/,
    )
    rmSync(file(kid))
    writeFileSync(file(other.kid), '{}')
    const said = troubles(await lines(running), 'keys')
    expect(said).toContainEqual(expect.stringMatching(new RegExp(`^error The key oauth .* keys revoke ${kid}`)))
    expect(said).toContainEqual(expect.stringMatching(/^error The key idp /))
  })

  it('reports files and folders that other users can read', async () => {
    const running = await restarted()
    const { dataDir, databaseFile } = running.domain.config
    chmodSync(databaseFile, 0o644)
    chmodSync(path.join(dataDir, 'keys'), 0o750)
    const said = troubles(await lines(running), 'files')
    expect(said).toContainEqual(expect.stringMatching(/^error .*slipway\.db has mode 0644.*chmod 600/))
    expect(said).toContainEqual(expect.stringMatching(/^warning .*keys has mode 0750.*chmod 700/))
  })

  it('reports a damaged database, and one of another version', async () => {
    const running = await restarted()
    running.domain.database.sql.exec(
      'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
    )
    expect(troubles(await lines(running), 'migrations')).toEqual([
      expect.stringMatching(/^warning Not applied yet: \d{14}_/),
    ])
    const damaged = path.join(running.domain.config.dataDir, 'damaged.db')
    writeFileSync(damaged, Buffer.alloc(8192, 7), { mode: 0o600 })
    const { domain } = running
    const other = { domain: { ...domain, config: { ...domain.config, databaseFile: damaged } } }
    expect(troubles(await lines(other), 'database')).toEqual([expect.stringMatching(/^error .*not a database/)])
  })

  it('fetches the keys of each app, as the token endpoint does', async () => {
    const running = await restarted()
    const { domain, url } = running
    expect((await lines(running)).filter(({ check }) => check === 'client_keys').map(({ level }) => level)).toEqual([
      ...Array.from({ length: 4 }, () => 'ok'),
    ])
    const app = await domain.registry.find('demo-app')
    if (app) await domain.registry.saveClient({ ...app, jwksUrl: `${url}/nowhere/jwks` })
    expect(troubles(await lines(running), 'client_keys')).toEqual([
      expect.stringMatching(/^error The keys of demo-app at \S+\/nowhere\/jwks cannot be fetched: .*PUBLIC_URL/),
    ])
  })

  it('reports TRUST_PROXY when it does not match the proxy in front', async () => {
    const appending = (given: string | undefined) => [given, '192.0.2.9'].filter(Boolean).join(', ')
    const passing = (given: string | undefined) => given
    expect(troubles(await behind({ TRUST_PROXY: 'true' }, appending), 'proxy')).toEqual([])
    expect(troubles(await behind({ TRUST_PROXY: 'false' }, appending), 'proxy')).toEqual([
      expect.stringMatching(/^error There is a proxy in front and TRUST_PROXY is off/),
    ])
    expect(troubles(await behind({ TRUST_PROXY: 'true' }, passing), 'proxy')).toEqual([
      expect.stringMatching(/^error TRUST_PROXY is on, but no proxy adds/),
    ])
    expect(troubles(await behind({ TRUST_PROXY: 'false' }, passing), 'proxy')).toEqual([])
    expect(troubles(await behind({ TRUST_PROXY: 'true' }, (given) => given && `${given}:4711`), 'proxy')).toEqual([
      expect.stringMatching(/^error TRUST_PROXY is on, but no proxy adds/),
    ])
    expect(troubles(await behind({ TRUST_PROXY: 'true' }, () => 'unknown'), 'proxy')).toEqual([
      expect.stringMatching(/^error .* ends with no address \(unknown\)/),
    ])
  })

  it('checks the issuer and the keys of another identity provider', async () => {
    const issuer = 'https://idp.example.org'
    const env = { SHARED_IDP_ISSUER: issuer, SHARED_IDP_CLIENT_ID: 'slipway', DATA_DIR: '/nonexistent' }
    const config = parseConfig(env)
    const said = async (answer: (url: string) => Response) => {
      const by: Fetch = async (input) => answer(String(input))
      return (
        await examine({
          config,
          env: {},
          identity: NO_IDENTITY,
          fetch: by,
          fetchKeys: by,
          now: Date.now,
          texts: doctorTexts.en,
        })
      )
        .filter(({ check }) => check.startsWith('provider'))
        .map(({ level, message }) => `${level} ${message}`)
    }
    const headers = { date: new Date().toUTCString() }
    const document = (more: object) => Response.json({ issuer, jwks_uri: `${issuer}/jwks`, ...more }, { headers })
    const keys = (count: number) => Response.json({ keys: Array(count).fill({}) })
    const good = await said((url) => (url.endsWith('/jwks') ? keys(2) : document({})))
    expect(good.map((line) => line.split(' ')[0])).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
    expect(good.join('\n')).toContain(
      'both redirect URIs there: http://localhost:3000/oauth2/callback and http://localhost:3000/api/auth/callback/shared-idp; and the post-logout',
    )
    expect(good.join('\n')).toContain(`the post-logout redirect URI ${signedOutAddress('http://localhost:3000')}`)
    expect(good.join('\n')).toContain('the claim preferred_username in the id_token, else at userinfo')
    expect(await said((url) => (url.endsWith('/jwks') ? keys(0) : document({})))).toContainEqual(
      expect.stringMatching(/^error .*has no keys/),
    )
    expect(
      await said((url) => (url.endsWith('/jwks') ? keys(1) : document({ issuer: `${issuer}/` }))),
    ).not.toContainEqual(expect.stringMatching(/^error/))
    expect(await said(() => document({ issuer: `${issuer}/x` }))).toEqual([
      expect.stringMatching(/^error .*calls itself/),
    ])
    expect(await said(() => new Response('', { status: 503 }))).toEqual([expect.stringMatching(/^error .*503/)])
  })
})
