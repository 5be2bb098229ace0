// A demo domain on the disk, made to be killed: the harness has the secrets of an app, a platform and an administrator.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { numericDate } from '#lib/clock.ts'
import type { UserAgent } from '#lib/http/user-agent.ts'
import { readConfig } from '#server/config/config.ts'
import { freePort } from '../../../scripts/free-port.mjs'
import type { Domain } from '../../domain/domain.ts'
import { registerApp, type TestApp } from '../app.ts'
import { openFileDomain } from '../file-domain.ts'
import { browserOf } from '../launch-over-http.ts'
import { portalCookie } from '../portal-cookie.ts'
import { writingApp } from '../writing-app.ts'

export interface Site extends LoadedSite {
  readonly directory: string
  readonly databaseFile: string
  readonly env: Readonly<Record<string, string>>
  readonly resourceTypes: readonly string[]
  readonly auditSecret: string
}

/** A domain wherever it is, as the clients of the load know it. */
export interface LoadedSite {
  readonly publicUrl: string
  /** Receives launches and asks for tokens. */
  readonly app: TestApp
  /** Writes resources of its own. */
  readonly writer: TestApp
  /** Signs launches. */
  readonly platform: TestApp
  /** Of the session of an administrator. */
  readonly adminCookie: string
  /** Of every app that is registered under load: making a pair for each would take the time that the load needs. */
  readonly keys: { readonly privateKey: CryptoKey; readonly publicJwk: JWK }
  /** Of two people who launch side by side; they stay logged in. */
  readonly browsers: readonly [UserAgent, UserAgent]
}

/** A new one in a folder below another. */
export async function newSite(parent = tmpdir()): Promise<Site> {
  const directory = mkdtempSync(path.join(parent, 'slipway-crash-'))
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const env = {
    DATA_DIR: directory,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    LOG_FORMAT: 'json',
    RATE_LIMIT: 'off',
  }
  const config = readConfig(env)
  const domain = await openFileDomain(config)
  const site = {
    directory,
    databaseFile: config.databaseFile,
    env,
    resourceTypes: config.resourceTypes,
    auditSecret: domain.keys.secret('audit'),
    ...(await loadedSite(domain, publicUrl)),
  }
  await domain.close()
  return site
}

/** Registers the clients of the load in a demo domain. */
export async function loadedSite(domain: Domain, publicUrl: string): Promise<LoadedSite> {
  const app = await registerApp(domain, 'crash-app')
  const writer = await writingApp(domain, 'crash-writer')
  const platform = await registerApp(domain, 'crash-platform')
  const registered = await domain.registry.find(platform.clientId)
  if (registered) await domain.registry.saveClient({ ...registered, kind: 'platform' })
  const admin = await domain.storage.idp.accounts.findByUsername('beheer@demo.test')
  if (!admin) throw new Error('The demo has no administrator.')
  const { privateKey, publicKey } = await generateKeyPair('RS384')
  return {
    publicUrl,
    app,
    writer,
    platform,
    adminCookie: await portalCookie(domain, admin),
    keys: { privateKey, publicJwk: { ...(await exportJWK(publicKey)), alg: 'RS384', use: 'sig' } },
    browsers: [browserOf(app), browserOf(app)] as const,
  }
}

/** A launch token of the platform for the app. */
export async function signLaunch({ platform, app }: Pick<LoadedSite, 'platform' | 'app'>): Promise<string> {
  const now = numericDate(Date.now())
  return new SignJWT({
    iss: platform.clientId,
    aud: `Device/${app.clientId}`,
    sub: 'Patient/marijke-jansen',
    resource: 'Task/sleep-diary-week-1',
    intent: 'order',
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 300,
  })
    .setProtectedHeader({ alg: 'RS384', kid: platform.kid, typ: 'JWT' })
    .sign(platform.privateKey)
}
