// A trace as a HAR file (HTTP Archive 1.2), which the network panel of a browser's developer tools opens. It has what the
// trace keeps: secrets and names of people were removed before that, and most headers and bodies are not kept.
import { STATUS_CODES } from 'node:http'
import type { TraceDetail, TraceStep } from '#lib/api/traces.ts'
import { ACTOR_NAMES } from '#lib/i18n/actors.ts'
import type { Language } from '#lib/i18n/language.ts'
import { TRACE_TEXTS } from '#lib/trace-view/texts.ts'

interface Pair {
  readonly name: string
  readonly value: string
}

/** HAR has -1 for a size that is unknown. */
const UNKNOWN = -1
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Steps whose body is no form, and whose parameters are those of the address. */
const NO_FORM: readonly TraceStep['step'][] = ['fhir', 'fhir.write', 'subscription.notified']

/** The archive, with the names of the steps in the reader's language; `version` is that of this software. */
export const harOf = (trace: TraceDetail, version: string, language: Language): object => ({
  log: {
    version: '1.2',
    creator: { name: 'Slipway', version },
    pages: [],
    entries: trace.steps.filter(isRequest).map((step) => entryOf(step, language)),
    comment: `${trace.id}. ${TRACE_TEXTS[language].redacted}`,
  },
})

/** What followed from a write within the server was no request. */
const isRequest = ({ step }: TraceStep): boolean => step !== 'subscription.compared'

/** A member that begins with _ is this software's own, as HAR 1.2 allows. */
const entryOf = (step: TraceStep, language: Language) => ({
  startedDateTime: new Date(step.at).toISOString(),
  time: step.ms,
  request: requestOf(step, language),
  response: responseOf(step),
  cache: {},
  timings: { send: 0, wait: step.ms, receive: 0 },
  comment: `${ACTOR_NAMES[language][step.peer]}: ${TRACE_TEXTS[language].steps[step.step]}`,
  _checks: step.checks.map(({ name, outcome, reason }) => ({
    name,
    outcome,
    ...(reason === undefined ? {} : { reason }),
  })),
})

function requestOf({ step, method, url, sent }: TraceStep, language: Language) {
  const pairs = Object.entries(sent).flatMap(([name, value]) => pairOf(name, value, language))
  const isForm = method === 'POST' && !NO_FORM.includes(step) && pairs.length > 0
  const text = new URLSearchParams(pairs.map(({ name, value }) => [name, value])).toString()
  return {
    method,
    url: isForm || text === '' ? url : `${url}?${text}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: isForm ? [{ name: 'content-type', value: FORM_TYPE }] : [],
    queryString: isForm ? [] : pairs,
    ...(isForm ? { postData: { mimeType: FORM_TYPE, text } } : {}),
    headersSize: UNKNOWN,
    bodySize: UNKNOWN,
  }
}

function responseOf({ status, location, answered }: TraceStep) {
  const text = answered === undefined ? '' : JSON.stringify(answered, null, 2)
  const headers: readonly Pair[] = [
    ...(location === undefined ? [] : [{ name: 'location', value: location }]),
    ...(text === '' ? [] : [{ name: 'content-type', value: JSON_TYPE }]),
  ]
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers,
    content: {
      size: Buffer.byteLength(text),
      mimeType: text === '' ? 'x-unknown' : JSON_TYPE,
      ...(text === '' ? {} : { text }),
    },
    redirectURL: location ?? '',
    headersSize: UNKNOWN,
    bodySize: UNKNOWN,
  }
}

/** A parameter as text: what was removed says so, a token is its decoded content. */
function pairOf(name: string, value: unknown, language: Language): readonly Pair[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'object' && 'removed' in value) {
    const { removed, length, sha256 } = value as { removed?: unknown; length?: number; sha256?: string }
    const words = TRACE_TEXTS[language]
    return [{ name, value: removed === 'personal' ? words.personal : words.secret(length, sha256) }]
  }
  return [{ name, value: typeof value === 'object' ? JSON.stringify(value) : String(value) }]
}
