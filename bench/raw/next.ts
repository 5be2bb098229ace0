// The constant answer of a Next route, served like Slipway's pages: Next's request handler behind node:http. Started by
// bench/processes.ts.
import { createServer } from 'node:http'
import next from 'next'

const app = next({ dev: false, dir: 'bench/next-constant' })
await app.prepare()
const pages = app.getRequestHandler()
createServer((request, response) => pages(request, response)).listen(Number(process.env['PORT']), 'localhost', () =>
  process.stdout.write('listening\n'),
)
