// A domain outside of the demo begins empty: no account, no app, no known password (SEC-17).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DEMO_LOGINS } from '../demo/people.ts'
import { openFileDomain } from '../testing/file-domain.ts'
import { readConfig } from './config.ts'

const PUBLIC = 'https://care.example'

async function freshDomain(env: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-fresh-'))
  const config = readConfig({
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
    LOG_FORMAT: 'json',
    PUBLIC_URL: PUBLIC,
    ...env,
  })
  const domain = await openFileDomain(config)
  onTestFinished(async () => {
    await domain.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const fetch = async (address: string, init?: RequestInit) => {
    const request = new Request(new URL(address, PUBLIC), init)
    return domain.router.handlerFor(new URL(request.url), request.method)?.(request)
  }
  return { domain, fetch }
}

describe('a domain on a public address', () => {
  it('SEC-17 is no demo unless it is asked to be one: nobody who can log in, no app but the own console, no resource', async () => {
    const { domain } = await freshDomain({})
    expect(domain.config).toMatchObject({ demo: false, idpSignup: false })
    expect(await domain.sql.value('SELECT count(*) FROM account')).toBe(0)
    // The client of /browse, with keys of the domain's own, which no one else can use.
    const apps = (await domain.registry.listClients()).map(({ clientId, jwksUrl }) => [clientId, jwksUrl])
    expect(apps).toEqual([['demo-console', `${PUBLIC}/browse/jwks`]])
    // The Device that the audit log's events come from.
    expect(await domain.resources.currentSeq()).toBe(1)
    expect((await domain.resources.readCurrent('Device', 'slipway'))?.versionId).toBe(1)
  })

  it('SEC-17 shows no demo login, and offers no console, to whom it does not know', async () => {
    const { fetch } = await freshDomain({})
    const query = new URLSearchParams({
      client_id: 'slipway-portal',
      redirect_uri: `${PUBLIC}/api/auth/callback/shared-idp`,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    })
    const asked = await fetch(`/idp/authorize?${query}`)
    const cookie =
      asked?.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ') ?? ''
    const page = await fetch(asked?.headers.get('location') ?? '', { headers: { cookie } })
    const text = (await page?.text()) ?? ''
    expect(page?.status).toBe(200)
    expect(text).toContain('type="password"')
    for (const { username } of DEMO_LOGINS) expect(text).not.toContain(username)
    expect(text).not.toContain('signup')
    for (const path of ['apps', 'roles', 'users', 'keys']) expect((await fetch(`/admin/api/${path}`))?.status).toBe(401)
  })

  it('SEC-17 has the demo where that was asked for, and says so', async () => {
    const { domain } = await freshDomain({ DEMO: 'true' })
    expect(await domain.sql.value('SELECT count(*) FROM account')).toBe(DEMO_LOGINS.length)
  })
})
