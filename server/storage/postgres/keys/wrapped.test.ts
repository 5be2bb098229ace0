// The keys and secrets of a domain on PostgreSQL, where several machines share no files.
import type { JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import type { Wrapped } from '#server/keys/store.ts'
import { readConfig } from '../../../config/config.ts'
import { keyFindings } from '../../../doctor/keys.ts'
import { doctorTexts } from '../../../doctor/texts.ts'
import { openKeys } from '../../../keys/keys.ts'
import { databaseVault, rewrap } from '../../../keys/vault.ts'
import { wrappingBy } from '../../../keys/wrapping.ts'
import { openExistingPostgres, openPostgres } from '../opening/opening.ts'
import { postgresStorage } from '../storage.ts'
import { temporaryPostgres, temporaryUrl } from '../testing/temporary-postgres.ts'

const KEY = Buffer.alloc(32, 1).toString('base64url')
const OTHER = Buffer.alloc(32, 2).toString('base64url')
const EIGHT = Array.from({ length: 8 }, (_, n) => n)
const SECRETS = ['asked-traces', 'audit', 'doctor', 'idp-authorization-server', 'idp-portal', 'portal-session']
const NOW = Date.UTC(2026, 3, 1)

type Database = Awaited<ReturnType<typeof temporaryPostgres>>

/** The keys as a process has them. */
async function opened(postgres: Database, keys = [KEY], { readOnly = false } = {}) {
  const storage = await postgresStorage(postgres, postgres.url, { clock: () => NOW, random: systemRandom })
  const vault = await databaseVault({
    store: storage.wrapped,
    wrapping: wrappingBy(keys),
    random: readOnly ? undefined : systemRandom,
    hasAuditLog: storage.hasAuditLog,
  })
  return { ...openKeys({ vault, store: storage.keys, clock: () => NOW, readOnly }), vault, store: storage.wrapped }
}

const processes = async () => {
  const first = await temporaryPostgres()
  return Promise.all([first, ...EIGHT.slice(1).map(() => temporaryPostgres(first.url))])
}

const rows = (postgres: Database) =>
  postgres.run<Wrapped>('SELECT kind, name, "keyId", sealed FROM wrapped_key ORDER BY kind, name')

describe('the keys of a domain on PostgreSQL', () => {
  it('KEY-09 are the same in eight processes that start at once, and nothing is left of those that were second', async () => {
    const all = await processes()
    const keys = await Promise.all(all.map((postgres) => opened(postgres)))
    const active = await Promise.all(keys.map(({ ring }) => ring('oauth').active()))
    expect(new Set(active.map(({ kid }) => kid)).size).toBe(1)
    for (const name of SECRETS) expect(new Set(keys.map(({ secret }) => secret(name))).size, name).toBe(1)
    const [first] = all
    const kept = first ? await rows(first) : []
    expect(kept.map(({ kind, name }) => [kind, name])).toEqual([
      ['key', active[0]?.kid],
      ...SECRETS.map((name) => ['secret', name]),
    ])
  })

  it('KEY-07 are in no row as they are', async () => {
    const postgres = await temporaryPostgres()
    const { ring, secret, vault } = await opened(postgres)
    const { kid } = await ring('oauth').active()
    const { d } = (await vault.privateHalf(kid)) as JWK & { readonly d: string }
    const [text] = await postgres.run<{ readonly text: string }>(
      `SELECT (SELECT string_agg(w::text, ' ') FROM wrapped_key w) || (SELECT string_agg(k::text, ' ') FROM signing_key k) AS text`,
    )
    for (const hidden of [d, ...SECRETS.map(secret)]) expect(text?.text).not.toContain(hidden)
  })

  it('KEY-05 KEY-06 are had by another process after a rotation, and go when they are revoked', async () => {
    const postgres = await temporaryPostgres()
    const [here, there] = [await opened(postgres), await opened(await temporaryPostgres(postgres.url))]
    await there.ring('portal').active()
    const { kid } = await here.rotate('portal', { now: true })
    expect((await there.ring('portal').active()).kid).toBe(kid)
    await there.assertUsable()
    await here.revoke(kid)
    await expect(there.vault.privateHalf(kid)).rejects.toThrow('is not in the database')
    expect((await there.ring('portal').active()).kid).not.toBe(kid)
  })

  it('KEY-07 are refused when a row was changed, is missing or stands in another one’s place', async () => {
    const postgres = await temporaryPostgres()
    const { ring } = await opened(postgres)
    const [one, other] = [await ring('oauth').active(), await ring('idp').active()]
    await postgres.run(
      `UPDATE wrapped_key w SET sealed = o.sealed FROM wrapped_key o WHERE w.kind = 'key' AND o.kind = 'key' AND w.name <> o.name`,
    )
    const swapped = await opened(postgres)
    for (const kid of [one.kid, other.kid])
      await expect(swapped.vault.privateHalf(kid)).rejects.toThrow('is not in its place')
    await expect(swapped.assertUsable()).rejects.toThrow('Put it back from a backup, or make a new one')
    expect(await swapped.lost()).toBeDefined()
    await postgres.run(`DELETE FROM wrapped_key WHERE kind = 'key'`)
    await expect((await opened(postgres)).ring('oauth').active()).rejects.toThrow('is not in the database')
    await postgres.run(
      `UPDATE wrapped_key w SET sealed = o.sealed FROM wrapped_key o WHERE w.name = 'audit' AND o.name = 'doctor'`,
    )
    await expect(opened(postgres)).rejects.toThrow('secret audit in the database was changed')
  })

  it('AUD-05 have no new secret of the audit log once there is a log', async () => {
    const postgres = await temporaryPostgres()
    await postgres.run(
      `INSERT INTO audit_link (position, "eventId", "eventHash", previous, hash) VALUES (1, 'audit.1', '', '', '')`,
    )
    const { hasSecret, secret } = await opened(postgres)
    expect([hasSecret('audit'), hasSecret('doctor')]).toEqual([false, true])
    expect(() => secret('audit')).toThrow('The secret audit is not in the database')
  })

  it('are not made by a command that only reads', async () => {
    const postgres = await temporaryPostgres()
    const { ring, secret } = await opened(postgres, [KEY], { readOnly: true })
    await expect(ring('oauth').active()).rejects.toThrow('There is no key of oauth yet')
    expect(() => secret('doctor')).toThrow('start the server')
    expect(await rows(postgres)).toEqual([])
  })
})

describe('the doctor', () => {
  it('says which keys sign, and which do not open', async () => {
    const postgres = await temporaryPostgres()
    const { ring } = await opened(postgres)
    await ring('oauth').active()
    const levels = async (keys: readonly string[]) => {
      const config = readConfig({ DATABASE_URL: postgres.url, SLIPWAY_KEY: keys.join(',') })
      return (await keyFindings(config, NOW, doctorTexts.en)).map(({ check, level }) => `${check} ${level}`)
    }
    expect([await levels([KEY]), await levels([OTHER])]).toEqual([['keys ok'], ['keys error']])
  })
})

describe('SLIPWAY_KEY', () => {
  it('is replaced while the domain runs: both are known, the rows are wrapped anew, the old one is forgotten', async () => {
    const postgres = await temporaryPostgres()
    const before = await opened(postgres)
    const { kid } = await before.ring('oauth').active()
    const both = await opened(postgres, [OTHER, KEY])
    expect((await both.ring('oauth').active()).kid).toBe(kid)
    expect(await rewrap(both.store, wrappingBy([OTHER, KEY]))).toBe(SECRETS.length + 1)
    expect(await rewrap(both.store, wrappingBy([OTHER, KEY]))).toBe(0)
    const after = await opened(postgres, [OTHER])
    expect((await after.ring('oauth').active()).kid).toBe(kid)
    expect(SECRETS.map(after.secret)).toEqual(SECRETS.map(before.secret))
    await expect(opened(postgres, [KEY])).rejects.toThrow('wrapped by another SLIPWAY_KEY')
  })

  it('is refused before anything is written when it is another one', async () => {
    const url = await temporaryUrl()
    const first = await openPostgres(url)
    await opened({ ...first, url })
    await first.close()
    const assertKeys = wrappingBy([OTHER]).assertOpens
    for (const open of [openPostgres, openExistingPostgres])
      await expect(open(url, { assertKeys })).rejects.toThrow('wrapped by another SLIPWAY_KEY')
    await (await openPostgres(url, { assertKeys: wrappingBy([OTHER, KEY]).assertOpens })).close()
    const empty = await temporaryUrl('template0')
    await (await openPostgres(empty, { assertKeys })).close()
  })
})
