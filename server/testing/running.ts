// A domain behind the production server on a free port of this machine, for independent clients.
import { onTestFinished } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { standardAdapter } from '../http/adapter.ts'
import { createHttpServer, type NodeHandler, type Patience } from '../http/server.ts'
import { type TestDomain, testDomain } from './domain.ts'
import { hasFastPath } from './fast-path.ts'
import type { FileDomain } from './file-domain.ts'
import { NEXT_MOUNT, nextPages } from './next-mount.ts'

export interface RunningDomain extends TestDomain {
  readonly url: string
}

const PAGE: NodeHandler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' }).end('a page of the interface')
}

/** Starts the production server over a copy of the demo domain, by default on a free port; pages answer with a line of text by default. */
export async function runningDomain(
  env: Readonly<Record<string, string>> = {},
  patience?: Patience,
  surroundings: Parameters<typeof testDomain>[1] = {},
  page = PAGE,
): Promise<RunningDomain> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const url = `http://localhost:${port}`
  const running = await testDomain(
    { PORT: String(port), PUBLIC_URL: url, ...(NEXT_MOUNT || !hasFastPath() ? { HOT_PATH: 'off' } : {}), ...env },
    surroundings,
  )
  const server = hasFastPath()
    ? createHttpServer(running.domain, NEXT_MOUNT ? nextPages(() => running.domain, page) : page, patience)
    : createHttpServer(servingItself(running.domain), page, patience, standardAdapter)
  running.domain.peers.ops.watch(server)
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { ...running, url }
}

/** The domain with HOT_PATH=off, of which the server asks the peers itself all the same. */
const servingItself = (domain: FileDomain): FileDomain => ({ ...domain, config: { ...domain.config, hotPath: true } })
