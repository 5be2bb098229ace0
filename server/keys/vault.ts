// Where the private halves and secrets of a domain are kept: in files, or wrapped in a database that several machines share.
import type { JWK } from 'jose'
import type { Random } from '#lib/crypto/random.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { keyProblem, readPrivateHalf, removePrivateHalf, writePrivateHalf } from './key-folder.ts'
import { openSecrets, type Secrets } from './secrets.ts'
import type { SigningKeyRow, Wrapped, WrappedStore } from './store.ts'
import type { Wrapping } from './wrapping.ts'

/** Where secrets and private halves are kept. Nothing in it leaves the server. */
export interface KeyVault extends Secrets {
  /** The private half of a key. Rejects with OperatorError when it is not there. */
  readonly privateHalf: (kid: string) => Promise<JWK>
  /** Keeps a private half; it is on the disk then. */
  readonly keep: (kid: string, jwk: JWK) => Promise<void>
  readonly forget: (kid: string) => Promise<void>
  /** The problem of a key's private half, as a sentence; undefined when it matches the public half. */
  readonly problemOf: (key: SigningKeyRow) => Promise<string | undefined>
}

/** Files of a folder. Without `random`, a missing secret is reported instead of created. */
export const folderVault = (directory: string, random: Random | undefined): KeyVault => ({
  ...openSecrets(directory, random),
  privateHalf: async (kid) => readPrivateHalf(directory, kid),
  keep: async (kid, jwk) => writePrivateHalf(directory, kid, jwk),
  forget: async (kid) => removePrivateHalf(directory, kid),
  problemOf: async (key) => keyProblem(directory, key),
})

/** What is missing of these is made when the vault is opened: who asks for a secret does not wait. */
const SECRETS = [
  ...['asked-traces', 'audit', 'doctor', 'idp-authorization-server', 'idp-portal', 'portal-session'],
] as const

interface DatabaseVaultDeps {
  readonly store: WrappedStore
  readonly wrapping: Wrapping
  /** Undefined to make nothing. */
  readonly random: Random | undefined
  /** True if there is a log, which a new secret would make look forged. */
  readonly hasAuditLog: () => Promise<boolean>
}

/** Rows of a database. Rejects with OperatorError when one of them does not open. */
export async function databaseVault({ store, wrapping, random, hasAuditLog }: DatabaseVaultDeps): Promise<KeyVault> {
  const secrets = new Map<string, string>()
  const load = async () => {
    for (const row of await store.all()) if (row.kind === 'secret') secrets.set(row.name, wrapping.unwrap(row))
  }
  await load()
  const missing = SECRETS.filter((name) => !secrets.has(name))
  if (random && missing.length > 0) {
    const isLogged = await hasAuditLog()
    for (const name of missing)
      if (name !== 'audit' || !isLogged) await store.add(wrapping.wrap({ kind: 'secret', name }, random.token()))
    await load() // Another process may have been first.
  }

  const privateHalf = async (kid: string): Promise<JWK> => {
    const row = await store.find({ kind: 'key', name: kid })
    if (!row) throw new OperatorError(`The private key ${kid} is not in the database. Put it back from a backup.`)
    return JSON.parse(wrapping.unwrap(row)) as JWK
  }

  return {
    secret: (name) => {
      const secret = secrets.get(name)
      if (secret !== undefined) return secret
      throw new OperatorError(
        `The secret ${name} is not in the database. Put it back from a backup; or start the server, which makes a new one.`,
      )
    },
    hasSecret: (name) => secrets.has(name),
    privateHalf,
    keep: async (kid, jwk) => {
      await store.add(wrapping.wrap({ kind: 'key', name: kid }, JSON.stringify(jwk)))
    },
    forget: (kid) => store.remove({ kind: 'key', name: kid }),
    problemOf: async ({ kid, owner, publicJwk }) => {
      try {
        const { d, x, n } = await privateHalf(kid)
        const shown = JSON.parse(publicJwk) as JWK
        const isPair = typeof d === 'string' && n === shown.n && x === shown.x
        return isPair ? undefined : `The private key of ${owner} in the database is another one than it should be`
      } catch (error) {
        if (error instanceof OperatorError) return `The private key of ${owner} cannot be used. ${error.message}`
        throw error
      }
    },
  }
}

/** Wraps all rows by the first key. Returns how many were wrapped by another one. */
export async function rewrap(store: WrappedStore, wrapping: Wrapping): Promise<number> {
  const old = (await store.all()).filter(({ keyId }) => keyId !== wrapping.keyId)
  const texts = old.map((row): readonly [Wrapped, string] => [row, wrapping.unwrap(row)]) // All of them, before one is written.
  for (const [row, text] of texts) await store.replace(row, wrapping.wrap(row, text))
  return old.length
}
