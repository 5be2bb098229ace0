// Examines an installation from inside and from outside, and reports problems. Changes nothing.

import type { Config } from '../config/config.ts'
import { clientKeyFindings } from './client-keys.ts'
import { databaseFindings } from './database.ts'
import { domainFindings } from './domain.ts'
import type { Examination } from './examination.ts'
import { diskFindings, fileFindings, ownerFinding } from './files.ts'
import type { Finding } from './finding.ts'
import { keyFindings } from './keys.ts'
import { pageRightFindings } from './page-rights.ts'
import { providerFindings } from './provider.ts'
import { publicFindings } from './public.ts'
import { settingFindings } from './settings.ts'

/** All findings, in the order in which it helps to resolve them. */
export async function examine(examination: Examination): Promise<readonly Finding[]> {
  const inside = await examineInside(examination, databaseFindings)
  const outside = await publicFindings(examination)
  const isServed = outside.every(({ check, level }) => check !== 'public' || level === 'ok')
  return [...inside, ...outside, ...(await examineOthers(examination, { isServed }))]
}

/**
 * Findings about settings, files and keys, without outbound requests. `examineDatabase` reads the whole file; a running
 * server omits it, because it would block other requests.
 */
export async function examineInside(
  { config, env, identity, now, texts }: Omit<Examination, 'fetch' | 'fetchKeys'>,
  examineDatabase: (config: Config) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const owner = ownerFinding(config, texts)
  // Another user's SQLite would create files beside the database that lock out its owner.
  const inside =
    owner.level === 'error'
      ? []
      : [
          ...(await examineDatabase(config)),
          ...(await keyFindings(config, now(), texts)),
          ...(await pageRightFindings(config, texts)),
        ]
  return [
    ...(await settingFindings(config, env, texts)),
    ...domainFindings(identity),
    owner,
    ...fileFindings(config, env, texts),
    ...(await diskFindings(config, texts)),
    ...inside,
  ]
}

/**
 * Findings about others' answers: the keys that apps publish, and the identity provider. `isServed` tells whether the
 * domain itself answers.
 */
export async function examineOthers(
  examination: Examination,
  { isServed }: { readonly isServed: boolean },
): Promise<readonly Finding[]> {
  const isOwner = ownerFinding(examination.config, examination.texts).level !== 'error'
  return [
    ...(isOwner ? await clientKeyFindings(examination, { isServed }) : []),
    ...(await providerFindings(examination)),
  ]
}
