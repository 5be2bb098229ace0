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
  const endReindexing = keepReindexing(domain)
  return {
    stop: () => {
      purging.stop()
      clearInterval(telling)
      endReindexing()
    },
  }
}

type Maintained = Pick<Domain, 'clock' | 'log' | 'purge' | 'resources' | 'peers' | 'storage'>

const tellApps = ({ log, peers, storage }: Maintained): Promise<void> =>
  storage.exclusively('logouts', peers.oauth.tellApps).catch((error) => {
    log.warn({ error: String(error) }, 'apps could not be told of the end of sessions; another try follows')
  })

/**
 * Makes the search values that other search parameters made anew, with time for requests between one batch and the next. Returns what
 * ends it, after the batch that is under way.
 */
function keepReindexing({ log, resources, storage }: Maintained): () => void {
  let [hasBegun, stopped] = [false, false]
  /** The pause until the next batch, in milliseconds; undefined when nothing is left. */
  const batch = async (): Promise<number | undefined> => {
    try {
      const hasMore = await storage.exclusively('search values', resources.reindexSome)
      if (hasMore === undefined) return REINDEX_AGAIN_MS
      if (hasMore && !hasBegun) log.info({}, 'search values are being made anew; searches may miss records until then')
      if (!hasMore && hasBegun) log.info({}, 'search values are made anew')
      hasBegun = true
      return hasMore ? REINDEX_PAUSE_MS : undefined
    } catch (error) {
      log.warn({ error: String(error) }, 'search values could not be made anew; another try follows')
      return REINDEX_AGAIN_MS
    }
  }
  const turn = async () => {
    const pause = await batch()
    if (!stopped && pause !== undefined) timer = setTimeout(turn, pause).unref()
  }
  let timer: NodeJS.Timeout | undefined
  void turn()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
