// Asks a domain elsewhere for JSON, with a token of one of its administrators (docs/how-to/test-in-ci.md). What it refuses becomes a
// sentence with the remedy.
import type { Fetch } from '#lib/http/handler.ts'
import { isLoopback } from '../../config/config.ts'
import { CommandFailed, CommandUsage } from '../output.ts'

/** The JSON interfaces of a domain. */
export interface RemoteClient {
  /** Origin of its pages: PUBLIC_URL there. */
  readonly origin: string
  /** The answer to a GET; undefined where there is no such thing. Throws CommandFailed. */
  readonly find: <Shape>(path: string) => Promise<Shape | undefined>
  /** The same for what has to be there. */
  readonly get: <Shape>(path: string) => Promise<Shape>
  readonly post: <Shape>(path: string, body: object) => Promise<Shape>
}

/** Long enough for a server that is busy, in milliseconds. */
const PATIENCE_MS = 30_000

/** Throws CommandUsage for an address that is none, or that a token may not be sent to. */
export function remoteClient(url: string, token: string | undefined, fetch: Fetch): RemoteClient {
  const origin = originOf(url)
  if (!token)
    throw new CommandUsage(
      `${origin} asks for a token: set SLIPWAY_TOKEN. An administrator makes one there, at ${origin}/admin/tokens or with "slipway token new".`,
    )
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}`, ...init.headers }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      return await fetch(`${origin}${path}`, { ...init, headers, signal, redirect: 'error' })
    } catch (cause) {
      throw new CommandFailed(`${origin} cannot be reached: ${reasonOf(cause)}.`, { cause })
    }
  }
  const get = async <Shape>(path: string) => read<Shape>(origin, await ask(path, {}))
  return {
    origin,
    get,
    find: async <Shape>(path: string) => {
      const answer = await ask(path, {})
      return answer.status === 404 && isJson(answer) ? undefined : read<Shape>(origin, answer)
    },
    post: async <Shape>(path: string, body: object) =>
      read<Shape>(
        origin,
        await ask(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
  }
}

function originOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new CommandUsage(`--url ${url}: give the address of a domain, such as https://launch.example.org.`)
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '')
    throw new CommandUsage(`--url ${url}: give the address of the domain alone, ${parsed.origin}.`)
  if (parsed.protocol === 'http:' && !isLoopback(url))
    throw new CommandUsage(`--url ${url}: a token is sent by https alone, outside of this machine.`)
  return parsed.origin
}

const isJson = ({ headers }: Response): boolean => /^application\/json\b/.test(headers.get('content-type') ?? '')

interface Refusal {
  readonly error?: string
  readonly error_description?: string
}

async function read<Shape>(origin: string, answer: Response): Promise<Shape> {
  if (!isJson(answer))
    throw new CommandFailed(`${origin} is no Slipway of this version: it answers HTTP ${answer.status}.`)
  const body = (await answer.json()) as Shape & Refusal
  if (answer.ok) return body
  throw new CommandFailed(
    `${origin}: ${sentence(body.error_description ?? `HTTP ${answer.status}`)}${remedyFor(origin, answer)}`,
  )
}

function remedyFor(origin: string, { status, headers }: Response): string {
  if (status === 401) return ` Make another one at ${origin}/admin/tokens.`
  const [, scope] = /\bscope="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? []
  if (scope !== undefined) return ` It lacks ${scope}: make one that has it at ${origin}/admin/tokens.`
  const wait = headers.get('retry-after')
  return wait === null ? '' : ` Try again in ${wait} s.`
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message || message : message
}
