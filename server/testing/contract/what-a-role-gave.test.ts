// What a role or a status gave ends with it: it is not there again when the role or the status comes back.
import { describe, expect, it } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { launchToken, registerApp, signedForm } from '../app.ts'
import { type TestDomain, testDomain } from '../domain.ts'

const ADMIN = 'beheer@demo.test'

/** A domain with a second administrator, so that the first one can be another person for a while. */
async function withTwoAdmins() {
  const here = await testDomain()
  const accounts = here.domain.storage.accounts
  await accounts.setRole('daan@demo.test', 'admin')
  const onceMore = async () => {
    await accounts.setRole(ADMIN, 'patient')
    await accounts.setRole(ADMIN, 'admin')
  }
  return { ...here, onceMore }
}

/** A trace of a refused launch of an app, and a link to it by a person. */
async function sharedTrace(
  { domain, fetch, now }: TestDomain,
  clientId: string,
  by: string,
): Promise<() => Promise<boolean>> {
  const launch = await launchToken(domain, { clientId })
  const redirectUri = (await domain.registry.find(clientId))?.redirectUris[0] ?? ''
  await fetch(`/oauth2/authorize?${new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, launch })}`)
  await domain.traces.flush()
  const traceId = (await domain.sql.value('SELECT id FROM trace WHERE clientId = ?', clientId)) as string
  const share = {
    id: crypto.randomUUID(),
    traceId,
    tokenHash: sha256(by),
    by,
    createdAt: now(),
    expiresAt: now() + DAY,
  }
  expect(await domain.storage.traceShares.add(share, 9)).toBe(true)
  return async () => (await domain.storage.traceShares.traceOf(sha256(by), now())) !== undefined
}

const status = async ({ fetch }: TestDomain, path: string, token: string) =>
  (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).status

describe('what the role of an administrator gave', () => {
  it('stays revoked when the role comes back: tokens for the command line', async () => {
    const here = await withTwoAdmins()
    const made = await here.domain.tokens.make({ username: ADMIN, name: 'ci', scopes: ['apps:read'], days: 1 })
    if (typeof made === 'string') throw new Error(made)
    expect(await status(here, '/admin/api/apps', made.secret)).toBe(200)
    await here.onceMore()
    expect(await status(here, '/admin/api/apps', made.secret)).toBe(401)
    expect(await here.domain.tokens.list()).toEqual([])
  })

  it('stays revoked when the role comes back: links to traces', async () => {
    const here = await withTwoAdmins()
    const opens = await sharedTrace(here, 'demo-app', ADMIN)
    expect(await opens()).toBe(true)
    await here.onceMore()
    expect(await opens()).toBe(false)
  })
})

describe('what developing an app gave', () => {
  it('ends when the developer loses the app: links to the traces of this app, and of no other', async () => {
    const here = await testDomain()
    await registerApp(here.domain, 'other')
    const person = 'marijke@demo.test'
    const { sql } = here.domain
    for (const clientId of ['demo-app', 'other'])
      await sql.rows(
        'INSERT INTO app_developer (clientId, username) VALUES (?, ?) ON CONFLICT DO NOTHING',
        clientId,
        person,
      )
    const opens = await sharedTrace(here, 'demo-app', person)
    await sql.rows('DELETE FROM app_developer WHERE clientId = ? AND username = ?', 'other', person)
    expect(await opens()).toBe(true)
    await sql.rows('DELETE FROM app_developer WHERE clientId = ? AND username = ?', 'demo-app', person)
    expect(await opens()).toBe(false)
  })
})

describe('what an app got while it was approved', () => {
  it('RBT-18 INT-03 is gone when it is approved again: bearer tokens, at the FHIR API and at introspection', async () => {
    const here = await testDomain()
    const app = await registerApp(here.domain)
    const token = await here.bearer(app)
    expect(await status(here, '/fhir/DEFAULT/Patient', token)).toBe(200)
    await here.domain.registry.setClientStatus(app.clientId, 'disabled')
    expect(await status(here, '/fhir/DEFAULT/Patient', token)).toBe(401)
    here.advance(1000)
    await here.domain.registry.setClientStatus(app.clientId, 'approved')
    expect(await status(here, '/fhir/DEFAULT/Patient', token)).toBe(401)
    const introspect = async (asked: string) => {
      const audience = `${here.domain.config.authUrl}/oauth2/token`
      const body = await signedForm(app, audience, here.now(), { token: asked })
      return (await here.fetch('/oauth2/introspect', { method: 'POST', body })).json()
    }
    expect(await introspect(token)).toEqual({ active: false })
    const another = await here.bearer(app)
    expect(await status(here, '/fhir/DEFAULT/Patient', another)).toBe(200)
    expect(await introspect(another)).toMatchObject({ active: true })
  })

  it('RBT-18 is gone when another app is registered by its name', async () => {
    const here = await testDomain()
    const token = await here.bearer(await registerApp(here.domain))
    await here.domain.sql.rows('DELETE FROM client WHERE clientId = ?', 'test-app')
    here.advance(1000)
    await registerApp(here.domain)
    expect(await status(here, '/fhir/DEFAULT/Patient', token)).toBe(401)
  })

  it.each(['authorize_transaction', 'authorization_code', 'noop_token'])(
    'is gone when it is disabled: %s',
    async (table) => {
      const here = await testDomain()
      const { sql } = here.domain
      const columns = await sql.columns(table)
      const insert = `INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`
      for (const clientId of ['demo-app', 'demo-portal'])
        await sql.rows(
          insert,
          ...columns.map((type) => (type === 'time' ? new Date(1) : type === 'text' ? clientId : 1)),
        )
      await here.domain.registry.setClientStatus('demo-app', 'disabled')
      expect(await sql.values(`SELECT clientId FROM ${table}`)).toEqual(['demo-portal'])
    },
  )
})
