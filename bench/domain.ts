// The measured domain: a data folder with a given number of Patients, enlarged from the seed data, and its own client.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { CLIENT_ASSERTION_TYPE, signClientAssertion } from '#lib/oauth/client-assertion.ts'
import { readConfig } from '#server/config/config.ts'
import { type Domain, openDomain } from '#server/domain/domain.ts'
import { enlarge } from './enlarge.ts'

export const BENCH_APP = 'bench-app'
/** The role of the client, for the rows that write as much as for those that read. */
const ROLE = 'bench'
export const REDIRECT_URI = 'http://localhost:1/bench/callback'

export interface BenchDomain {
  readonly domain: Domain
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly publicUrl: string
  /** Ids of all Patients, in no particular order. */
  readonly patients: readonly string[]
  /** The stored body of a Patient. */
  readonly bodyOf: (id: string) => Buffer
  readonly rows: Rows
  readonly key: Awaited<ReturnType<typeof registerApp>>
  readonly close: () => Promise<void>
}

/** The rows of a SELECT that both engines know, with camelCase in quotes. */
export type Rows = <Row>(sql: string) => Promise<readonly Row[]>

const PATIENTS = `SELECT id FROM resource_version WHERE type = 'Patient' AND "supersededBy" IS NULL`

/** Creates the folder, seeds it, enlarges it to `size` Patients and registers the client; `given` reads the database. */
export async function benchDomain(
  size: number,
  envOf: (directory: string) => Readonly<Record<string, string>>,
  given?: Rows,
): Promise<BenchDomain> {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  process.once('exit', remove) // Runs even if a wrong answer ends the run, because a million Patients are gigabytes.
  const env = envOf(directory)
  const config = readConfig(env)
  const domain = await openDomain(config)
  const read: Rows = given ?? (async <Row>(sql: string) => domain.database?.sql.prepare<[], Row>(sql).all() ?? [])
  const ids = async () => (await read<{ readonly id: string }>(PATIENTS)).map(({ id }) => id)
  await enlarge(domain, (await ids()).length, size)
  const key = await registerApp(domain)
  const patients = await ids()
  return {
    domain,
    directory,
    env,
    publicUrl: config.publicUrl,
    patients,
    bodyOf: await storedBodies(read),
    rows: read,
    key,
    close: async () => {
      await domain.close()
      remove()
      process.off('exit', remove)
    },
  }
}

const BODIES = `SELECT id, body FROM resource_version v JOIN resource_body b ON b.seq = v.seq
  WHERE type = 'Patient' AND "supersededBy" IS NULL`

/** The stored bodies, in memory, so that the load need not look them up. */
async function storedBodies(read: Rows): Promise<BenchDomain['bodyOf']> {
  const held = new Map((await read<Stored>(BODIES)).map(({ id, body }) => [id, Buffer.from(body)]))
  return (id) => held.get(id) ?? Buffer.alloc(0)
}

interface Stored {
  readonly id: string
  readonly body: string
}

async function registerApp({ registry }: Domain) {
  const { privateKey, publicKey } = await generateKeyPair('RS384')
  const kid = 'bench-key'
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS384', use: 'sig' }
  const all = { scope: 'all', grantedBy: [] } as const
  await registry.saveRole(ROLE, [
    { ...all, resourceType: '*', operations: 'rs' },
    { ...all, resourceType: 'Patient', operations: 'cruds' },
  ])
  await registry.saveClient({
    clientId: BENCH_APP,
    name: 'Benchmark',
    kind: 'module',
    status: 'approved',
    jwks: { keys: [publicJwk] },
    jwksUrl: undefined,
    redirectUris: [REDIRECT_URI],
    launchUrl: 'http://localhost:1/bench/launch',
    roleName: ROLE,
  })
  return { kid, alg: 'RS384', privateKey, publicJwk }
}

/** The body of a token request, signed now. It is valid for two minutes and for one use. */
export async function tokenForm(
  { key, publicUrl }: BenchDomain,
  grant: Readonly<Record<string, string>>,
): Promise<string> {
  const client_assertion = await signClientAssertion({
    clientId: BENCH_APP,
    audience: `${publicUrl}/oauth2/token`,
    key,
    jti: crypto.randomUUID(),
    now: Date.now(),
  })
  return new URLSearchParams({ ...grant, client_assertion_type: CLIENT_ASSERTION_TYPE, client_assertion }).toString()
}

export const CREDENTIALS = { grant_type: 'client_credentials' } as const
