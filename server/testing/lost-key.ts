// A domain whose private key is gone, from the folder or from the database that keeps it.
import { rmSync } from 'node:fs'
import { keyFileOf } from '../keys/key-folder.ts'
import type { FileDomain } from './file-domain.ts'

/** Takes away the private half of a key by its kid. */
export async function loseKey({ config, sql }: Pick<FileDomain, 'config' | 'sql'>, kid: string): Promise<void> {
  if (config.postgresUrl === undefined) rmSync(keyFileOf(config.dataDir, kid))
  else await sql.rows("DELETE FROM wrapped_key WHERE kind = 'key' AND name = ?", kid)
}
