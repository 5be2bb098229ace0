// The folder with the private halves of the signing keys, each in a 0600 file.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { JWK } from 'jose'
import { writeDurably } from '#lib/files/durable-files.ts'
import { OperatorError } from '#lib/operator-error.ts'
import type { SigningKeyRow } from './store.ts'

/** The folder of a domain's keys. */
export const keyFolderOf = (dataDir: string): string => path.join(dataDir, 'keys')

/** The file with the private half of a key. */
export const keyFileOf = (dataDir: string, kid: string): string => keyFile(keyFolderOf(dataDir), kid)

/**
 * Throws OperatorError when a domain has lost its keys: new ones would silently invalidate every app and session. On PostgreSQL they are
 * in the database.
 */
export function assertKeyFolder({
  dataDir,
  databaseFile,
  postgresUrl,
}: {
  readonly dataDir: string
  readonly databaseFile: string
  readonly postgresUrl?: string | undefined
}): void {
  const folder = keyFolderOf(dataDir)
  if (postgresUrl !== undefined || existsSync(folder)) return
  throw new OperatorError(
    `${folder} is missing, and ${databaseFile} is of a domain that has its keys there. Put the folder back from a backup (./bin/slipway restore FOLDER --replace), or begin anew with another DATA_DIR.`,
  )
}

const keyFile = (directory: string, kid: string) => path.join(directory, `${kid}.jwk`)

export const readPrivateHalf = (directory: string, kid: string): JWK =>
  JSON.parse(readFileSync(keyFile(directory, kid), 'utf8')) as JWK

export const writePrivateHalf = (directory: string, kid: string, jwk: JWK): void =>
  writeDurably(keyFile(directory, kid), JSON.stringify(jwk))

export const removePrivateHalf = (directory: string, kid: string): void =>
  rmSync(keyFile(directory, kid), { force: true })

/** The problem of a key's private half, as a sentence; undefined when it matches the public half. */
export function keyProblem(directory: string, { kid, owner, publicJwk }: SigningKeyRow): string | undefined {
  const file = keyFile(directory, kid)
  if (!existsSync(file)) return `${file}, the private key of ${owner}, is missing`
  try {
    const { d, n } = readPrivateHalf(directory, kid)
    const isPair = typeof d === 'string' && n === (JSON.parse(publicJwk) as JWK).n
    return isPair ? undefined : `${file} is not the private key of ${owner} that it should be`
  } catch {
    return `${file}, the private key of ${owner}, is damaged or cannot be read`
  }
}
