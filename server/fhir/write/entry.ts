// Parses the entries of a batch or transaction into the requests that they stand for (FHIR R4 bundle.html,
// Bundle.entry.request).

import type { Steps } from '#lib/async/steps.ts'
import type { WriteInteraction } from '#lib/audit/audit.ts'
import { isTypeName } from '#lib/fhir/reference.ts'
import { scanning } from '#lib/fhir/validation/json-scan.ts'
import type { ParsedResource } from '#lib/fhir/validation/problem.ts'
import { ruleOf } from '#lib/fhir/validation/r4-rules.ts'
import { structureProblems } from '#lib/fhir/validation/structure.ts'
import { isObject } from '#lib/json.ts'
import { FhirError, refusalOf } from '../outcome.ts'
import { tooLong } from './body.ts'
import type { JsonObject } from './change.ts'
import { localOf } from './references.ts'

export interface Entry {
  readonly index: number
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly interaction: WriteInteraction | 'read'
  readonly type: string
  readonly id: string | undefined
  readonly versionId: string | undefined
  /** The query of the entry's url, without the question mark; undefined if there is none. */
  readonly query: string | undefined
  readonly fullUrl: string | undefined
  /** The text of its resource, minified. */
  readonly resource: { readonly text: string; readonly parsed: JsonObject } | undefined
  readonly ifMatch: string | undefined
  readonly ifNoneExist: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly ifModifiedSince: string | undefined
}

/** True for an entry that changes nothing. */
export const isReading = ({ method }: Pick<Entry, 'method'>): boolean => method === 'GET' || method === 'HEAD'

const INTERACTIONS = {
  GET: 'read',
  HEAD: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
} as const

type Method = Entry['method']

/** What an address in an entry, and a resource, may be. */
interface Served {
  /** The server's own base URLs. */
  readonly bases: readonly string[]
  readonly resourceTypes: readonly string[]
  /** The most bytes of a resource, which is as long in an entry as by itself. */
  readonly longest: number
}

/**
 * The entries of a Bundle. An entry that asks for what it may not is replaced by its error. `bases` are the server's own
 * base URLs. Throws FhirError 400 for a Bundle that is wrong itself, or has an entry that is no request (conformance
 * TXN-23).
 */
export function* readingEntries(
  bundle: { readonly text: string; readonly parsed: JsonObject },
  served: Served,
): Steps<readonly (Entry | FhirError)[]> {
  const { entry: entries = [], ...own } = bundle.parsed
  assertValid({ ...own, resourceType: 'Bundle' })
  if (!Array.isArray(entries)) throw wrong('structure', 'Bundle.entry', 'Bundle.entry must be an array.')
  const texts = yield* textsIn(bundle.text)
  const whole = entries.map((entry: unknown, index) => wholeEntry(entry, `Bundle.entry[${index}]`))
  return whole.map((entry, index) => {
    try {
      return readEntry(entry, { index, text: texts[index], ...served })
    } catch (error) {
      if (error instanceof FhirError) return error
      throw error
    }
  })
}

/** The text of the resource in each entry. */
function* textsIn(text: string): Steps<readonly (string | undefined)[]> {
  const texts: string[] = []
  yield* scanning(text, (start, end, depth, placeOf) => {
    if (depth !== 3) return
    const [list, index, name] = placeOf()
    if (list === 'entry' && typeof index === 'number' && name === 'resource') texts[index] = text.slice(start, end)
  })
  return texts
}

interface Place extends Served {
  readonly index: number
  /** The resource of the entry. */
  readonly text: string | undefined
}

/** An entry that is a request: it has all that its method needs. */
interface WholeEntry {
  readonly method: Method
  readonly url: string
  readonly entry: JsonObject
  readonly request: JsonObject
  readonly resource: JsonObject | undefined
}

