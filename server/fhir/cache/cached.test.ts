// Cached callers and versions stay while others write, and are dropped when they change.

import { describe, expect, it, vi } from 'vitest'
import { anotherStorage } from '#server/testing/another-storage.ts'
import { registerApp } from '#server/testing/app.ts'
import { eventsOf, nameOf } from '#server/testing/audit.ts'
import { testDomain } from '#server/testing/domain.ts'

const PATH = '/fhir/DEFAULT/Patient/marijke-jansen'

/** A domain with a reader, another program on its database, and how often is looked up. */
async function watched(env: Readonly<Record<string, string>>) {
  const test = await testDomain(env)
  const { domain } = test
  const app = await registerApp(domain)
  const authorization = `Bearer ${await test.bearer(app)}`
  const other = (await anotherStorage(domain)).resources
  const callers = vi.spyOn(domain.registry.authority, 'find')
  const versions = vi.spyOn(domain.resources, 'readCurrent')
  const read = async () => {
    callers.mockClear()
    versions.mockClear()
    const answer = await test.fetch(PATH, { headers: { authorization } })
    const lookedUp = { callers: callers.mock.calls.length, versions: versions.mock.calls.length }
    return { status: answer.status, tag: answer.headers.get('etag'), text: await answer.text(), lookedUp }
  }
  return { ...test, app, other, read }
}

/** The same once its FHIR API knows the caller and the version. */
async function known(env: Readonly<Record<string, string>> = {}) {
  const test = await watched({ HOT_PATH: 'on', ...env })
  const { read } = test
  expect(await read()).toMatchObject({ status: 200, lookedUp: { callers: 1, versions: 1 } })
  expect(await read()).toMatchObject({ status: 200, lookedUp: { callers: 0, versions: 1 } }) // Kept from now on.
  expect(await read()).toMatchObject({ status: 200, lookedUp: { callers: 0, versions: 0 } })
  return test
}

const patient = (id: string, family: string) => {
  const parsed = { resourceType: 'Patient', id, name: [{ family }] }
  return { type: 'Patient', id, text: JSON.stringify(parsed), parsed }
}

const NOTHING = { callers: 0, versions: 0 }

describe('what a read remembers outlives what does not concern it', () => {
  it('the audit log, which writes down the reads themselves', async () => {
    const { domain, read } = await known()
    await domain.audit.flush()
    expect((await eventsOf(domain)).filter((event) => nameOf(event) === 'read')).toHaveLength(1)
    expect(await read()).toMatchObject({ status: 200, lookedUp: NOTHING })
  })

  it('the audit log when it writes each read at once', async () => {
    const { domain, read } = await known({ AUDIT_READS: 'each' })
    expect(await read()).toMatchObject({ status: 200, lookedUp: NOTHING })
    expect((await eventsOf(domain)).filter((event) => nameOf(event) === 'read')).toHaveLength(4)
  })

  it('tokens and their used assertions, and resources that are new, whoever writes them', async () => {
    const { app, bearer, domain, other, read, now } = await known()
    await bearer(app)
    await domain.sql.rows(
      "INSERT INTO used_jti (kind, issuer, jti, expiresAt) VALUES ('launch', 'a', 'b', ?)",
      new Date(1),
    )
    await domain.resources.write([patient('new-here', 'Here')], now())
    await other.write([patient('new-there', 'There')], now())
    expect(await read()).toMatchObject({ status: 200, lookedUp: NOTHING })
  })
})

it('with HOT_PATH=off nothing is known from one read to the next', async () => {
  const { read } = await watched({ HOT_PATH: 'off' })
  for (let count = 0; count < 4; count += 1)
    expect(await read()).toMatchObject({ status: 200, lookedUp: { callers: 1, versions: 1 } })
})

describe('the very next read knows what another program wrote', () => {
  it.each([
    ['a client that is blocked', "UPDATE client SET status = 'disabled' WHERE clientId = 'test-app'", 401],
    ['a client that is gone', "DELETE FROM client WHERE clientId = 'test-app'", 401],
    ['a client of another role', "UPDATE client SET roleName = 'none' WHERE clientId = 'test-app'", 403],
    ['a permission that is gone', "UPDATE role SET permissions = '[]' WHERE name = 'reader'", 403],
    [
      'a permission that is narrower',
      `UPDATE role SET permissions = replace(permissions, '"rs"', '"s"') WHERE name = 'reader'`,
      403,
    ],
    ['a key that is withdrawn', "UPDATE signing_key SET status = 'revoked' WHERE owner = 'access_token'", 401],
    ['a key that is gone', "DELETE FROM signing_key WHERE owner = 'access_token'", 401],
  ])('%s', async (_what, sql, status) => {
    const { domain, read } = await known()
    await domain.sql.rows("INSERT INTO role (name, createdAt) VALUES ('none', ?)", new Date(1))
    await read()
    expect(await domain.sql.rows(`${sql} RETURNING *`)).not.toEqual([])
    expect((await read()).status).toBe(status)
  })

  it('a client that may again, of whom nothing is kept that it was given before', async () => {
    const { domain, read } = await known()
    await domain.sql.rows("UPDATE client SET status = 'disabled' WHERE clientId = 'test-app'")
    expect((await read()).status).toBe(401)
    await domain.sql.rows("UPDATE client SET status = 'approved' WHERE clientId = 'test-app'")
    expect(await read()).toMatchObject({ status: 200, lookedUp: { callers: 1, versions: 1 } })
  })

  it('a version, a deletion and a return of it: of the version anew, of the caller what is known', async () => {
    const { other: resources, read, now } = await known()
    const lookedUp = { callers: 0, versions: 1 }
    await resources.write([patient('marijke-jansen', 'Second')], now())
    expect(await read()).toMatchObject({ status: 200, tag: 'W/"2"', lookedUp, text: expect.stringContaining('Second') })
    await resources.delete('Patient', 'marijke-jansen', now())
    expect(await read()).toMatchObject({ status: 410, lookedUp })
    await resources.write([patient('marijke-jansen', 'Fourth')], now())
    expect(await read()).toMatchObject({ status: 200, tag: 'W/"4"', lookedUp, text: expect.stringContaining('Fourth') })
  })

  it.each([
    ['a text', "UPDATE resource_body SET body = replace(body, 'Jansen', 'Pietersen') WHERE seq = #", 200, 'Pietersen'],
    ['a mark of deletion', 'UPDATE resource_version SET deleted = true WHERE seq = #', 410, 'deleted'],
    ['a version that is gone', 'DELETE FROM resource_version WHERE seq = #', 404, 'not-found'],
    ['a text that is gone', 'DELETE FROM resource_body WHERE seq = #', 410, 'deleted'],
    ['another id', "UPDATE resource_version SET id = 'x' WHERE seq = #", 404, 'not-found'],
  ])('by hand: %s', async (_what, sql, status, text) => {
    const { domain, read } = await known()
    const seq = "(SELECT seq FROM resource_version WHERE type = 'Patient' AND id = 'marijke-jansen')"
    expect(await domain.sql.rows(`${sql.replace('#', seq)} RETURNING *`)).toHaveLength(1)
    expect(await read()).toMatchObject({ status, text: expect.stringContaining(text), lookedUp: { versions: 1 } })
  })
})
