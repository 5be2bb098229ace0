// The work between requests, wherever the service runs: behind our own server (main.ts), and where Next is the server (next/alone.ts).
import type { Domain } from '../domain/domain.ts'
import { clockMonitor } from './clock-monitor.ts'
import { keepPurging, type Purging } from './purging.ts'

/** How often apps are told again of the end of sessions. */
const LOGOUTS_EVERY_MS = 10_000

/** Between two batches of search values that are made anew, which take some milliseconds each. */
const REINDEX_PAUSE_MS = 10
/** Before another try where the database could not be had, or another process is at it. */
const REINDEX_AGAIN_MS = 30_000

/**
 * Begins to purge, to tell apps and to index anew, each in one process at a time, while this one lives; resolves when the lists are
 * prepared.
 */
export async function startMaintenance(domain: Maintained): Promise<Purging> {
  const { clock, log, purge, storage, resources } = domain
  const isSteady = clockMonitor(clock)
  const purging = keepPurging({
    log,
    purge: async () => (isSteady() ? ((await storage.exclusively('purge', purge)) ?? 0) : 0),
  })
  const telling = setInterval(() => tellApps(domain), LOGOUTS_EVERY_MS).unref()
  await resources.prepareLists()
  void reindex(domain)
  return {
    stop: () => {
      purging.stop()
      clearInterval(telling)
    },
  }
}

type Maintained = Pick<Domain, 'clock' | 'log' | 'purge' | 'resources' | 'peers' | 'storage'>

const tellApps = ({ log, peers, storage }: Maintained): Promise<void> =>
  storage.exclusively('logouts', peers.oauth.tellApps).catch((error) => {
    log.warn({ error: String(error) }, 'apps could not be told of the end of sessions; another try follows')
  })

/** Search values that other search parameters made are made anew, with time for requests between one batch and the next. */
async function reindex(domain: Maintained, hasBegun = false): Promise<void> {
  const { log, resources, storage } = domain
  const again = (afterMs: number, begun = hasBegun) => setTimeout(() => reindex(domain, begun), afterMs).unref()
  try {
    const hasMore = await storage.exclusively('search values', resources.reindexSome)
    if (hasMore === undefined) return void again(REINDEX_AGAIN_MS)
    if (hasMore && !hasBegun) log.info({}, 'search values are being made anew; searches may miss records until then')
    if (!hasMore && hasBegun) log.info({}, 'search values are made anew')
    if (!hasMore) return
  } catch (error) {
    log.warn({ error: String(error) }, 'search values could not be made anew; another try follows')
    return void again(REINDEX_AGAIN_MS)
  }
  again(REINDEX_PAUSE_MS, true)
}