function wholeEntry(entry: unknown, at: string): WholeEntry {
  if (!isObject(entry)) throw wrong('structure', at, 'An entry must be an object.')
  const { request, resource } = entry
  assertRequestOnly(entry, at)
  if (!isObject(request)) throw wrong('required', `${at}.request`, 'An entry needs a request with method and url.')
  const method = methodOf(request['method'], at)
  const url = urlOf(request['url'], at)
  const needsResource = method === 'POST' || method === 'PUT' || method === 'PATCH'
  if (needsResource && !isObject(resource))
    throw wrong('required', `${at}.resource`, `An entry with ${method} needs a resource.`)
  return { method, url, entry, request, resource: needsResource && isObject(resource) ? resource : undefined }
}

function readEntry({ method, url, entry, request, resource }: WholeEntry, place: Place): Entry {
  const { index, text = '', bases, resourceTypes, longest } = place
  const at = `Bundle.entry[${index}]`
  assertElements(entry, 'Bundle.entry', at)
  assertElements(request, 'Bundle.entry.request', `${at}.request`)
  const address = addressOf(url, bases, at)
  if (Buffer.byteLength(text) > longest) throw tooLong(longest, `${at}.resource`)
  assertShape(method, address, at)
  const misplaced = resource && misplacedEnvelope(resource, method, resourceTypes)
  if (misplaced !== undefined) throw wrong('not-supported', `${at}.resource`, misplaced)
  assertFullUrl(entry['fullUrl'], address, at)
  return {
    ...{ index, method, interaction: INTERACTIONS[method] },
    ...address,
    fullUrl: textOf(entry['fullUrl'], `${at}.fullUrl`),
    resource: resource && { text, parsed: resource },
    ifMatch: textOf(request['ifMatch'], `${at}.request.ifMatch`),
    ifNoneExist: textOf(request['ifNoneExist'], `${at}.request.ifNoneExist`),
    ifNoneMatch: textOf(request['ifNoneMatch'], `${at}.request.ifNoneMatch`),
    ifModifiedSince: textOf(request['ifModifiedSince'], `${at}.request.ifModifiedSince`),
  }
}

/** Throws FhirError 400 with all problems of the Bundle itself, without its entries. */
function assertValid(bundle: ParsedResource): void {
  const problems = structureProblems(bundle)
  if (problems.length > 0) throw refusalOf(400, problems)
}

/** Elements that an entry of a request must not have (FHIR R4 bundle.html#invs). */
function assertRequestOnly({ search, response, fullUrl }: JsonObject, at: string): void {
  if (search !== undefined) throw broken(`${at}.search`, 'is only for the response to a search', 'bdl-2')
  if (response !== undefined) throw broken(`${at}.response`, 'is only for a response', 'bdl-4')
  if (typeof fullUrl === 'string' && fullUrl.includes('/_history/'))
    throw broken(`${at}.fullUrl`, 'must not be version-specific', 'bdl-8')
}

const broken = (at: string, reason: string, key: string) =>
  wrong('invariant', at, `${at} ${reason}. FHIR R4 calls this rule ${key}.`)

/**
 * A misspelt condition, such as ifNoneExists, would have no effect, so unknown elements are refused, as in a resource
 * (CRE-13).
 */
function assertElements(object: JsonObject, type: string, at: string): void {
  const { elements } = ruleOf(type)
  const odd = Object.keys(object).find((name) => !elements.has(name))
  if (odd !== undefined) throw wrong('structure', `${at}.${odd}`, `${at}.${odd} is not an element of ${type}.`)
}

const wrong = (
  code: 'structure' | 'required' | 'value' | 'invalid' | 'invariant' | 'not-supported',
  expression: string,
  diagnostics: string,
  status = 400,
) => new FhirError(status, code, diagnostics, { expression })

function methodOf(method: unknown, at: string): Method {
  if (typeof method === 'string' && Object.hasOwn(INTERACTIONS, method)) return method as Method
  throw wrong(
    method === undefined ? 'required' : 'value',
    `${at}.request.method`,
    `The method must be one of ${Object.keys(INTERACTIONS).join(', ')}.`,
  )
}

function textOf(value: unknown, expression: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw wrong('structure', expression, 'The value must be a string.')
}

type Address = Pick<Entry, 'type' | 'id' | 'versionId' | 'query'>

