// Requests over a socket, byte for byte: no client normalises their path or headers.
import { Agent, request } from 'node:http'

export interface WireRequest {
  readonly method: string
  /** Path and query as they go on the wire. */
  readonly target: string
  /** A list repeats the header. A declared Content-Length or Transfer-Encoding stands as it is. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** Longest wait for an answer to what takes no work, in milliseconds: on a machine that others use, too. */
const PATIENCE_MS = 60_000

export interface Wire {
  /** Throws when no answer comes in time. */
  readonly send: (asked: WireRequest) => Promise<WireAnswer>
  readonly close: () => void
}

/** A client for the server at an origin. */
export function wireTo(origin: string): Wire {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  return {
    close: () => agent.destroy(),
    send: ({ method, target, headers, body }) =>
      new Promise((resolve, reject) => {
        const isFramed = 'content-length' in headers || 'transfer-encoding' in headers
        const length = body === undefined || isFramed ? {} : { 'content-length': String(Buffer.byteLength(body)) }
        const options = { agent, hostname, port, method, path: target, headers: { ...headers, ...length } }
        const asked = request(options, (answer) => {
          let text = ''
          const done = () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
          const isEndless = answer.headers['content-type']?.startsWith('text/event-stream') ?? false
          answer.setEncoding('utf8')
          answer.on('data', (chunk) => {
            text += chunk
            if (!isEndless) return
            done() // Its beginning is its answer.
            answer.destroy()
          })
          answer.on('end', done)
        })
        asked.setTimeout(PATIENCE_MS, () => asked.destroy(new Error(`No answer to ${method} ${target}`)))
        asked.on('error', reject)
        asked.end(body)
      }),
  }
}

/** Only what a request line can carry: others are percent-encoded as a careless client would. */
export const asTarget = (text: string): string =>
  text.replace(/[^\x21-\x7e]/gu, (char) => {
    const bytes = Buffer.from(char, 'utf8')
    return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  })

/** Only what a header can carry. */
export const asHeader = (text: string): string => text.replace(/[^\x20-\x7e\x80-\xff]/g, '')
