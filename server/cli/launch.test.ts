// `launch` with something missing or mistaken: each case is reported with its true cause.
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import path from 'node:path'
import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { realIdp } from '../oauth/testing/real-idp.ts'
import { commandLine } from '../testing/command-line.ts'
import { emptyFolder, QUIET } from '../testing/data-folder.ts'
import { placeAt } from '../testing/data-place.ts'
import { testDomain } from '../testing/domain.ts'
import { ownApp } from '../testing/own-app.ts'
import { runningDomain } from '../testing/running.ts'

const LAUNCH = ['launch', '--task', 'Task/sleep-diary-week-1', '--as', 'Patient/marijke-jansen']
const NO_STACK = /\n\s+at /

/** The command line beside a domain with or without a server. */
function beside(domain: Awaited<ReturnType<typeof testDomain>>['domain']) {
  const cwd = emptyFolder()
  return { cwd, run: commandLine(cwd, { ...QUIET, ...placeAt(domain.config.dataDir) }) }
}

async function listening(port: number, answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
}

describe('launch', () => {
  it('says that the server of the domain is not running, and how to start it', async () => {
    const url = `http://localhost:${await freePort()}`
    const { domain } = await testDomain({ PUBLIC_URL: url })
    const { run } = beside(domain)
    const { code, stderr } = await run([...LAUNCH, '--app', 'demo-app'])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      new RegExp(
        `^The server of this domain, ${url}, cannot be reached: .*ECONNREFUSED.*\\. Start it: slipway start, with DATA_DIR=`,
      ),
    )
    expect(stderr).not.toMatch(NO_STACK)
  })

  it('says that another server answers at the address of the domain', async () => {
    const port = await freePort()
    await listening(port, (_request, response) => response.end('<!doctype html><p>Another service'))
    const { domain } = await testDomain({ PUBLIC_URL: `http://localhost:${port}` })
    const { run } = beside(domain)
    const { code, stderr } = await run([...LAUNCH, '--app', 'demo-app'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`Another server answers at http://localhost:${port} (HTTP 200`),
    ])
    expect(stderr).not.toMatch(NO_STACK)
  })

  it('exits 2 without the password of the account that logs in', async () => {
    const { run } = beside((await runningDomain()).domain)
    expect(await run([...LAUNCH, '--app', 'demo-app', '--user', 'nobody@example.org'])).toEqual({
      ...{
        code: 2,
        stdout: '',
        stderr: 'Give the account that signs in: --user EMAIL, and its password in SLIPWAY_PASSWORD or --password.\n',
      },
    })
  })

  it('says that the app is not running, without advice to start Slipway', async () => {
    const { domain } = await runningDomain()
    const launchUrl = `http://localhost:${await freePort()}/launch`
    const { publicKey } = await generateKeyPair('ES384')
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] }
    const app = { clientId: 'mine', name: 'Mine', kind: 'module', status: 'approved', jwksUrl: undefined } as const
    await domain.registry.addClient({ ...app, jwks, redirectUris: [], launchUrl, roleName: 'reader' })
    const { run } = beside(domain)
    const { code, stderr } = await run([...LAUNCH, '--app', 'mine'])
    expect(code).toBe(1)
    expect(stderr).toContain(`The app mine cannot be reached at its launch URL ${launchUrl}: `)
    expect(stderr).toContain('Start it, or correct its registered address')
    expect(stderr).not.toContain('slipway start')
  })

  it('says that it cannot fill in the login page of another identity provider', async () => {
    const port = await freePort()
    const issuer = `http://localhost:${port}`
    await listening(port, (request, response) => {
      const isDiscovery = request.url?.endsWith('/openid-configuration') ?? false
      response.setHeader('content-type', isDiscovery ? 'application/json' : 'text/html')
      const document = { issuer, authorization_endpoint: `${issuer}/login`, token_endpoint: `${issuer}/token` }
      response.end(
        isDiscovery
          ? JSON.stringify({ ...document, jwks_uri: `${issuer}/jwks` })
          : '<!doctype html><form method="post"><input name="email"></form>',
      )
    })
    const { domain } = await runningDomain({ SHARED_IDP_ISSUER: issuer, SHARED_IDP_CLIENT_ID: 'slipway' })
    const { cwd, run } = beside(domain)
    const { privateKey, publicKey } = await generateKeyPair('ES384', { extractable: true })
    writeFileSync(path.join(cwd, 'private.pem'), await exportPKCS8(privateKey))
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] }
    const app = { clientId: 'mine', name: 'Mine', kind: 'module', status: 'approved', jwksUrl: undefined } as const
    const addresses = { redirectUris: ['http://localhost:1/callback'], launchUrl: 'http://localhost:1/launch' }
    await domain.registry.addClient({ ...app, ...addresses, jwks, roleName: 'reader' })
    const said = `The identity provider ${issuer} answers 200 with a page that this command cannot fill in: it needs a form with the fields username and password.`
    for (const more of [
      ['--app', 'demo-app'],
      ['--app', 'mine', '--key', 'private.pem'],
    ]) {
      const { code, stderr } = await run([...LAUNCH, ...more])
      expect([code, stderr], more.join(' ')).toEqual([1, expect.stringContaining(said)])
    }
  })

  it('signs its person out of another identity provider, too', async () => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const idp = await realIdp({ redirectUris: [`${url}/oauth2/callback`] })
    const { domain } = await runningDomain({
      PORT: String(port),
      SHARED_IDP_ISSUER: idp.issuer,
      SHARED_IDP_CLIENT_ID: 'slipway-as',
      SHARED_IDP_CLIENT_SECRET: 'a secret of the test',
      SHARED_IDP_IDENTIFIER_SYSTEM: `${url}/idp`,
    })
    const { cwd } = beside(domain)
    const run = commandLine(cwd, { ...QUIET, ...placeAt(domain.config.dataDir), SLIPWAY_PASSWORD: 'any' })
    const login = ['--user', 'marijke@demo.test']
    expect(await run([...LAUNCH, '--app', 'demo-app', ...login])).toMatchObject({ code: 0, stderr: '' })
    expect(idp.ended()).toBe(1)
  })

  it('signs its person out of a launch that broke off after the login', async () => {
    const { domain } = await runningDomain()
    const { run } = beside(domain)
    const { clientId } = await ownApp(domain, { breaksOff: true })
    const { code, stderr } = await run([...LAUNCH, '--app', clientId])
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`The app ${clientId} cannot be reached at its redirect URI`),
    ])
    const person = await run(['user', 'show', 'marijke@demo.test'])
    expect(person.stdout).toMatch(/last sign-in \d/)
    expect(person.stdout).toContain('no session')
  })

  it('says that the user of the launch does not exist', async () => {
    const { domain } = await runningDomain()
    const { run } = beside(domain)
    expect(
      await run(['launch', '--app', 'demo-app', '--task', 'Task/sleep-diary-week-1', '--as', 'Patient/zzz']),
    ).toMatchObject({
      code: 1,
      stderr: 'There is no Patient/zzz.\n',
    })
  })

  it('takes the address of the running server from the data folder, without any setting', async () => {
    const { domain } = await runningDomain()
    const { run } = beside(domain)
    const { code, stdout, stderr } = await run([...LAUNCH, '--app', 'demo-app', '--json'])
    expect([code, JSON.parse(stdout)], stderr).toEqual([0, expect.objectContaining({ ok: true })])
  })
})

