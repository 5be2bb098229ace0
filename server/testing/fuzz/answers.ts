// Invariants of every answer, whatever the request.
import { r4Problems } from '../r4-validators.ts'
import { MARKER } from './tenants.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

const INTERNALS = /node_modules|\.m?[jt]s:\d|\bat .*\(.*:\d+|SQLITE|sqlite3?_|prisma|\bError: |ENOENT|\/work\/|\/tmp\//i
const REDIRECTS = [301, 302, 303, 307, 308]

const one = (answer: WireAnswer, name: string): string => String(answer.headers[name] ?? '')

/** The violated invariants of an answer; empty when all is well. */
export function faultsOf(
  { origin, seesAll = false }: { readonly origin: string; readonly seesAll?: boolean },
  { target }: WireRequest,
  answer: WireAnswer,
): readonly string[] {
  const { status, text } = answer
  const everything = `${text}\n${JSON.stringify(answer.headers)}`
  const rules: Readonly<Record<string, boolean>> = {
    'a fault of ours': status < 500,
    'internals are told': status < 400 || !INTERNALS.test(text),
    'data of another tenant': seesAll || !everything.toLowerCase().includes(MARKER.toLowerCase()),
    'may be sniffed': one(answer, 'x-content-type-options') === 'nosniff',
    'with credentials for any origin': answer.headers['access-control-allow-credentials'] === undefined,
    'an origin is reflected': /^(\*|)$/.test(one(answer, 'access-control-allow-origin')),
    'leads elsewhere': !REDIRECTS.includes(status) || isOurs(origin, one(answer, 'location')),
    'sends a form on': ![307, 308].includes(status),
    'kept by a cache': status === 200 || status === 304 || status === 405 || keptByNobody(answer),
    'not in the words of its protocol': status < 400 || text === '' || isInItsWords(target, answer),
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}

const isOurs = (origin: string, location: string): boolean =>
  URL.canParse(location, origin) && [origin, 'http://localhost:8080'].includes(new URL(location, origin).origin)

const keptByNobody = (answer: WireAnswer): boolean =>
  /no-store|no-cache|private/.test(one(answer, 'cache-control')) || ![200, 203, 301, 404, 410].includes(answer.status)

/** An OperationOutcome below /fhir, an OAuth error or JSON of our own elsewhere, or a page. */
function isInItsWords(target: string, answer: WireAnswer): boolean {
  const type = one(answer, 'content-type')
  if (/^\/+fhir(\/|\?|$)/.test(target) || type.startsWith('application/fhir+json')) {
    const outcome = JSON.parse(answer.text)
    return outcome.resourceType === 'OperationOutcome' && r4Problems(outcome).length === 0
  }
  if (type.startsWith('application/json')) return typeof JSON.parse(answer.text).error === 'string'
  return /^text\/(html|plain)/.test(type)
}
