// `npm start`: opens the domain, listens, and says where and how to log in.
import { setFlagsFromString } from 'node:v8'
import { collector } from '#lib/threads/collector.ts'
import { readConfig, tellNextAuth } from './config/config.ts'
import { openDomain } from './domain/domain.ts'
import { shareDomain } from './domain/shared-domain.ts'
import { verifyStartable } from './domain/verify-startable.ts'
import { assertMayListen, listen } from './http/listening.ts'
import { createHttpServer } from './http/server.ts'
import { endOnSignal } from './http/shutdown.ts'
import { createLog } from './log/log.ts'
import { startMaintenance } from './maintenance/start.ts'
import { nextHandler } from './next/next-handler.ts'
import { moveOf, type StoredBefore } from './startup/domain-record.ts'
import { greet, takeConsole, tellMove } from './startup/greeting.ts'
import { outliveErrors } from './startup/uncaught-errors.ts'

export { explainFailure } from './startup/explain-failure.ts'
export { verifyStartable }

/**
 * How far the heap may grow beyond what is alive in it before it is collected, in percent. Left to itself V8 lets it grow fourfold
 * where a machine has much memory: over 100,000 Patients, mixed load for some minutes holds 686 MiB on Node 24 without this flag, and
 * 453 with it. With 40 a list, whose bytes count as growth, takes
 * twice the time; with 60 a seventh more.
 */
const HEAP_GROWTH_PERCENT = 60

/** Starts the service over what `verifyStartable` found; `startedAt` is when the command began, in epoch milliseconds. */
export async function start(startedAt: number, found?: StoredBefore): Promise<void> {
  const before = found ?? (await verifyStartable())
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  const config = readConfig()
  tellNextAuth(config)
  const move = moveOf(before.settings, config)
  if (move) await assertMayListen(config)
  const threads = {
    databaseThread: new URL('./database-thread.mjs', import.meta.url),
    importThread: new URL('./import-worker.mjs', import.meta.url),
  }
  const domain = await openDomain(config, threads, before)
  await domain.keys.assertUsable()
  if (move) tellMove(config, move)
  takeConsole(createLog(config))
  outliveErrors(domain.log)
  shareDomain(domain)
  const server = createHttpServer(domain, nextHandler(config))
  domain.peers.ops.watch(server)
  await listen(server, config)
  domain.peers.subscriptions.start()
  const { stop } = await startMaintenance(domain)
  endOnSignal(domain, server, stop)
  // What a start alone needs is 27 MiB on Node 24, which an idle heap would keep.
  collector()({ type: 'major', flavor: 'last-resort' })
  const problems = await domain.peers.ops.problems()
  greet(config, (Date.now() - startedAt) / 1000, problems)
}
