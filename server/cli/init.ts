// `init`: creates a domain as the first start of the server would, so that it can be filled before that start.
import { existsSync, statSync } from 'node:fs'
import { readConfig } from '../config/config.ts'
import { assertProduction } from '../doctor/production.ts'
import { createLog } from '../log/log.ts'
import { recordedSettings } from '../startup/domain-record.ts'
import { caller } from './caller.ts'
import { CommandFailed, result } from './output.ts'

/** Throws CommandFailed when there already is a domain, and ProductionError as a start does. */
export async function initDomain({ json = false }: { readonly json?: boolean }): Promise<void> {
  const config = readConfig(caller().env)
  const { dataDir, databaseFile, publicUrl } = config
  const isThere =
    config.postgresUrl === undefined
      ? existsSync(databaseFile) && statSync(databaseFile).size > 0
      : (await recordedSettings(config)) !== undefined
  if (isThere) throw new CommandFailed(`A domain already exists at ${dataDir}. Nothing was changed.`)
  if (config.production) await assertProduction(config, caller().env)
  const { openDomain } = await import('../domain/domain.ts')
  const domain = await openDomain(config, { log: createLog({ ...config, logLevel: 'warn' }) })
  await domain.close()
  const address = { data_dir: dataDir, public_url: publicUrl }
  result(
    json,
    address,
    `The domain ${publicUrl} was created at ${dataDir}. Start it with the same settings: slipway start`,
  )
}
