// The server of a soak, without the pages, which exist only under `npm start`, with Next.
import { readConfig } from '#server/config/config.ts'
import { openDomain } from '#server/domain/domain.ts'
import { createHttpServer } from '#server/http/server.ts'
import { endOnSignal } from '#server/http/shutdown.ts'
import { keepPurging } from '#server/maintenance/purging.ts'

const domain = await openDomain(readConfig(), {
  databaseThread: new URL('../../server/storage/sqlite/threads/database-thread.ts', import.meta.url),
})
const server = createHttpServer(domain, (_request, response) => {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('a page of the interface')
})
domain.peers.ops.watch(server)
keepPurging(domain)
endOnSignal(domain, server)
server.listen(domain.config.port, domain.config.host, () => process.stdout.write('listening\n'))
