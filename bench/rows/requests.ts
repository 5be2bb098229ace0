// Requests as bytes, and their expected answers.
import { type Answer, Connection } from '../connection.ts'
import { CREDENTIALS, tokenForm } from '../domain.ts'
import type { Request, Server } from '../load.ts'
import type { Bench } from '../row.ts'

type Port = Pick<Server, 'port'>

/** A GET as bytes. */
export const get = ({ port }: Port, target: string, bearer?: string, more = ''): Buffer =>
  Buffer.from(
    `GET ${target} HTTP/1.1\r\nhost: localhost:${port}\r\n${bearer ? `authorization: Bearer ${bearer}\r\n` : ''}${more}\r\n`,
  )

export const post = ({ port }: Port, target: string, form: string): Buffer =>
  Buffer.from(
    `POST ${target} HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(form)}\r\n\r\n${form}`,
  )

export async function ask({ port }: Port, bytes: Buffer): Promise<Answer> {
  const connection = new Connection(port)
  try {
    return await connection.ask(bytes)
  } finally {
    connection.close()
  }
}

/** An access token for the FHIR API, valid for five minutes. */
export async function accessToken({ slipway, domain }: Bench): Promise<string> {
  const answer = await ask(slipway, post(slipway, '/oauth2/token', await tokenForm(domain, CREDENTIALS)))
  if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${answer.body}`)
  return (JSON.parse(answer.body.toString()) as { access_token: string }).access_token
}

/** A token is valid for five minutes, of which a measurement may take some. */
const RENEW_EVERY_MS = 120_000

/** An access token that stays valid for some more minutes. */
export function bearers(bench: Bench): () => Promise<string> {
  let until = 0
  let token: Promise<string> | undefined
  return () => {
    if (token && Date.now() < until) return token
    until = Date.now() + RENEW_EVERY_MS
    token = accessToken(bench)
    return token
  }
}

export const exactly =
  (expected: Buffer) =>
  ({ status, body }: Answer): string | undefined =>
    status === 200 && body.equals(expected) ? undefined : `status ${status}, ${body.length} of ${expected.length} bytes`

export const constantly = (bytes: Buffer, wrong: Request['wrong']) => (): Request => ({ bytes, wrong })

/** The most bodies in memory. Beyond that, each body is read from the database when it is requested. */
const MOST_HELD = 200_000

/** The stored body of each Patient, in memory if possible, so that the load need not look it up. */
export function storedBodies({ domain: { domain, patients } }: Bench): (id: string) => Buffer {
  const stored = (id: string) => Buffer.from(domain.resources.readCurrent('Patient', id)?.body ?? '')
  if (patients.length > MOST_HELD) return stored
  const held = new Map(patients.map((id) => [id, stored(id)]))
  return (id) => held.get(id) ?? Buffer.alloc(0)
}

/** A linear congruential sequence (Numerical Recipes): cheap, and the same in each run. */
export function sequence(): (below: number) => number {
  let state = 12345
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
