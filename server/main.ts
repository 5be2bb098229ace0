// `npm start`: opens the domain, listens, and says where and how to log in.
import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import next from 'next'
import { readConfig, tellNextAuth } from './config/config.ts'
import { assertStartable } from './domain/assert-startable.ts'
import { type Domain, openDomain } from './domain/domain.ts'
import { shareDomain } from './domain/shared-domain.ts'
import { assertMayListen, listen } from './http/listening.ts'
import { createHttpServer, type NodeHandler } from './http/server.ts'
import { endOnSignal } from './http/shutdown.ts'
import { startMaintenance } from './maintenance/start.ts'
import { moveOf, recordedSettings, storedBefore } from './startup/domain-record.ts'
import { greet, takeConsole, tellMove } from './startup/greeting.ts'

export { assertStartable } from './domain/assert-startable.ts'
export { explainFailure } from './startup/explain-failure.ts'

/**
 * How far the heap may grow beyond what is alive in it before it is collected, in percent. Left to itself V8 lets it grow fourfold
 * where a machine has much memory: over 100,000 Patients, mixed load for some minutes holds 686 MiB on Node 24 without this flag, and
 * 453 with it. With 40 a list, whose bytes count as growth, takes
 * twice the time; with 60 a seventh more.
 */
const HEAP_GROWTH_PERCENT = 60

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
  domain.peers.subscriptions.start()
  await startMaintenance(domain)
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