/** Why a resource that may wrap requests is not allowed; undefined for any other, and for one that is only stored. */
function misplacedEnvelope(
  { resourceType, type }: JsonObject,
  method: Method,
  resourceTypes: readonly string[],
): string | undefined {
  if (resourceType === 'Parameters' && method !== 'PATCH' && !resourceTypes.includes('Parameters'))
    return 'Parameters are allowed only in an entry with PATCH.'
  if (resourceType !== 'Bundle') return undefined
  if (type === 'batch' || type === 'transaction')
    return 'A Bundle of type batch or transaction is not carried out within another one: send it by itself.'
  return resourceTypes.includes('Bundle') ? undefined : 'A Bundle is not stored by this server: leave the entry out.'
}

/**
 * The fullUrl of a resource with an id must end with that id, unless it is a urn (FHIR R4 bundle.html,
 * Bundle.entry.fullUrl).
 */
function assertFullUrl(fullUrl: unknown, { type, id }: Address, at: string): void {
  if (id === undefined || typeof fullUrl !== 'string' || /^urn:/i.test(fullUrl)) return
  if (!`/${fullUrl}`.endsWith(`/${type}/${id}`))
    throw wrong('invalid', `${at}.fullUrl`, `The fullUrl must be the URL of ${type}/${id}, as in the url.`)
}

function urlOf(sent: unknown, at: string): string {
  if (typeof sent === 'string' && sent !== '') return sent
  throw wrong(
    sent === '' ? 'invalid' : 'required',
    `${at}.request.url`,
    'The url must be an address such as Patient or Patient/1.',
  )
}

/** An address relative to one of the bases. An address of any other form could point outside them. */
function addressOf(sent: string, bases: readonly string[], at: string): Address {
  const expression = `${at}.request.url`
  const url = localOf(sent, bases)
  const [path = '', query] = splitOnce(url, '?')
  const segments = path.split('/')
  if (url.includes('#') || segments.includes('..') || segments.includes('') || /[:\\%\s]/.test(path))
    throw wrong(
      'invalid',
      expression,
      'The url must be relative to the base, such as Patient/1: without a slash at its start or end, a dot segment, a percent-encoding in its path and a fragment.',
    )
  const [type = '', id, history, versionId, ...rest] = segments
  if (segments.some((segment) => segment.startsWith('$')) || type.startsWith('_') || id?.startsWith('_'))
    throw wrong(
      'not-supported',
      expression,
      'An entry can create, read, update, patch, delete or search; operations and histories are not supported.',
    )
  if (
    !isTypeName(type) ||
    rest.length > 0 ||
    (history !== undefined && (history !== '_history' || versionId === undefined))
  )
    throw wrong(
      history === '_history' ? 'not-supported' : 'invalid',
      expression,
      'The url must be Type, Type/id or Type/id/_history/version.',
    )
  if (query !== undefined && /(^|&)_(format|pretty)=/.test(query))
    throw wrong('invalid', expression, 'The format applies to the whole Bundle: leave _format out.')
  if (query !== undefined && /(^|&)_getpages=/.test(query))
    throw wrong('not-supported', expression, 'An entry has no pages: follow the links of a list one by one.')
  return { type, id, versionId, query: query === '' ? undefined : query }
}

function splitOnce(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

/** The addresses that each method accepts. */
function assertShape(method: Method, { id, versionId, query }: Address, at: string): void {
  const expression = `${at}.request.url`
  if (method === 'GET' || method === 'HEAD') return
  if (versionId !== undefined) throw wrong('not-supported', expression, 'A version never changes.', 405)
  if (method === 'POST' && id !== undefined)
    throw wrong('not-supported', expression, 'POST goes to a type, because this server assigns the ids.', 405)
  if (method === 'POST' && query !== undefined)
    throw wrong('not-supported', expression, 'Send the criteria of a conditional create as ifNoneExist.')
  if (method !== 'POST' && id === undefined && query === undefined)
    throw wrong('invalid', expression, 'The url must have an id, or criteria that select the resource.')
  if (id !== undefined && query !== undefined)
    throw wrong('not-supported', expression, 'The address of a resource takes no parameters here.')
}
