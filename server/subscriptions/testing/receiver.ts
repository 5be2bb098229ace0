// A receiver of notifications: a real server on this machine that keeps what arrives and answers as a test says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Names and values as they were sent, one after the other. */
  readonly raw: readonly string[]
  readonly body: string
  /** X-Slipway-Event-Number. */
  readonly number: number
}

export type Answer = (response: ServerResponse, arrived: Arrived, request: IncomingMessage) => void

export interface Receiver {
  readonly origin: string
  /** All that arrived, in order. */
  readonly arrived: Arrived[]
  /** Numbers of what arrived; handshakes are 0. */
  readonly numbers: () => readonly number[]
  /** How it answers from now on; 200 at first. */
  answer: Answer
  /** The most requests that were open at the same time. */
  readonly mostOpen: () => number
  readonly close: () => void
}

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end()
  }

/** Never answers. */
export const silent: Answer = () => undefined

export async function receiver(answer: Answer = status(200)): Promise<Receiver> {
  let [open, mostOpen] = [0, 0]
  const server = createServer(async (request, response) => {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    // An answer is over when it is given: its reader may ask again before this side hears that it has arrived.
    const isOver = new Promise((resolve) => response.once('prefinish', resolve).once('close', resolve))
    void isOver.then(() => {
      open -= 1
    })
    let body = ''
    for await (const chunk of request) body += chunk
    const headers = request.headers as Readonly<Record<string, string | undefined>>
    const arrived = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers,
      raw: request.rawHeaders,
      body,
      number: Number(headers['x-slipway-event-number']),
    }
    made.arrived.push(arrived)
    made.answer(response, arrived, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  const made: Receiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: [],
    numbers: () => made.arrived.map(({ number }) => number),
    answer,
    mostOpen: () => mostOpen,
    close,
  }
  return made
}
