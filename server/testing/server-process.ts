// The program of a spawned test server: the production server over DATA_DIR without the pages, until it is killed.
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'
import { createHttpServer } from '../http/server.ts'
import { endOnSignal } from '../http/shutdown.ts'
import { explainFailure } from '../startup/explain-failure.ts'

async function start(): Promise<void> {
  const domain = await openDomain(readConfig(), { databaseThread: new URL('./database-thread.mjs', import.meta.url) })
  await domain.keys.assertUsable()
  const server = createHttpServer(domain, (_request, response) => {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('a page of the interface')
  })
  domain.peers.ops.watch(server)
  endOnSignal(domain, server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(domain.config.port, domain.config.host, resolve)
  })
  domain.peers.subscriptions.start()
  process.stdout.write('listening\n')
}

await start().catch((error) => {
  explainFailure(error)
  process.exit(1)
})
