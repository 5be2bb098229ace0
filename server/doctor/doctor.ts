// Examines an installation from inside and from outside, and reports problems. Changes nothing.

import { clientKeyFindings } from './client-keys.ts'
import { databaseFindings } from './database.ts'
import { domainFindings } from './domain.ts'
import type { Examination } from './examination.ts'
import { diskFindings, fileFindings, ownerFinding } from './files.ts'
import type { Finding } from './finding.ts'
import { keyFindings } from './keys.ts'
import { providerFindings } from './provider.ts'
import { publicFindings } from './public.ts'
import { settingFindings } from './settings.ts'

/** All findings, in the order in which it helps to resolve them. */
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
