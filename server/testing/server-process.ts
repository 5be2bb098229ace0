// What a spawned test server runs: the production server over DATA_DIR without the pages, until it is killed.
import { readConfig } from '../config.ts'
import { explainFailure } from '../explain-failure.ts'
import { createHttpServer } from '../http.ts'
import { endOnSignal } from '../shutdown.ts'
import { openDomain } from '../wiring.ts'

async function start(): Promise<void> {
  const domain = await openDomain(readConfig(), { databaseThread: new URL('./database-thread.mjs', import.meta.url) })
  domain.keys.assertUsable()
  const server = createHttpServer(domain, (_request, response) => {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('a page of the interface')
  })
  domain.peers.ops.watch(server)
  endOnSignal(domain, server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(domain.config.port, domain.config.host, resolve)
  })
  process.stdout.write('listening\n')
}

await start().catch((error) => {
  explainFailure(error)
  process.exit(1)
})
