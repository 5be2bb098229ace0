// Secrets of the domain by name, each in a 0600 file of the key folder.
import { existsSync, linkSync, readFileSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import type { Random } from '#lib/crypto/random.ts'
import { syncFolder, writeDurably } from '#lib/files/durable-files.ts'
import { OperatorError } from '#lib/operator-error.ts'

export interface Secrets {
  /** A secret by name (base64url, 256 bits), created on first use. Throws OperatorError when its file is damaged. */
  readonly secret: (name: string) => string
  /** True when the secret exists; never creates it. */
  readonly hasSecret: (name: string) => boolean
}

/** The secrets in a folder. Without `random`, a missing secret is reported instead of created. */
export function openSecrets(directory: string, random: Random | undefined): Secrets {
  const known = new Map<string, string>() // A secret never changes, so its file is read once.
  return {
    secret: (name) => {
      const secret = known.get(name) ?? keySecret(directory, name, random)
      known.set(name, secret)
      return secret
    },
    hasSecret: (name) => existsSync(secretFile(directory, name)),
  }
}

const secretFile = (directory: string, name: string) => path.join(directory, `${name}.secret`)

/** Length of the shortest accepted secret, in characters: an operator may provide one, but not an empty one. */
const SHORTEST_SECRET = 32

/**
 * Reads the secret, or creates it if `random` is given. When two processes create it concurrently, the first link wins.
 * Throws OperatorError.
 */
export function keySecret(directory: string, name: string, random: Random | undefined): string {
  const file = secretFile(directory, name)
  if (!existsSync(file)) {
    if (!random)
      throw new OperatorError(
        `${file} is missing. Put it back from a backup; or start the server, which makes a new one.`,
      )
    makeSecret(file, random)
  }
  const secret = readFileSync(file, 'utf8')
  if (secret.trim().length >= SHORTEST_SECRET) return secret
  throw new OperatorError(
    `${file} is damaged: it is shorter than a secret is. Put it back from a backup; or delete it, and a new one is made.`,
  )
}

function makeSecret(file: string, random: Random): void {
  const draft = `${file}.${random.uuid()}`
  writeDurably(draft, random.token())
  try {
    linkSync(draft, file)
    syncFolder(path.dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}
