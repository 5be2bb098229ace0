import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'

const mode = (file: string) => statSync(file).mode & 0o777

function emptyDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-keys-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return path.join(directory, 'data')
}

const open = (directory: string) =>
  openDomain(readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }))

const OWNERS = ['access_token', 'idp_launch', 'portal', 'launch'] as const

describe('the keys of a domain', () => {
  it('KEY-07 are made at the first start, one for each owner, in files that only the user of the server may read', async () => {
    const directory = emptyDirectory()
    const domain = await open(directory)
    const kids = await Promise.all(OWNERS.map(async (owner) => (await domain.keys.ring(owner).active()).kid))
    await domain.close()
    expect(new Set(kids).size).toBe(OWNERS.length)
    expect(mode(directory)).toBe(0o700)
    expect(mode(path.join(directory, 'slipway.db'))).toBe(0o600)
    const folder = path.join(directory, 'keys')
    expect(mode(folder)).toBe(0o700)
    const files = readdirSync(folder)
    expect(files).toEqual(expect.arrayContaining(kids.map((kid) => `${kid}.jwk`)))
    for (const file of files) expect(mode(path.join(folder, file)), file).toBe(0o600)
  })

  it('KEY-07 have no private member in what the database publishes', async () => {
    const directory = emptyDirectory()
    const domain = await open(directory)
    await Promise.all(OWNERS.map((owner) => domain.keys.ring(owner).active()))
    const rows = (await Promise.all(OWNERS.map((owner) => domain.keys.ring(owner).publicJwks()))).flatMap(
      ({ keys }) => keys,
    )
    await domain.close()
    expect(rows).toHaveLength(OWNERS.length)
    for (const row of rows)
      for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(row).not.toHaveProperty(member)
  })

  it('KEY-09 are the same after a restart, and when two processes start at once', async () => {
    const directory = emptyDirectory()
    const jwks = async () => {
      const domain = await open(directory)
      const keys = await Promise.all(OWNERS.map((owner) => domain.keys.ring(owner).publicJwks()))
      const secret = domain.keys.secret('a-secret')
      await domain.close()
      return JSON.stringify({ keys, secret })
    }
    const first = await jwks()
    expect(await Promise.all([jwks(), jwks()])).toEqual([first, first])
  })
})

/** Everything that the project is made of; what a running domain or a build leaves behind lies elsewhere. */
const SOURCES = [
  'app',
  'bin',
  'components',
  'docs',
  'e2e',
  'lib',
  'prisma',
  'public',
  'scripts',
  'server',
  '.env.example',
]

describe('the repository', () => {
  it('KEY-07 has no private key', () => {
    const files = SOURCES.flatMap((source) =>
      statSync(source).isFile()
        ? [source]
        : readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => path.join(source, name)),
    ).filter((file) => statSync(file).isFile())
    const holdsKey = (text: string) =>
      /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}|"d"\s*:\s*"[A-Za-z0-9_-]{40,}"/.test(text)
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => holdsKey(readFileSync(file, 'latin1')))).toEqual([])
    expect(files.filter((file) => /\.(pem|key|p12|pfx|jwk|db)$|(^|\/)\.env$/.test(file))).toEqual([])
  })
})
