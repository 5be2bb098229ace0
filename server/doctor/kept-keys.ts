// Reads the private keys and secrets of a domain, whether they are files or wrapped in its database.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { keyFileOf, keyFolderOf } from '../keys/key-folder.ts'
import type { Wrapped } from '../keys/store.ts'
import { wrappingBy } from '../keys/wrapping.ts'
import { inspected } from '../storage/inspect.ts'

/** Where one of them is kept, for people. */
export const placeOf = ({ dataDir, postgresUrl }: Config, { kind, name }: Pick<Wrapped, 'kind' | 'name'>): string =>
  postgresUrl === undefined ? fileOf(dataDir, { kind, name }) : `wrapped_key (${kind} ${name})`

/** The text of each that there is. The function throws for one that cannot be read. */
export async function keptKeys(config: Config): Promise<(what: Pick<Wrapped, 'kind' | 'name'>) => string | undefined> {
  const { dataDir, postgresUrl, wrappingKeys } = config
  if (postgresUrl === undefined)
    return (what) => {
      const file = fileOf(dataDir, what)
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined
    }
  const rows = (await inspected(config, async ({ wrapped }) => wrapped?.())) ?? []
  return ({ kind, name }) => {
    const row = rows.find((one) => one.kind === kind && one.name === name)
    return row && wrappingBy(wrappingKeys).unwrap(row)
  }
}

const fileOf = (dataDir: string, { kind, name }: Pick<Wrapped, 'kind' | 'name'>): string =>
  kind === 'key' ? keyFileOf(dataDir, name) : path.join(keyFolderOf(dataDir), `${name}.secret`)
