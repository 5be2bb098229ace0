// Requests as bytes, and their expected answers.
import { encode } from 'next-auth/jwt'
import { sessionCookieName } from '#lib/http/session-cookie-name.ts'
import { type Answer, Connection } from './connection.ts'
import { type BenchDomain, CREDENTIALS, tokenForm } from './domain.ts'
import { type Contender, drive, type Request, requests } from './load.ts'
import type { Process } from './processes.ts'

/** A domain and the server that is measured on it. */
export interface Bench {
  readonly domain: BenchDomain
  readonly server: Process
  /** The server's origin for clients that do not connect to its port directly: by default, its public address. */
  readonly origin?: string
  /** An access token for the FHIR API that stays valid for some more minutes; a baseline wants none. */
  readonly bearer: () => Promise<string>
}

/** A token is valid for five minutes, of which a measurement may take some. */
const RENEW_EVERY_MS = 120_000

/** Slipway on a domain. */
export function benchOf(domain: BenchDomain, server: Process, origin?: string): Bench {
  let until = 0
  let token = Promise.resolve('')
  const request = async () =>
    assertHas(await ask(server, post(server, '/oauth2/token', await tokenForm(domain, CREDENTIALS))), 'access_token')
  const bearer = () => {
    if (Date.now() < until) return token
    until = Date.now() + RENEW_EVERY_MS
    token = request() as Promise<string>
    return token
  }
  return { domain, server, bearer, ...(origin ? { origin } : {}) }
}

type Port = Pick<Process, 'port'>

/** A GET as bytes; `more` contains additional header lines, each with its line end. */
export const get = ({ port }: Port, target: string, bearer = '', more = ''): Buffer =>
  Buffer.from(`GET ${target} HTTP/1.1\r\nhost: localhost:${port}\r\n${bearerLine(bearer)}${more}\r\n`)

export const bearerLine = (token: string): string => (token ? `authorization: Bearer ${token}\r\n` : '')

export const post = (server: Port, target: string, form: string): Buffer =>
  bytesOf(server, `POST ${target}`, form, 'content-type: application/x-www-form-urlencoded\r\n')

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

/** A load of single requests on `width` connections. `make` prepares them, with a token, before the clock starts. */
export const asked =
  (
    { server, bearer }: Bench,
    width: number,
    make: (bearer: string) => (() => Request) | Promise<() => Request>,
  ): Contender =>
  async (seconds) =>
    drive(server, requests(await make(await bearer())), { seconds, width })

export const exactly =
  (expected: Buffer): Request['wrong'] =>
  ({ status, body }) =>
    status === 200 && body.equals(expected) ? undefined : `status ${status}, ${body.length} of ${expected.length} bytes`

export const statusIs =
  (expected: number): Request['wrong'] =>
  ({ status, body }) =>
    status === expected ? undefined : `status ${status}, not ${expected}: ${body.toString('utf8', 0, 300)}`

export const constantly = (bytes: Buffer, wrong: Request['wrong']) => (): Request => ({ bytes, wrong })

export function assertStatus(answer: Answer, expected: number): void {
  const problem = statusIs(expected)(answer)
  if (problem) throw new Error(problem)
}

/** Returns a member of an answer in JSON, which may have to have a value. */
export function assertHas({ status, body }: Answer, member: string, value?: unknown): unknown {
  const parsed = status < 300 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {}
  if (parsed[member] === undefined || (value !== undefined && parsed[member] !== value))
    throw new Error(`status ${status}, ${body.toString('utf8', 0, 300)}`)
  return parsed[member]
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

/** The session of a person of the demo who signed in to the portal, as a cookie. */
export async function sessionCookie({ domain }: BenchDomain, username: string): Promise<string> {
  const { id = '', name = null } = (await domain.storage.idp.accounts.findByUsername(username)) ?? {}
  const token = { sid: await domain.portalSessions.begin(id), sub: id, name, username }
  return `${sessionCookieName(domain.config.publicUrl)}=${await encode({ token, secret: domain.keys.secret('portal-session') })}`
}
