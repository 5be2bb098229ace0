// A small load balancer on loopback, for a trial of several Slipways on one machine: in turns, by /readyz, and on to the next process
// when one is gone. Production has its own (docs/how-to/several-machines.md).
import { createServer, request } from 'node:http'
import { pipeline } from 'node:stream'

/** Headers of one connection (RFC 9110 §7.6.1), which the next one does not get. */
const OF_THE_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
/** May be sent a second time, after the first one went to a process that ended: they change nothing (RFC 9110 §9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
/** How often each process is asked whether it is ready, and how long it may take to answer, in milliseconds. */
const ASKED_EVERY_MS = 500
const ANSWERS_WITHIN_MS = 5000

/**
 * Listens on `port` of loopback, and hands requests on to the processes at `ports`. Resolves when it listens, with `ready`, the
 * ports of those that are ready as far as it knows, and `close`.
 */
export async function startBalancer({ port, ports, askedEveryMs = ASKED_EVERY_MS }) {
  const ready = new Set()
  let turn = 0

  const ask = async (one) => {
    const isReady = await statusOf(one).then((status) => status === 200)
    if (isReady) ready.add(one)
    else ready.delete(one)
  }
  const askAll = () => Promise.all(ports.map(ask))

  const server = createServer((incoming, outgoing) => {
    const known = ports.filter((one) => ready.has(one))
    turn += 1
    const inTurn = known.map((_, index) => known[(turn + index) % known.length])
    hand({ incoming, outgoing, inTurn, gone: (one) => ready.delete(one) })
  })
  await askAll()
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const timer = setInterval(askAll, askedEveryMs)
  return {
    port: server.address().port,
    ready: () => [...ready],
    close: () => {
      clearInterval(timer)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const statusOf = (port) =>
  new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: ANSWERS_WITHIN_MS })
    asked.once('response', (answer) => resolve(answer.resume().statusCode))
    asked.once('timeout', () => asked.destroy(new Error('no answer')))
    asked.once('error', () => resolve(0))
    asked.end()
  })

/** Sends a request to the first process of `inTurn`, and to the next when that one is gone and cannot have acted on it. */
function hand({ incoming, outgoing, inTurn: [port, ...others], gone }) {
  if (port === undefined) {
    outgoing
      .writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' })
      .end('No Slipway is ready yet. Try again in a moment.\n')
    return
  }
  const { method, url } = incoming
  const handed = request({ host: '127.0.0.1', port, path: url, method, headers: forwarded(incoming), agent: false })
  let [isConnected, isAnswered] = [false, false]
  handed.once('socket', (socket) =>
    socket.once('connect', () => {
      isConnected = true
      incoming.pipe(handed) // Not before: of a process that is gone, the next one gets the body.
    }),
  )
  handed.once('response', (answer) => {
    isAnswered = true
    outgoing.writeHead(answer.statusCode, answer.statusMessage, withoutConnection(answer.headers))
    pipeline(answer, outgoing, () => undefined) // A process that ends within an answer cuts it off here, too.
  })
  handed.on('error', () => {
    if (isAnswered || outgoing.destroyed) return
    gone(port)
    incoming.unpipe(handed)
    if (!isConnected || (SAFE.has(method) && !hasBody(incoming))) hand({ incoming, outgoing, inTurn: others, gone })
    else
      outgoing
        .writeHead(502, { 'content-type': 'text/plain' })
        .end('The Slipway that had this request ended before it answered. Go back, and try again.\n')
  })
  outgoing.once('close', () => handed.destroy())
}

const hasBody = ({ headers }) => 'content-length' in headers || 'transfer-encoding' in headers

/** The request's headers for the next connection; what it says of its sender is replaced by what is known here. */
function forwarded({ headers, socket }) {
  return {
    ...withoutConnection(headers),
    'x-forwarded-for': socket.remoteAddress,
    'x-forwarded-host': headers.host,
    'x-forwarded-proto': 'http',
  }
}

function withoutConnection(headers) {
  const named = String(headers.connection ?? '').split(',')
  const left = new Set([...OF_THE_CONNECTION, ...named.map((name) => name.trim().toLowerCase())])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)))
}
