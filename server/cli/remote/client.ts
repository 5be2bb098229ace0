// Requests JSON from a remote domain, with one of its administrators' tokens (docs/how-to/test-in-ci.md). Its refusals
// become a sentence with the remedy.
import { z } from 'zod'
import type { Fetch } from '#lib/http/handler.ts'
import { readBody } from '#lib/http/params.ts'
import { parsedJson } from '#lib/json.ts'
import { isLoopback } from '../../config/config.ts'
import { CommandFailed, CommandUsage } from '../output.ts'
import { unreachable } from '../unreachable.ts'

/** The JSON interfaces of a domain. */
export interface RemoteClient {
  /** Origin of its pages: PUBLIC_URL there. */
  readonly origin: string
  /** The answer to a GET, which must have the shape `needed`; undefined when it does not exist. Throws CommandFailed. */
  readonly find: <Shape>(path: string, needed: z.ZodType) => Promise<Shape | undefined>
  /** The same for a resource that must exist. */
  readonly get: <Shape>(path: string, needed: z.ZodType) => Promise<Shape>
  readonly post: <Shape>(path: string, body: object, needed: z.ZodType) => Promise<Shape>
}

/** Longest answer that is read, in bytes: a domain has no list of this length. */
const ANSWER_LIMIT = 64 * 1024 * 1024

/** Long enough for a server that is busy, in milliseconds. */
const PATIENCE_MS = 30_000

/** Throws CommandUsage for an address that is none, or that a token may not be sent to. */
export function remoteClient(url: string, token: string | undefined, fetch: Fetch): RemoteClient {
  const origin = originOf(url)
  if (!token)
    throw new CommandUsage(
      `${origin} requires a token: set SLIPWAY_TOKEN. An administrator creates one there, at ${origin}/admin/tokens or with "slipway token new".`,
    )
  if (!TOKEN.test(token))
    throw new CommandUsage(
      'SLIPWAY_TOKEN is not a token: it has characters that a token cannot have, such as a space or a line break.',
    )
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}`, ...init.headers }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      const response = await fetch(`${origin}${path}`, { ...init, headers, signal, redirect: 'error' })
      return { response, body: isJson(response) ? parsedJson(await readBody(response, ANSWER_LIMIT)) : undefined }
    } catch (cause) {
      throw new CommandFailed(`${origin} cannot be reached: ${unreachable(cause).reason}.`, { cause })
    }
  }
  const get = async <Shape>(path: string, needed: z.ZodType) => read<Shape>(origin, await ask(path, {}), needed)
  return {
    origin,
    get,
    find: async <Shape>(path: string, needed: z.ZodType) => {
      const answer = await ask(path, {})
      return answer.response.status === 404 && answer.body !== undefined
        ? undefined
        : read<Shape>(origin, answer, needed)
    },
    post: async <Shape>(path: string, body: object, needed: z.ZodType) =>
      read<Shape>(
        origin,
        await ask(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        needed,
      ),
  }
}

/** An answer and its JSON; undefined for another kind of body, invalid JSON, or one that is too long. */
interface Answer {
  readonly response: Response
  readonly body: unknown
}

/**
 * The characters allowed in an Authorization header (RFC 6750 §2.1): fetch quotes a value that it refuses, and a token
 * is a secret.
 */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/

function originOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new CommandUsage(`--url ${url}: give the address of a domain, such as https://launch.example.org.`)
  if (parsed.username || parsed.password)
    throw new CommandUsage(
      `--url: give only the address of the domain, ${parsed.origin}, without a user or a password.`,
    )
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '')
    throw new CommandUsage(`--url ${url}: give only the address of the domain, ${parsed.origin}.`)
  if (parsed.protocol === 'http:' && !isLoopback(url))
    throw new CommandUsage(`--url ${url}: outside this machine, a token is only sent over https.`)
  return parsed.origin
}

const isJson = ({ headers }: Response): boolean => /^application\/json\b/.test(headers.get('content-type') ?? '')

function read<Shape>(origin: string, { response, body }: Answer, needed: z.ZodType): Shape {
  const fits = response.ok ? needed.safeParse(body).success : body !== undefined
  if (!fits)
    throw new CommandFailed(
      `${origin} is not a Slipway of this version: it answers HTTP ${response.status}${body === undefined ? '' : ' with an unexpected body'}.`,
    )
  if (response.ok) return body as Shape
  const description = refusal.safeParse(body).data?.error_description ?? `HTTP ${response.status}`
  throw new CommandFailed(`${origin}: ${sentence(description)}${remedyFor(origin, response)}`)
}

const refusal = z.looseObject({ error_description: z.string().optional() })

function remedyFor(origin: string, { status, headers }: Response): string {
  if (status === 401) return ` Create a new one at ${origin}/admin/tokens.`
  const [, scope] = /\bscope="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? []
  if (scope !== undefined) return ` It lacks the scope ${scope}: create one that has it at ${origin}/admin/tokens.`
  const wait = headers.get('retry-after')
  return wait === null ? '' : ` Try again in ${wait} s.`
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
