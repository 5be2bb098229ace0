// `npm start`: opens the domain, listens, and says where and how to log in.
import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import next from 'next'
import { parseConfig, readConfig, tellNextAuth } from './config/config.ts'
import { assertProduction } from './doctor/production.ts'
import { type Domain, openDomain, shareDomain } from './domain/domain.ts'
import { assertMayListen, listen } from './http/listening.ts'
import { createHttpServer, type NodeHandler } from './http/server.ts'
import { endOnSignal } from './http/shutdown.ts'
import { clockMonitor } from './maintenance/clock-monitor.ts'
import { keepPurging } from './maintenance/purging.ts'
import { assertMayMove, moveOf, recordedSettings, storedBefore } from './startup/domain-record.ts'
import { greet, takeConsole, tellMove } from './startup/greeting.ts'

export { explainFailure } from './startup/explain-failure.ts'

/** Between two batches of search values that are made anew, which take some milliseconds each. */
const REINDEX_PAUSE_MS = 10
/** Before another try where the database could not be had. */
const REINDEX_AGAIN_MS = 30_000

/**
 * How far the heap may grow beyond what is alive in it before it is collected, in percent. Left to itself V8 lets it grow fourfold
 * where a machine has much memory: over 100,000 Patients, mixed load for some minutes holds 686 MiB on Node 24 without this flag, and
 * 453 with it. With 40 a list, whose bytes count as growth, takes
 * twice the time; with 60 a seventh more.
 */
const HEAP_GROWTH_PERCENT = 60

/** Whether the service may start here. Throws ConfigError, ProductionError or OperatorError; writes nothing. */
export function assertStartable(): void {
  const config = parseConfig()
  if (config.production) assertProduction(config)
  assertMayMove(config)
}

/** Starts the service; `startedAt` is when the command began, in epoch milliseconds. */
export async function start(startedAt: number): Promise<void> {
  assertStartable()
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  const config = readConfig()
  tellNextAuth(config)
  const move = moveOf(recordedSettings(config.databaseFile), config)
  if (move) await assertMayListen(config)
  const domain = await openDomain(config, {
    databaseThread: new URL('./database-thread.mjs', import.meta.url),
    importThread: new URL('./import-worker.mjs', import.meta.url),
  })
  await domain.keys.assertUsable(storedBefore(config.databaseFile).signingKeys)
  if (move) tellMove(config, move)
  takeConsole(domain.log)
  shareDomain(domain)
  const { prepared, pages } = nextPages(config)
  const server = createHttpServer(domain, pages)
  domain.peers.ops.watch(server)
  await listen(server, config)
  await prepared
  const isSteady = clockMonitor(domain.clock)
  keepPurging({ log: domain.log, purge: async () => (isSteady() ? domain.purge() : 0) })
  domain.peers.subscriptions.start()
  await domain.resources.prepareLists()
  void reindex(domain)
  endOnSignal(domain, server)
  const problems = await domain.peers.ops.problems()
  greet(config, (Date.now() - startedAt) / 1000, problems)
}

/**
 * The pages, as Next makes them once it is prepared. It is given a server that never listens: on the one that a page is asked of
 * it would listen for upgrades, which then nobody answers.
 */
function nextPages({ host, port }: Domain['config']) {
  const app = next({ dev: false, dir: process.cwd(), hostname: host, port, httpServer: createServer() })
  const prepared = app.prepare()
  const pages: NodeHandler = async (request, response) => {
    await prepared
    await app.getRequestHandler()(request, response)
  }
  return { prepared, pages }
}

/** Search values that other search parameters made are made anew, with time for requests between one batch and the next. */
async function reindex(domain: Domain, hasBegun = false): Promise<void> {
  try {
    const hasMore = await domain.resources.reindexSome()
    if (hasMore && !hasBegun)
      domain.log.info({}, 'search values are being made anew; searches may miss records until then')
    if (!hasMore && hasBegun) domain.log.info({}, 'search values are made anew')
    if (!hasMore) return
  } catch (error) {
    domain.log.warn({ error: String(error) }, 'search values could not be made anew; another try follows')
    setTimeout(() => reindex(domain, hasBegun), REINDEX_AGAIN_MS).unref()
    return
  }
  setTimeout(() => reindex(domain, true), REINDEX_PAUSE_MS).unref()
}