describe('a private key of an app or a platform', () => {
  /** A platform with a key pair, and the same private key in each form that people keep it in. */
  async function platform(alg: string) {
    const { domain } = await runningDomain()
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    const { cwd, run } = beside(domain)
    const write = (name: string, text: string) => writeFileSync(path.join(cwd, name), text)
    write('public.pem', await exportSPKI(publicKey))
    const jwk = await exportJWK(privateKey)
    write('private.pem', await exportPKCS8(privateKey))
    write('jwk.json', JSON.stringify(jwk))
    write('jwks.json', JSON.stringify({ keys: [await exportJWK(publicKey), { ...jwk, alg }] }))
    write('both.json', JSON.stringify({ keys: [jwk, jwk] }))
    write('nonsense.txt', 'nonsense')
    const added = await run([
      'app',
      'add',
      '--name',
      'Care',
      '--kind',
      'platform',
      '--client-id',
      'care',
      '--pem',
      'public.pem',
    ])
    expect(added).toMatchObject({ code: 0 })
    return { run: (...more: readonly string[]) => run([...LAUNCH, '--app', 'demo-app', ...more, '--json']) }
  }

  it.each(['RS256', 'ES384'])('is accepted as PEM, JWK and JWK Set: %s', async (alg) => {
    const { run } = await platform(alg)
    for (const name of ['private.pem', 'jwk.json', 'jwks.json']) {
      const { code, stdout, stderr } = await run('--platform', 'care', '--platform-key', name)
      expect([code, JSON.parse(stdout)], `${name}\n${stderr}`).toEqual([0, expect.objectContaining({ ok: true })])
    }
  })

  it('is refused with a sentence when it is no private key, not the platform’s, or no platform is named', async () => {
    const { run } = await platform('ES256')
    for (const [args, code, said] of [
      [['--platform', 'care', '--platform-key', 'public.pem'], 1, 'public.pem has no private key. Expected PEM'],
      [['--platform', 'care', '--platform-key', 'nonsense.txt'], 1, 'nonsense.txt is neither PEM nor JSON.'],
      [['--platform', 'care', '--platform-key', 'both.json'], 1, 'both.json has 2 private keys'],
      [['--platform', 'care', '--platform-key', 'nowhere.pem'], 1, 'nowhere.pem cannot be read.'],
      [['--platform', 'nobody', '--platform-key', 'private.pem'], 1, 'There is no portal with client_id nobody.'],
      [
        ['--platform', 'demo-app', '--platform-key', 'jwk.json', '--key', 'public.pem'],
        1,
        'public.pem has no private key',
      ],
      [['--platform', 'care'], 2, 'Give --platform and --platform-key together'],
    ] as const) {
      const outcome = await run(...args)
      expect([outcome.code, outcome.stderr], args.join(' ')).toEqual([code, expect.stringContaining(said)])
      expect(outcome.stderr).not.toMatch(NO_STACK)
    }
  })
})

