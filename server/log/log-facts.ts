// Sanitizes the facts of a log line. Every line goes through here, so that no caller has to remember it: secrets and
// personal data are removed (lib/oauth/redact.ts), and no value can end a line or move the cursor of a reader's terminal.
import { redact, withoutSecrets } from '#lib/oauth/redact.ts'
import { visibleText } from '#lib/text.ts'

type Facts = Readonly<Record<string, unknown>>

/** Facts as they are logged: plain values, each text one line. */
export function loggedFacts(facts: Facts): Facts {
  return visible(redact(plain(facts, 0))) as Facts
}

/** A sentence of the log. */
export const loggedText = (text: string): string => visibleText(withoutSecrets(text)).slice(0, LONGEST_MESSAGE)

const LONGEST_MESSAGE = 1024
const DEEPEST = 4
const MOST_FRAMES = 12

/** Errors as objects, and texts without possible secrets inside them. */
function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
  if (depth > DEEPEST) return '[too deep]'
  if (isErrorLike(value)) return errorFacts(value, depth)
  if (value instanceof Date || value instanceof URL) return withoutSecrets(String(value))
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member, depth + 1)]))
}

interface ErrorLike {
  readonly name: string
  readonly message: string
  readonly stack?: unknown
  readonly code?: unknown
  readonly cause?: unknown
}

const isErrorLike = (value: object): value is ErrorLike =>
  value instanceof Error || ('message' in value && 'name' in value && typeof value.message === 'string')

/**
 * Kind, message and place of an error, without the properties that libraries attach: these contain requests and
 * answers. A parser's message is dropped too, because it quotes the text that it could not parse.
 */
function errorFacts(error: ErrorLike, depth: number): Facts {
  const quotes = error instanceof SyntaxError || error.name === 'SyntaxError' || error.code === 'ERR_INVALID_URL'
  const frames = String(error.stack ?? '').match(/^ {4}at .+$/gm) ?? []
  return {
    error: error.name,
    ...(typeof error.code === 'string' ? { reason: error.code } : {}),
    ...(quotes ? {} : { message: withoutSecrets(error.message) }),
    ...(frames.length > 0 ? { at: frames.slice(0, MOST_FRAMES).map((frame) => frame.trim().slice('at '.length)) } : {}),
    ...(error.cause === undefined ? {} : { cause: plain(error.cause, depth + 1) }),
  }
}

function visible(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(visible)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [visibleText(key), visible(member)]))
}
