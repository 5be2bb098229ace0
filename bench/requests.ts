// Requests as bytes, and their expected answers.
import type { StoredVersion } from '#server/fhir/store.ts'
import { type Answer, Connection } from './connection.ts'
import { type BenchDomain, CREDENTIALS, tokenForm } from './domain.ts'
import { drive, type Request, requests, type Server } from './load.ts'
import type { Process } from './processes.ts'
import type { Contender } from './rounds.ts'

/** A domain and the server that is measured on it. */
export interface Bench {
  readonly domain: BenchDomain
  readonly slipway: Process
  /** The server's origin for clients that do not connect to its port directly: by default, its public address. */
  readonly origin?: string
}

type Port = Pick<Server, 'port'>

/** A GET as bytes; `more` contains additional header lines, each with its line end. */
export const get = ({ port }: Port, target: string, bearer?: string, more = ''): Buffer =>
  Buffer.from(`GET ${target} HTTP/1.1\r\nhost: localhost:${port}\r\n${bearer ? bearerLine(bearer) : ''}${more}\r\n`)

export const bearerLine = (token: string): string => `authorization: Bearer ${token}\r\n`

/** A POST of a form. */
export const post = (server: Port, target: string, form: string): Buffer =>
  bytesOf(server, `POST ${target}`, form, 'content-type: application/x-www-form-urlencoded\r\n')

/** A request with a body. */
export const bytesOf = ({ port }: Port, line: string, body: string, more = ''): Buffer =>
  Buffer.from(
    `${line} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`,
  )

export async function ask({ port }: Port, bytes: Buffer): Promise<Answer> {
  const connection = new Connection(port)
  try {
    return await connection.ask(bytes)
  } finally {
    connection.close()
  }
}

/** A token is valid for five minutes, of which a measurement may take some. */
const RENEW_EVERY_MS = 120_000

/** An access token for the FHIR API that stays valid for some more minutes. */
export function bearers({ slipway, domain }: Bench): () => Promise<string> {
  let until = 0
  let token: Promise<string> | undefined
  const request = async () => {
    const answer = await ask(slipway, post(slipway, '/oauth2/token', await tokenForm(domain, CREDENTIALS)))
    return assertHas(answer, 'access_token') as string
  }
  return () => {
    if (token && Date.now() < until) return token
    until = Date.now() + RENEW_EVERY_MS
    token = request()
    return token
  }
}

/** A load of single requests on `width` connections. `make` prepares them before the clock starts. */
export const asked =
  (server: Server, width: number, make: () => Promise<() => Request>): Contender =>
  async (seconds) =>
    drive(server, requests(await make()), seconds, width)

export const exactly =
  (expected: Buffer): Request['wrong'] =>
  ({ status, body }) =>
    status === 200 && body.equals(expected) ? undefined : `status ${status}, ${body.length} of ${expected.length} bytes`

export const statusIs =
  (expected: number): Request['wrong'] =>
  ({ status, body }) =>
    status === expected ? undefined : `status ${status}: ${body.toString('utf8', 0, 300)}`

export const constantly = (bytes: Buffer, wrong: Request['wrong']) => (): Request => ({ bytes, wrong })

export function assertStatus(answer: Answer, expected: number): void {
  const problem = statusIs(expected)(answer)
  if (problem) throw new Error(`${problem}, not ${expected}`)
}

/** Returns a member of an answer in JSON, which may have to have a value. */
export function assertHas(answer: Answer, member: string, value?: unknown): unknown {
  const body = answer.status === 200 ? (JSON.parse(answer.body.toString()) as Record<string, unknown>) : {}
  if (body[member] === undefined || (value !== undefined && body[member] !== value))
    throw new Error(`status ${answer.status}, ${answer.body.toString().slice(0, 300)}`)
  return body[member]
}

/** The target of the next page of a searchset. */
export function nextOf({ body }: Pick<Answer, 'body'>): string | undefined {
  const { link = [] } = JSON.parse(body.toString()) as { link?: { relation: string; url: string }[] }
  const url = link.find(({ relation }) => relation === 'next')?.url
  return url && targetOf(url)
}

export function targetOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The most bodies in memory. Beyond that, each body is read from the database when it is requested. */
const MOST_HELD = 200_000

/** The stored body of each Patient, in memory if possible, so that the load need not look it up. */
export function storedBodies({ domain: { domain, patients } }: Bench): (id: string) => Buffer {
  const current = (id: string) => domain.resources.readCurrent('Patient', id) as StoredVersion | undefined // SQLite's is at hand.
  const stored = (id: string) => Buffer.from(current(id)?.body ?? '')
  if (patients.length > MOST_HELD) return stored
  const held = new Map(patients.map((id) => [id, stored(id)]))
  return (id) => held.get(id) ?? Buffer.alloc(0)
}

/** Picks any of them, by a linear congruential sequence (Numerical Recipes): cheap, and the same in each run. */
export function anyOf(ids: readonly string[]): () => string {
  let state = 12345
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return ids[Math.floor((state / 2 ** 32) * ids.length)] ?? ''
  }
}
