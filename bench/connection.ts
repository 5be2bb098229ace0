// One keep-alive HTTP/1.1 connection that sends prepared bytes and reads whole answers. It does the least work that a
// client can do, so that the load costs its core less than the answers cost the server's core.
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  /** The header block as received. */
  readonly head: string
  readonly body: Buffer
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')
const NOTHING = Buffer.alloc(0)

/** The server's address, and the client's address if it matters. */
interface Ends {
  readonly host: string
  readonly from?: string
}

/** A keep-alive HTTP/1.1 connection to a port of this machine. */
export class Connection {
  readonly #port: number
  readonly #ends: Ends
  #socket: Socket | undefined
  #received: Buffer = NOTHING
  #waiting: { answered: (answer: Answer) => void; failed: (error: Error) => void } | undefined

  constructor(port: number, ends: Ends = { host: 'localhost' }) {
    this.#port = port
    this.#ends = ends
  }

  /** Sends a request and calls back with its answer. One at a time. */
  send(request: Buffer | string, answered: (answer: Answer) => void, failed: (error: Error) => void): void {
    this.#waiting = { answered, failed }
    this.#socket ??= this.#open()
    this.#socket.write(request)
  }

  ask(request: Buffer | string): Promise<Answer> {
    return new Promise((resolve, reject) => this.send(request, resolve, reject))
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #open(): Socket {
    const { host, from: localAddress } = this.#ends
    const socket = connect({ port: this.#port, host, noDelay: true, ...(localAddress ? { localAddress } : {}) })
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#lost(socket, error))
    socket.on('close', () => this.#lost(socket, new Error('The server closed the connection')))
    return socket
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const answer = answerIn(this.#received)
    if (!answer) return
    this.#received = NOTHING
    const waiting = this.#waiting
    this.#waiting = undefined
    if (/\r\nconnection: close/i.test(answer.head)) this.close()
    waiting?.answered(answer)
  }

  #lost(socket: Socket, error: Error): void {
    if (this.#socket !== socket) return // An older socket: the waiting request uses another one.
    this.#socket = undefined
    this.#received = NOTHING
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.failed(error)
  }
}

/** The complete answer in the bytes; undefined if it is incomplete. */
function answerIn(bytes: Buffer): Answer | undefined {
  const at = bytes.indexOf(HEAD_END)
  if (at < 0) return undefined
  const head = bytes.toString('latin1', 0, at)
  const status = Number(head.slice(9, 12))
  const bodyAt = at + HEAD_END.length
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    const end = bodyAt + Number(length)
    return bytes.length < end ? undefined : { status, head, body: bytes.subarray(bodyAt, end) }
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return { status, head, body: NOTHING }
  if (!bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return undefined
  return { status, head, body: withoutChunks(bytes.subarray(bodyAt)) }
}

/** The chunked body, decoded (RFC 9112 §7.1). */
function withoutChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!(size > 0)) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

/** The value of a header, by its case-insensitive name. */
export const headerOf = ({ head }: Answer, name: string): string | undefined =>
  new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1]
