// Examines an installation from inside and from outside, and reports problems. Changes nothing.

import type { Fetch } from '#lib/http/handler.ts'
import type { Config } from '../config/config.ts'
import { clientKeyFindings } from './client-keys.ts'
import { databaseFindings } from './database.ts'
import { domainFindings, type Identity } from './domain.ts'
import { diskFindings, fileFindings, ownerFinding } from './files.ts'
import type { Finding } from './finding.ts'
import { keyFindings } from './keys.ts'
import { providerFindings } from './provider.ts'
import { publicFindings } from './public.ts'
import { settingFindings } from './settings.ts'

export interface Examination {
  readonly config: Config
  readonly env: Readonly<Record<string, string | undefined>>
  readonly identity: Identity
  readonly fetch: Fetch
  /** As the server fetches the keys of its apps. */
  readonly fetchKeys: Fetch
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Everything that the doctor looks at, in the order in which it helps to mend things. */
export async function examine(examination: Examination): Promise<readonly Finding[]> {
  const { config, env } = examination
  const owner = ownerFinding(config)
  // Another user's SQLite would create files beside the database that lock its owner out.
  const inside =
    owner.level === 'error' ? [] : [...databaseFindings(config), ...(await keyFindings(config, examination.now()))]
  const outside = await publicFindings(examination)
  const isServed = outside.every(({ check, level }) => check !== 'public' || level === 'ok')
  return [
    ...settingFindings(config, env),
    ...domainFindings(examination.identity),
    owner,
    ...fileFindings(config, env),
    ...(await diskFindings(config)),
    ...inside,
    ...outside,
    ...(owner.level === 'error' ? [] : await clientKeyFindings(examination, { isServed })),
    ...(await providerFindings(examination)),
  ]
}