describe('the exit code of a launch', () => {
  it('is 1 when it does not go as expected, and the report names the check that refused', async () => {
    const { domain } = await runningDomain()
    const { cwd, run } = beside(domain)
    const failing = ['--fail', 'expired', '--junit', 'report.xml', '--json']
    const { code, stdout } = await run([...LAUNCH, '--app', 'demo-app', ...failing])
    expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ ok: false, refused_by: 'launch.time' })])
    const xml = readFileSync(path.join(cwd, 'report.xml'), 'utf8')
    // One cause is one failure, which says what was expected, what came, and how to mend it.
    expect(xml).toContain('failures="1"')
    const failure = /<failure message="The launch failed[^"]*launch\.time[^"]*">([^<]*)</.exec(xml)?.[1] ?? ''
    for (const part of [
      'check     launch.time',
      'expected  ',
      'received  iat: ',
      'before the request',
      'fix       ',
      'trace     http',
    ])
      expect(failure).toContain(part)
    expect(xml).toMatch(
      /<testcase classname="Authorization server" name="authorize: GET \/oauth2\/authorize" time="(?=[\d.]*[1-9])\d+\.\d+">/,
    )
    expect(xml).toMatch(/<system-out>[^<]*failed {2}launch\.time[^<]*not reached {2}launch\.signature/)
  })

  it.each(['--fail everything', '--expect nonsense', '--expect', '--delivery pigeon'])('is 2 for %s', async (more) => {
    const { domain } = await testDomain()
    const { run } = beside(domain)
    const { code, stdout } = await run([...LAUNCH, '--app', 'demo-app', ...more.split(' ')])
    expect([code, stdout]).toEqual([2, ''])
  })
})
