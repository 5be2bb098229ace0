// Collects every secret that goes through a fetch, and searches for them in places where they must not be.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Fetch } from '#lib/http/handler.ts'

/** Parameters, form fields, members of JSON and cookies whose values are secrets. */
const NAMES =
  /^(launch|code|state|nonce|code_verifier|client_assertion|client_secret|assertion|access_token|refresh_token|id_token|id_token_hint|token|interaction|csrf|csrf_?token|password|ticket|d|p|q|dp|dq|qi|oth|k|(__Host-)?\d+\..*)$/i
/** Values whose only place is the application's own request, which they travel through. */
export const OF_THE_APP: ReadonlySet<string> = new Set(['state', 'nonce'])
/** Shorter values would be found anywhere. */
const SHORTEST = 8

export interface Secrets {
  readonly fetch: Fetch
  readonly add: (name: string, value: string) => void
  /** By their names. */
  readonly found: ReadonlyMap<string, string>
}

/** A fetch that notes the secrets of each request and answer. `found` has the value as key, its name as value. */
export function secretsOf(fetch: Fetch): Secrets {
  const found = new Map<string, string>()
  const add = (name: string, value: string) => {
    if (value.length >= SHORTEST) found.set(value, name)
  }
  const pair = ([name, value]: readonly [string, string]) => {
    if (NAMES.test(name)) add(name, value)
  }
  // In JSON a code is the kind of an error, and a state that of a launch.
  const member = ([name, value]: readonly [string, string]) => {
    if (!/^(code|state|launch|p|q)$/.test(name)) pair([name, value])
  }
  const text = (body: string) => {
    try {
      members(JSON.parse(body), member)
    } catch {
      for (const one of new URLSearchParams(body)) pair(one)
    }
  }
  const headers = (given: Headers) => {
    for (const cookie of given.getSetCookie()) pair(/^([^=;]+)=([^;]*)/.exec(cookie)?.slice(1) as [string, string])
    for (const cookie of (given.get('cookie') ?? '').split('; ')) pair(cookie.split(/=(.*)/, 2) as [string, string])
    const [, credentials] = /^(?:Bearer|Basic) (.+)$/i.exec(given.get('authorization') ?? '') ?? []
    if (credentials) add('authorization', credentials)
  }
  const address = (url: string | null, base?: string) => {
    if (url && URL.canParse(url, base)) for (const one of new URL(url, base).searchParams) pair(one)
  }
  return {
    add,
    found,
    fetch: async (input, init) => {
      const request = new Request(input as RequestInfo, init)
      address(request.url)
      headers(request.headers)
      text(await request.clone().text())
      const answer = await fetch(request)
      headers(answer.headers)
      address(answer.headers.get('location'), request.url)
      const type = answer.headers.get('content-type') ?? ''
      if (/json/.test(type) && !/fhir/.test(type)) text(await answer.clone().text())
      return answer
    },
  }
}

function members(value: unknown, pair: (one: readonly [string, string]) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value))
    if (typeof member === 'string') pair([name, member])
    else members(member, pair)
}

/** A secret as it could be written down: as it is, encoded, and of a token the signature, which is what makes it one. */
function formsOf(secret: string): readonly string[] {
  const parts = secret.split('.')
  const signature = parts.length === 3 ? parts[2] : undefined
  const bytes = Buffer.from(secret)
  const forms = [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('base64url'), signature]
  return forms.filter((form): form is string => form !== undefined && form.length >= SHORTEST)
}

/** The secrets in a text: their names and beginnings. */
export function secretsIn(text: string, secrets: ReadonlyMap<string, string>): readonly string[] {
  return [...secrets].flatMap(([secret, name]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [`${name} ${secret.slice(0, 12)}`] : [],
  )
}

/** Private members of the keys, and the secrets, of a data folder. */
export function keysIn(directory: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8').trim()
    if (!text.startsWith('{')) found.set(text, entry.name)
    else
      members(
        JSON.parse(text),
        ([name, value]) => /^(d|p|q|dp|dq|qi|k)$/.test(name) && found.set(value, `${entry.name} ${name}`),
      )
  }
  return found
}
