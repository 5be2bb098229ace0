// The work between requests, wherever the service runs: behind our own server (main.ts), and where Next is the server (next/alone.ts).
import type { Domain } from '../domain/domain.ts'
import { clockMonitor } from './clock-monitor.ts'
import { keepPurging, type Purging } from './purging.ts'

/** How often apps are told again of the end of sessions. */
const LOGOUTS_EVERY_MS = 10_000

/** Between two batches of search values that are made anew, which take some milliseconds each. */
const REINDEX_PAUSE_MS = 10
/** Before another try where the database could not be had. */
const REINDEX_AGAIN_MS = 30_000

/** Begins to purge and to index anew, which goes on while the process lives; resolves when the lists are prepared. */
export async function startMaintenance({ clock, log, purge, resources, peers }: Maintained): Promise<Purging> {
  const isSteady = clockMonitor(clock)
  const purging = keepPurging({ log, purge: async () => (isSteady() ? purge() : 0) })
  const telling = setInterval(() => tellApps({ log, peers }), LOGOUTS_EVERY_MS).unref()
  await resources.prepareLists()
  void reindex({ log, resources })
  return {
    stop: () => {
      purging.stop()
      clearInterval(telling)
    },
  }
}

type Maintained = Pick<Domain, 'clock' | 'log' | 'purge' | 'resources' | 'peers'>

const tellApps = ({ log, peers }: Pick<Domain, 'log' | 'peers'>): Promise<void> =>
  peers.oauth.tellApps().catch((error) => {
    log.warn({ error: String(error) }, 'apps could not be told of the end of sessions; another try follows')
  })

/** Search values that other search parameters made are made anew, with time for requests between one batch and the next. */
async function reindex({ log, resources }: Pick<Maintained, 'log' | 'resources'>, hasBegun = false): Promise<void> {
  try {
    const hasMore = await resources.reindexSome()
    if (hasMore && !hasBegun) log.info({}, 'search values are being made anew; searches may miss records until then')
    if (!hasMore && hasBegun) log.info({}, 'search values are made anew')
    if (!hasMore) return
  } catch (error) {
    log.warn({ error: String(error) }, 'search values could not be made anew; another try follows')
    setTimeout(() => reindex({ log, resources }, hasBegun), REINDEX_AGAIN_MS).unref()
    return
  }
  setTimeout(() => reindex({ log, resources }, true), REINDEX_PAUSE_MS).unref()
}
