// The key files of a backup: secrets of the domain, and the private halves of the keys that sign or are about to.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { keyProblem } from '../keys/key-folder.ts'
import type { SigningKeyRow } from '../keys/store.ts'

/** Names and contents of the files in a key folder. */
export type KeyFiles = ReadonlyMap<string, Buffer>

const KEPT = /^[A-Za-z0-9_-]+\.(jwk|secret)$/

export function readKeyFiles(folder: string): KeyFiles {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder).filter((name) => KEPT.test(name))
  return new Map(names.flatMap((name) => contentOf(path.join(folder, name)).map((content) => [name, content] as const)))
}

/** Empty for a file that was deleted meanwhile, because its key was revoked. */
function contentOf(file: string): readonly Buffer[] {
  try {
    return [readFileSync(file)]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The files that the database of the same moment needs: a key that no longer signs needs no private half. */
export function filesInUse(files: KeyFiles, keys: readonly SigningKeyRow[]): KeyFiles {
  const signing = new Set(keys.filter(signs).map(({ kid }) => `${kid}.jwk`))
  return new Map([...files].filter(([name]) => name.endsWith('.secret') || signing.has(name)))
}

/** The problems of the files of keys that sign or will sign, one sentence each. */
export const keyFileProblems = (folder: string, keys: readonly SigningKeyRow[]): readonly string[] =>
  keys.filter(signs).flatMap((key) => keyProblem(folder, key) ?? [])

const signs = ({ status }: SigningKeyRow): boolean => status === 'active' || status === 'next'
