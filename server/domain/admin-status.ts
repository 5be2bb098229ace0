// The domain at a glance, for the console and the command line.
import type { AdminStatus } from '#lib/api/admin.ts'
import { domainStatus } from '../admin/status.ts'
import type { Config } from '../config/config.ts'
import { VERSION } from '../config/version.ts'
import type { Storage } from '../storage/storage.ts'
import { latestRefusals } from '../traces/view.ts'

/** For administrators only. Throws StorageUnavailable. */
export const statusOf = (
  config: Config,
  { operated, traces }: Pick<Storage, 'operated' | 'traces'>,
): Promise<AdminStatus> =>
  domainStatus({
    version: VERSION,
    config,
    rows: async () => (await operated.figures()).rows,
    refusals: (most) => latestRefusals(traces, most),
  })
