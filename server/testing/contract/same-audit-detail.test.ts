// A change of the configuration leaves the same in the audit log, whether the console or the command line made it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventsOf } from '../audit.ts'
import { commandLine } from '../command-line.ts'
import { placeAt } from '../data-place.ts'
import { runningDomain } from '../running.ts'

const ADMIN = 'beheer@demo.test'

/** A domain, with both doors to it; `entity` is what the newest event of the log says was changed. */
async function twoDoors() {
  const running = await runningDomain({}, undefined, { viewer: async () => ({ username: ADMIN, name: undefined }) })
  const { domain, url } = running
  const folder = mkdtempSync(path.join(tmpdir(), 'slipway-doors-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { ...placeAt(domain.config.dataDir), PORT: new URL(url).port, PUBLIC_URL: url, LOG_LEVEL: 'silent' }
  const slipway = commandLine(folder, { ...env, SLIPWAY_NO_ENV_FILE: '1' })
  const { publicKey } = await generateKeyPair('ES384')
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'first' }] })
  writeFileSync(path.join(folder, 'keys.json'), jwks)
  const newest = async () => {
    const event = (await eventsOf(domain)).at(-1)
    return { action: event?.action, outcomeDesc: event?.outcomeDesc, detail: event?.entity?.[0]?.detail ?? [] }
  }
  return {
    domain,
    jwks,
    /** By the command line. */
    typed: async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await slipway(args)
      expect(code, stderr).toBe(0)
      return { stdout, event: await newest() }
    },
    /** By the console. */
    clicked: async (method: 'POST' | 'PUT', at: string, body: object) => {
      const headers = { origin: url, 'content-type': 'application/json' }
      const response = await fetch(`${url}/admin/api/${at}`, { method, headers, body: JSON.stringify(body) })
      expect(response.status, await response.clone().text()).toBe(200)
      return { answer: (await response.json()) as Readonly<Record<string, unknown>>, event: await newest() }
    },
  }
}

describe('a change of the configuration in the audit log', () => {
  it('IDP-21 is the same from the console and the command line: an app, its status and its role', async () => {
    const { typed, clicked, jwks } = await twoDoors()
    const app = {
      name: 'One',
      kind: 'module',
      redirectUris: ['https://my.app/cb'],
      launchUrl: 'https://my.app/launch',
      role: 'reader',
    }
    const added = await clicked('POST', 'apps', { clientId: 'one', ...app, keys: { jwks } })
    const options = ['--redirect-uri', 'https://my.app/cb', '--launch-url', 'https://my.app/launch', '--role', 'reader']
    const also = await typed(
      'app',
      'add',
      '--name',
      'One',
      '--kind',
      'module',
      '--client-id',
      'two',
      '--jwks',
      'keys.json',
      ...options,
    )
    expect(also.event).toEqual(added.event)
    for (const [status, command] of [
      ['disabled', 'disable'],
      ['approved', 'enable'],
    ] as const) {
      const { event } = await clicked('POST', 'apps/one/status', { status })
      expect(event.detail).toContainEqual({ type: 'status after', valueString: status })
      expect((await typed('app', command, 'two')).event).toEqual(event)
    }
    await typed('role', 'add', '--name', 'r', '--permission', 'system/Task.rs')
    const edited = await clicked('PUT', 'apps/one', { ...app, role: 'r', keys: {} })
    expect((await typed('role', 'assign', 'r', 'two')).event).toEqual(edited.event)
  })

  it('IDP-21 is the same from the console and the command line: a role', async () => {
    const { typed, clicked } = await twoDoors()
    const task = { resourceType: 'Task', scope: 'all', operations: 'rs', grantedBy: [] }
    const made = await clicked('PUT', 'roles', { name: 'one', permissions: [task] })
    expect((await typed('role', 'add', '--name', 'two', '--permission', 'system/Task.rs')).event).toEqual(made.event)
    const changed = await clicked('PUT', 'roles', { name: 'one', permissions: [{ ...task, operations: 'r' }] })
    expect((await typed('role', 'add', '--name', 'two', '--permission', 'system/Task.r')).event).toEqual(changed.event)
    const deleted = await clicked('POST', 'roles/delete', { name: 'one' })
    expect((await typed('role', 'delete', 'two')).event).toEqual(deleted.event)
  })

  it('IDP-21 is the same from the console and the command line: an account', async () => {
    const { typed, clicked } = await twoDoors()
    const account = { name: 'Noor', role: 'practitioner', password: 'a-long-password' }
    const made = await clicked('POST', 'users', { username: 'one@demo.test', ...account })
    const options = ['--name', 'Noor', '--role', 'practitioner', '--password', 'a-long-password']
    expect((await typed('user', 'add', '--email', 'two@demo.test', ...options)).event).toEqual(made.event)
    const deleted = await clicked('POST', 'users/delete', { username: 'one@demo.test' })
    expect((await typed('user', 'delete', 'two@demo.test')).event).toEqual(deleted.event)
  })

  it('IDP-21 is the same from the console and the command line: keys and tokens', async () => {
    const { typed, clicked, domain } = await twoDoors()
    const rotated = await clicked('POST', 'keys/rotate', { owner: 'launch', now: true })
    expect((await typed('keys', 'rotate', '--owner', 'launch', '--now')).event).toEqual(rotated.event)
    const [one, two] = (await domain.keys.list()).filter(({ status }) => status === 'retired')
    const revoked = await clicked('POST', 'keys/revoke', { kid: one?.kid })
    expect((await typed('keys', 'revoke', two?.kid ?? '')).event).toEqual(revoked.event)
    const made = await clicked('POST', 'tokens', { name: 'ci', scopes: ['apps:read'], days: 1 })
    const names = ({ detail }: { readonly detail: readonly { readonly type?: string }[] }) =>
      detail.map(({ type }) => type)
    const typedToken = await typed(
      'token',
      'new',
      '--for',
      ADMIN,
      '--name',
      'ci',
      '--expires',
      '1d',
      '--may',
      'apps:read',
      '--json',
    )
    expect(names(typedToken.event)).toEqual(names(made.event))
    const ended = await clicked('POST', 'tokens/revoke', { id: made.answer['id'] })
    const { id } = JSON.parse(typedToken.stdout) as { readonly id: string }
    expect(names((await typed('token', 'revoke', id)).event)).toEqual(names(ended.event))
  })
})
