// A trace as shared with somebody who may not log in here: people become numbers, and anything that may identify them
// is removed. Secrets were removed before the trace was stored.
import type { Members, TraceCheck, TraceDetail, TraceStep } from '#lib/api/traces.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { parseParams } from '#lib/http/params.ts'
import type { Removed } from '#lib/oauth/redact.ts'
import { TOKEN_CLAIMS } from '#lib/oauth/token-claims.ts'

/** References to people, in addresses and parameters too. */
const PERSON = /\b(Patient|Practitioner|PractitionerRole|RelatedPerson|Person)(\/|%2F)([A-Za-z0-9\-.]{1,64})/gi
/** Names of values that identify somebody. User names are already shortened; here they are removed completely. */
const WHO: ReadonlySet<string> = new Set(['username', 'preferred_username', 'email', 'login_hint', 'identifier'])
const WHO_IN_ADDRESS = /\b(username|preferred_username|email|login_hint|identifier|name)=[^&\s"'<>]+/gi
/**
 * Claims that identify nobody once references are numbered, in launch tokens, assertions, access tokens and id_tokens.
 * Any other claim is specific to a platform or provider and may say anything.
 */
const OF_ANY_TOKEN: ReadonlySet<string> = new Set([
  ...TOKEN_CLAIMS,
  ...[
    'email_verified',
    'hti-version',
    'resource',
    'definition',
    'patient',
    'intent',
    'idp_hint',
    'client_id',
    'scope',
    'fhirUser',
    'role',
    'task',
  ],
])
/** Search parameters whose values say nothing about a person. */
const OF_ANY_SEARCH =
  /^(_count|_sort|_total|_summary|_elements|_format|_pretty|_getpages\w*|_bundletype|status|patient|subject|owner|for)$/
/** What may be an id that stands alone. */
const ALONE = /[A-Za-z0-9.-]+/g
/** Shorter ids, such as 1, could be any number. */
const SHORTEST_ID = 4

const CUT: Removed = { removed: 'personal' }

/** The trace without people. Each person keeps the same number throughout, such as Patient/person-1. */
export function withoutPeople(trace: TraceDetail): TraceDetail {
  const text = textsOf(numbersOf(trace))
  const { platform, app, failed, ...rest } = trace
  return {
    ...rest,
    ...{ platform, app, failed },
    user: trace.user === null ? null : text(trace.user),
    task: trace.task === null ? null : text(trace.task),
    steps: trace.steps.map((step) => stepWithout(step, text)),
  }
}

type Text = (value: string) => string

/** A number for each person's id, in the order of appearance. */
function numbersOf(trace: TraceDetail): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>()
  for (const [, , , id] of JSON.stringify(trace).matchAll(PERSON))
    if (id !== undefined && !numbers.has(id)) numbers.set(id, `person-${numbers.size + 1}`)
  return numbers
}

function textsOf(numbers: ReadonlyMap<string, string>): Text {
  const numbered = (id: string) => numbers.get(id) ?? id
  return (value) =>
    value
      .replace(WHO_IN_ADDRESS, '$1=[removed]')
      .replace(PERSON, (_, type: string, slash: string, id: string) => `${type}${slash}${numbered(id)}`)
      .replace(ALONE, (id) => (id.length >= SHORTEST_ID ? numbered(id) : id))
}

function stepWithout({ again: _again, ...step }: TraceStep, text: Text): TraceStep {
  const sent = step.step === 'fhir' ? searchedBy(step.sent) : step.sent
  return {
    ...step,
    url: text(step.url),
    sent: members(sent, text),
    ...(step.location === undefined ? {} : { location: text(step.location) }),
    ...(step.answered ? { answered: members(step.answered, text) } : {}),
    ...(step.subscriptions
      ? { subscriptions: step.subscriptions.map((one) => ({ ...one, criteria: text(searchWithout(one.criteria)) })) }
      : {}),
    checks: step.checks.map((check) => checkWithout(check, text)),
  }
}

const searchedBy = (sent: Members): Members =>
  Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, OF_ANY_SEARCH.test(name) ? value : CUT]))

/** A search as text, such as the criteria of a Subscription, without the values that may say something about a person. */
function searchWithout(search: string): string {
  const at = search.indexOf('?')
  if (at < 0) return search
  const asked = parseParams(search.slice(at + 1)).entries.map(
    ([name, value]) => `${name}=${OF_ANY_SEARCH.test(name) ? value : '[removed]'}`,
  )
  return `${search.slice(0, at)}?${asked.join('&')}`
}

function checkWithout({ expected, received, reason, ...check }: TraceCheck, text: Text): TraceCheck {
  return {
    ...check,
    ...(expected ? { expected: members(expected, text) } : {}),
    ...(received ? { received: members(received, text) } : {}),
    ...(reason === undefined ? {} : { reason: text(reason) }),
  }
}

const members = (values: Members, text: Text): Members =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, without(value, name, text)]))

/**
 * The claims of a token. A subject that is neither a person of the domain nor the client itself is a person at the
 * provider.
 */
const ofAnyToken = (claims: Members): Members =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => {
      const isOthers =
        name === 'sub' && value !== claims['iss'] && value !== claims['client_id'] && !parseReference(value)
      return [name, isOthers || !OF_ANY_TOKEN.has(name) ? CUT : value]
    }),
  )

function without(value: unknown, name: string, text: Text): unknown {
  if (WHO.has(name)) return CUT
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((one) => without(one, name, text))
  if (typeof value !== 'object' || value === null) return value
  return members(name === 'claims' ? ofAnyToken({ ...value }) : { ...value }, text)
}
