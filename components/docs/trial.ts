// What a reader can try of the API on its own page: reading JSON or text, with the session of this browser or a token.
import type { Operation, Parameter } from '#lib/api/openapi.ts'
import { type DescribedOperation, tryItAddress } from './operations.ts'

/** Who sends it: the person signed in at this site, the owner of a pasted token, or nobody. */
export type Sender = 'session' | 'token' | 'nobody'

export interface TrialField extends Pick<Parameter, 'name' | 'description'> {
  readonly in: 'path' | 'query'
  readonly example: string
}

/** An operation as its form needs it. */
export interface Trial {
  /** A name for the form that is unique on the page. */
  readonly id: string
  readonly path: string
  readonly accept: string
  readonly fields: readonly TrialField[]
  /** The first one is chosen; only one for an operation that is open to everybody. */
  readonly senders: readonly Sender[]
}

/** Answers that a page can show; others are pages of their own, files, or do not end. */
const SHOWN = /^(?:text\/plain|application\/(?:[\w.-]+\+)?json)$/

/** Undefined for an operation that changes something, leads to another page, or is tried in the FHIR console. */
export function trialOf(described: DescribedOperation): Trial | undefined {
  const { path, method, operation } = described
  if (method !== 'get' || tryItAddress(described) !== undefined) return undefined
  const accept = Object.keys(operation.responses['200']?.content ?? {}).find((type) => SHOWN.test(type))
  if (accept === undefined) return undefined
  return { id: operation.operationId, path, accept, fields: fieldsOf(operation), senders: sendersOf(operation) }
}

const fieldsOf = ({ parameters = [] }: Pick<Operation, 'parameters'>): readonly TrialField[] =>
  parameters.flatMap(({ name, in: place, description, example = '' }) =>
    place === 'header' ? [] : [{ name, in: place, description, example }],
  )

function sendersOf({ security = [] }: Pick<Operation, 'security'>): readonly Sender[] {
  const schemes = security.flatMap((scheme) => Object.keys(scheme))
  const token = schemes.some((name) => name !== 'session') ? (['token'] as const) : []
  if (schemes.length === 0) return ['session']
  return schemes.includes('session') ? ['session', ...token, 'nobody'] : [...token, 'nobody']
}

export interface Filled {
  /** By the name of the field. */
  readonly values: Readonly<Record<string, string>>
  readonly sender: Sender
  readonly token: string
}

/** Why nothing was sent: a part of the path is missing or would lead elsewhere, or the token cannot stand in a header. */
export type Unsendable = { readonly wrong: 'value'; readonly name: string } | { readonly wrong: 'token' }

interface TrialRequest {
  /** Below this origin. */
  readonly path: string
  readonly init: RequestInit
}

/** The request for fetch. A token stands in its header alone, and goes without the cookies of this site. */
export function requestOf(
  { path, accept, fields }: Trial,
  { values, sender, token }: Filled,
): TrialRequest | Unsendable {
  let filled = path
  const query = new URLSearchParams()
  for (const { name, in: place } of fields) {
    const value = values[name]?.trim() ?? ''
    if (place === 'query') {
      if (value !== '') query.append(name, value)
    } else if (['', '.', '..'].includes(value)) return { wrong: 'value', name }
    else filled = filled.replace(`{${name}}`, () => encodeURIComponent(value))
  }
  const bearer = token.trim()
  if (sender === 'token' && !/^[\x21-\x7e]+$/.test(bearer)) return { wrong: 'token' }
  const headers = { accept, ...(sender === 'token' ? { authorization: `Bearer ${bearer}` } : {}) }
  const credentials = sender === 'session' ? 'same-origin' : 'omit'
  return {
    path: query.size > 0 ? `${filled}?${query}` : filled,
    init: { headers, credentials, cache: 'no-store', redirect: 'error' },
  }
}
