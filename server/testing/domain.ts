// A whole domain in one process: five peers over a copy of the seeded database, with real keys and a clock that stands still.
import { onTestFinished } from 'vitest'
import type { Fetch } from '#lib/http/handler.ts'
import { createUserAgent, type UserAgent } from '#lib/http/user-agent.ts'
import { readConfig } from '../config/config.ts'
import type { Overrides } from '../domain/domain.ts'
import type { Storage } from '../storage/storage.ts'
import { underTest } from '../storage/testing/engine.ts'
import { signedForm, type TestApp } from './app.ts'
import { demoPlace, placeAt } from './data-place.ts'
import { type FileDomain, openFileDomain } from './file-domain.ts'
import { NEXT_MOUNT, nextHandler } from './next-mount.ts'

export interface TestDomain {
  readonly domain: FileDomain
  /** Calls a peer, by path or by whole URL. */
  readonly fetch: Fetch
  /** A bearer token of an app, by client_credentials. */
  readonly bearer: (app: TestApp, scope?: string) => Promise<string>
  /** A browser with its own cookies. */
  readonly browser: () => UserAgent
  /** Moves the clock forward by some milliseconds. */
  readonly advance: (ms: number) => void
  readonly now: () => number
}

/** A domain that is on the disk already, and the time there in epoch milliseconds. */
interface Existing {
  readonly directory: string
  readonly now: number
}

/** The clock of the test is that of the database, too: it stands still, however long the test takes. */
const inTime = (storage: Storage, clock: () => number): Storage =>
  storage.databaseTime ? { ...storage, databaseTime: async () => clock() } : storage

/** Opens a copy of the demo domain, or one that exists, and closes it with the test. `env` changes its settings. */
export async function testDomain(
  env: Readonly<Record<string, string>> = {},
  overrides: Omit<Overrides, 'clock'> = {},
  existing?: Existing,
): Promise<TestDomain> {
  const place = existing ? placeAt(existing.directory) : await demoPlace('slipway-test-')
  let now = existing?.now ?? Date.now()
  const config = readConfig({ ...place, LOG_LEVEL: 'silent', LOG_FORMAT: 'json', RATE_LIMIT: 'off', ...env })
  const clock = () => now
  const around = (storage: Storage) => underTest(inTime(storage, clock))
  const domain = await openFileDomain(config, { around, ...overrides, clock })
  onTestFinished(domain.close)
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(input, config.publicUrl), init)
    const url = new URL(request.url)
    const handler = NEXT_MOUNT
      ? await nextHandler(domain, url, request.method)
      : domain.router.handlerFor(url, request.method)
    return handler
      ? handler(request)
      : new Response('a page of the interface', { status: 200, headers: { 'content-type': 'text/html' } })
  }
  const bearer = async (app: TestApp, scope = 'system/*.rs') => {
    const endpoint = `${config.authUrl}/oauth2/token`
    const form = await signedForm(app, endpoint, now, { grant_type: 'client_credentials', scope })
    const answer = await fetch(endpoint, { method: 'POST', body: form })
    return ((await answer.json()) as { readonly access_token: string }).access_token
  }
  return {
    domain,
    fetch,
    bearer,
    browser: () => createUserAgent(fetch),
    advance: (ms) => {
      now += ms
    },
    now: () => now,
  }
}
