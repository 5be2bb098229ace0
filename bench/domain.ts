// The domain that is measured: a data folder with so many Patients, enlarged from the seed data, and a client of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { CLIENT_ASSERTION_TYPE, signClientAssertion } from '#lib/oauth/client-assertion.ts'
import { readConfig } from '#server/config.ts'
import { type Domain, openDomain } from '#server/wiring.ts'

export const BENCH_APP = 'bench-app'
export const REDIRECT_URI = 'http://localhost:1/bench/callback'

export interface BenchDomain {
  readonly domain: Domain
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly publicUrl: string
  /** Ids of all Patients, in no order. */
  readonly patients: readonly string[]
  readonly key: { readonly kid: string; readonly alg: string; readonly privateKey: CryptoKey }
  readonly close: () => Promise<void>
}

/** Makes the folder, seeds and enlarges it to `size` Patients, and registers the client. */
export async function benchDomain(
  size: number,
  envOf: (directory: string) => Readonly<Record<string, string>>,
): Promise<BenchDomain> {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'))
  const env = envOf(directory)
  const config = readConfig(env)
  const domain = await openDomain(config)
  enlarge(domain, size)
  const key = await registerApp(domain)
  const patients = domain.database.sql
    .prepare<[], { id: string }>(`SELECT id FROM resource_version WHERE type = 'Patient' AND supersededBy IS NULL`)
    .all()
    .map(({ id }) => id)
  return {
    domain,
    directory,
    env,
    publicUrl: config.publicUrl,
    patients,
    key,
    close: async () => {
      await domain.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** In one transaction: no one else is there to wait. */
const BATCH = 2000

/** Adds Patients until there are `size`: copies of the seed's, each with an id and an identifier of its own. */
function enlarge({ resources, database, clock }: Domain, size: number): void {
  const seeds = seedPatients()
  const { n } = database.sql
    .prepare<[], { n: number }>(`SELECT coalesce(sum(count), 0) AS n FROM resource_count WHERE type = 'Patient'`)
    .get() ?? { n: 0 }
  const copies: ReturnType<typeof prepareResource>[] = []
  for (let number = n; number < size; number += 1) {
    copies.push(copyOf(seeds[number % seeds.length] ?? '', number))
    if (copies.length === BATCH || number === size - 1) resources.writePrepared(copies.splice(0), clock())
  }
}

/** The Patients of the seed, one JSON text each. */
export const seedPatients = (): readonly string[] =>
  readFileSync('prisma/seed/patients.ndjson', 'utf8').trim().split('\n')

export function copyOf(seed: string, number: number) {
  const patient = JSON.parse(seed) as Record<string, unknown>
  const id = `bench-${number.toString(36).padStart(6, '0')}-${((number * 2654435761) % 2 ** 32).toString(16)}`
  const identifier = [{ system: 'https://bench.example/mrn', value: String(number) }]
  const parsed = { ...patient, id, identifier }
  return prepareResource({ type: 'Patient', id, text: JSON.stringify(parsed), parsed })
}

async function registerApp({ registry }: Domain) {
  const { privateKey, publicKey } = await generateKeyPair('RS384')
  const kid = 'bench-key'
  await registry.saveClient({
    clientId: BENCH_APP,
    name: 'Benchmark',
    kind: 'module',
    status: 'approved',
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS384', use: 'sig' }] },
    jwksUrl: undefined,
    redirectUris: [REDIRECT_URI],
    launchUrl: 'http://localhost:1/bench/launch',
    roleName: 'reader',
  })
  return { kid, alg: 'RS384', privateKey }
}

/** The body of a token request, signed now: it is good for two minutes, once. */
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
