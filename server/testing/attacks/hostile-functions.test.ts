// Whatever redacts, parses or compares what strangers send does so in a time that grows with the length of it.
import { describe, expect, it } from 'vitest'
import { jsonParts } from '#components/ui/json/json-text.ts'
import { allSteps, type Steps } from '#lib/async/steps.ts'
import { cookieJar } from '#lib/cookies.ts'
import { daysOf } from '#lib/fhir/days.ts'
import { humanName } from '#lib/fhir/display-name.ts'
import { indexOfElement } from '#lib/fhir/element-position.ts'
import { urlBelowBase, urlOfPath, urlOfTyped } from '#lib/fhir/fhir-url.ts'
import { timeOfInstant } from '#lib/fhir/instant.ts'
import { minify, pretty } from '#lib/fhir/json-text.ts'
import { parseJsonTree } from '#lib/fhir/json-tree.ts'
import { linking } from '#lib/fhir/links.ts'
import { narrativeProblem } from '#lib/fhir/narrative.ts'
import { parseFhirPath } from '#lib/fhir/patch/fhirpath.ts'
import { parsePointer } from '#lib/fhir/patch/json-pointer.ts'
import type { PatchType } from '#lib/fhir/patch/media-types.ts'
import { applying, parsePatch, parsingPatch } from '#lib/fhir/patch/patch.ts'
import { parseReference, referredType } from '#lib/fhir/reference.ts'
import { spanOf } from '#lib/fhir/search/date-span.ts'
import { folded, indexedReference, unversioned } from '#lib/fhir/search/values.ts'
import { scanJson } from '#lib/fhir/validation/json-scan.ts'
import { readResource } from '#lib/fhir/validation/read-resource.ts'
import { referencesOf } from '#lib/fhir/validation/references.ts'
import { validate } from '#lib/fhir/validation/validate.ts'
import { html } from '#lib/html/html.ts'
import { parseHttpDate } from '#lib/http/http-date.ts'
import { networkOf, plainAddress } from '#lib/http/network-of.ts'
import { isDecodable, parseParams } from '#lib/http/params.ts'
import { isPrivateHost } from '#lib/http/private-host.ts'
import { safeRequestId } from '#lib/http/request-id.ts'
import { withoutQuery } from '#lib/http/user-agent.ts'
import { isWebUrl } from '#lib/http/web-url.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { readUnverified } from '#lib/oauth/jws.ts'
import { describable, withQuery } from '#lib/oauth/oauth-error.ts'
import { isCodeChallenge, provesChallenge } from '#lib/oauth/pkce.ts'
import { redact, redactUrl, withoutSecrets } from '#lib/oauth/redact.ts'
import { parseSystemScope } from '#lib/oauth/smart-scope.ts'
import { parseStrictObject } from '#lib/oauth/strict-json.ts'
import { claimedUserName, isEmailUserName, isUserName, typedUserName } from '#lib/oauth/user-name.ts'
import { isName, isString, normalForm, visibleText } from '#lib/text.ts'
import { encode } from '#server/fhir/http/encode.ts'
import { matches } from '#server/fhir/http/etag.ts'
import { negotiate } from '#server/fhir/http/negotiate.ts'
import { preferredHandling } from '#server/fhir/http/prefer.ts'
import { valuesOf } from '#server/fhir/search/search-value.ts'
import { ifMatchOf, ifNoneMatchOf } from '#server/fhir/write/preconditions.ts'
import { loggedFacts, loggedText } from '#server/log/log-facts.ts'
import { criteriaSearch, typeOf } from '#server/subscriptions/criteria.ts'
import { endpointProblem } from '#server/subscriptions/endpoint-rules.ts'
import { headerProblems } from '#server/subscriptions/header-rules.ts'
import { costOf } from '../turns.ts'
import { HOSTILE } from './hostile-texts.ts'

const LENGTH = 64 * 1024
/** Characters of values that are many rather than long. */
const MANY = 128 * 1024
/** Milliseconds; what is linear takes some. */
const MOST_MS = 100

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
const headers = (value: string) => ({ get: () => value }) as Pick<Headers, 'get'> as Headers
const patient = (text: string) =>
  JSON.stringify({
    resourceType: 'Patient',
    id: text,
    text: { status: 'generated', div: text },
    name: [{ family: text }],
    birthDate: text,
    identifier: [{ system: text, value: text }],
    generalPractitioner: [{ reference: text }],
    extension: [{ url: text, valueString: text }],
  })
const relinked = (json: string) => allSteps(linking(json, { mayBe: () => true, relink: () => 'b' }))
function judged(json: string) {
  const { parsed } = readResource(json)
  validate({ parsed, text: json }, { mode: 'create', profiles: 'koppeltaal' })
  referencesOf(parsed)
}
const rules = { loopbackAllowed: false, ownUrls: ['https://care.example'], ownHooks: [] }

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  redact: (text) => redact({ scope: text, [text]: 1, list: [text, { deep: text }], username: `${text}@${text}` }),
  redactUrl: (text) => redactUrl(`https://a.example/?a=${text}`),
  withoutSecrets,
  loggedText,
  loggedFacts: (text) => loggedFacts({ err: new Error(text), text }),
  visibleText,
  isString,
  isName,
  normalForm: (text) => [normalForm(text, 'NFC'), normalForm(text, 'NFKC')],
  parseParams,
  isDecodable,
  cookies: (text) => cookieJar('https://care.example').read({ headers: headers(text) } as Request, 'x'),
  languageOf: (text) => languageOf({ url: 'https://care.example', headers: headers(text) }),
  parseHttpDate: (text) => parseHttpDate(text, 0),
  plainAddress: (text) => [plainAddress(text), networkOf(text), plainAddress(`[${text}]:1`)],
  isPrivateHost,
  safeRequestId,
  isWebUrl: (text) => [isWebUrl(text), isWebUrl(`https://a.example/${text}`), isWebUrl(`https://${text}`)],
  withoutQuery,
  readUnverified,
  parseStrictObject: (text) => [parseStrictObject(text), parseStrictObject(JSON.stringify({ a: { text } }))],
  parseSystemScope: (text) => [parseSystemScope(text), parseSystemScope(`system/Patient.rs?resource-origin=${text}`)],
  describable,
  withQuery: (text) => withQuery('https://a.example/cb', { state: text }),
  isCodeChallenge,
  provesChallenge: (text) => provesChallenge(text, text),
  userNames: (text) => [typedUserName(text), isUserName(text), isEmailUserName(text), claimedUserName(text)],
  html: (text) => html`<p title="${text}">${text}</p>`.html,
  matches: (text) => matches(text, 'W/"1"'),
  encode: (text) => encode('short', text),
  negotiate: (text) => negotiate(text, parseParams(`_format=${text}`)),
  preferredHandling: (text) => preferredHandling(headers(text)),
  ifMatchOf: (text) => ifMatchOf(text),
  ifNoneMatchOf: (text) => ifNoneMatchOf(text),
  valuesOf: (text) => valuesOf('name', text),
  criteriaSearch: (text) =>
    criteriaSearch(`Patient?name=${text}`, { baseUrl: 'https://a.example/fhir', resourceTypes: ['Patient'], now: 0 }),
  typeOf,
  endpointProblem: (text) =>
    endpointProblem(`https://a.example/${text}`, { clientId: 'a', webhookOrigins: ['https://a.example'] }, rules),
  headerProblems: (text) => headerProblems([text, `X-A: ${text}`]),
  urlBelowBase: (text) => urlBelowBase('https://a.example/fhir', `https://a.example/fhir/${text}`),
  urlOfPath: (text) => [urlOfPath('https://a.example/fhir', text), urlOfTyped('https://a.example/fhir', text)],
  references: (text) => [parseReference(text), referredType(text), unversioned(text), indexedReference(text)],
  dates: (text) => [daysOf(text), timeOfInstant(text), spanOf(text)],
  folded,
  indexOfElement: (text) => [
    indexOfElement('{"name":[{"family":"x"}]}', text),
    indexOfElement(text, 'Patient.name[0]'),
  ],
  minify,
  pretty,
  scanJson: (text) => [scanJson(text)],
  scanned: (text) => scanJson(JSON.stringify({ text })),
  parseJsonTree,
  jsonParts: (text) => jsonParts(JSON.stringify({ text })),
  narrativeProblem: (text) => narrativeProblem(text),
  'narrativeProblem in a div': (text) => narrativeProblem(`<div ${XHTML}>${text}</div>`),
  'narrativeProblem in an attribute': (text) =>
    narrativeProblem(`<div ${XHTML}><p title="${text}" style="${text}"/></div>`),
  'narrativeProblem in a tag': (text) => narrativeProblem(`<div ${XHTML}><p ${text}`),
  linking: (text) => relinked(patient(text)),
  'linking in a div': (text) =>
    relinked(JSON.stringify({ resourceType: 'Patient', text: { div: `<div ${XHTML}>${text}</div>` } })),
  readResource,
  'a resource': (text) => judged(patient(text)),
  'a narrative': (text) =>
    judged(
      JSON.stringify({
        resourceType: 'Patient',
        text: { status: 'generated', div: `<div ${XHTML}><!--${text}--><p>${text}</p></div>` },
      }),
    ),
  humanName: (text) => humanName({ name: [{ family: text, given: [text] }] }),
  parsePointer: (text) => parsePointer(`/${text}`),
  parseFhirPath: (text) => [parseFhirPath(text)],
  'parseFhirPath with a step': (text) => parseFhirPath(`Patient.name.where(family='${text}')`),
  parsePatch: (text) => parsePatch('application/json-patch+json', text),
  'parsePatch of one': (text) =>
    parsePatch('application/json-patch+json', JSON.stringify([{ op: 'test', path: `/${text}`, value: text }])),
}

const PATCHED = JSON.stringify({ resourceType: 'Patient', id: 'a', name: [{ given: ['a'], _given: [{ id: 'b' }] }] })
function* patched(type: PatchType, patch: string): Steps<unknown> {
  return yield* applying({ text: PATCHED, patch: yield* parsingPatch(type, patch) })
}
const added = (value: string) => patched('application/json-patch+json', `[{"op":"add","path":"/x","value":${value}}]`)
// biome-ignore lint/correctness/useYield: one step.
function* judging(json: string): Steps<unknown> {
  return judged(json)
}
const part = (name: string, value: string) => `{"name":"${name}",${value}}`

/** As many as fit, one of another, between commas. */
function filled(one: (index: number) => string): string {
  const all = Array.from({ length: Math.floor(MANY / one(0).length) }, (_, index) => one(index))
  return all.join(',')
}

/** What many values in a body of a few characters each are given to. */
const MANY_VALUES: Readonly<Record<string, () => Steps<unknown>>> = {
  'a list in a patch': () => added(`[${filled(() => '{}')}]`),
  'members in a patch': () => added(`{${filled((index) => `"${index}":0`)}}`),
  'members of a patch whose values are elsewhere': () => added(`{${filled((index) => `"_${index}":0`)}}`),
  'lists of a patch whose values are elsewhere': () => added(`{${filled((index) => `"_${index}":[]`)}}`),
  'operations of a patch': () =>
    patched('application/json-patch+json', `[${filled(() => '{"op":"test","path":"","value":0}')}]`),
  'parts of a FHIRPath Patch': () => {
    const parts = filled(() => part('given', '"valueString":"b"'))
    const operation = [
      part('type', '"valueCode":"add"'),
      part('path', '"valueString":"Patient"'),
      part('name', '"valueString":"name"'),
      part('value', `"part":[${parts}]`),
    ]
    return patched(
      'application/fhir+json',
      `{"resourceType":"Parameters","parameter":[${part('operation', `"part":[${operation.join(',')}]`)}]}`,
    )
  },
  'the codes of an observation and of a component': () => {
    const codes = (sign: string) => `{"coding":[${filled((index) => `{"code":"${sign}${index}"}`)}]}`
    return judging(
      `{"resourceType":"Observation","status":"final","valueString":"x","code":${codes('a')},"component":[{"code":${codes('b')}}]}`,
    )
  },
}

/** The least of some turns, since the first may compile and any may collect garbage. */
function leastOf(cost: () => number): number {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3 && least > MOST_MS; turn += 1) least = Math.min(least, cost())
  return least
}

/** An error is an answer. */
const answered = (work: () => unknown) => {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The longest step: between two of them the server answers others. */
function longestStep(steps: Steps<unknown>): number {
  let longest = 0
  for (let isOver = false; !isOver; )
    longest = Math.max(
      longest,
      costOf(() => {
        const step = answered(() => steps.next()) as IteratorResult<void> | undefined
        isOver = step?.done !== false
      }),
    )
  return longest
}

describe('64 KB of a hostile text', () => {
  it.each(Object.keys(FUNCTIONS))('LIM-40 hold up nobody in %s', (name) => {
    const work = FUNCTIONS[name]
    if (!work) throw new Error(name)
    const slow = Object.entries(HOSTILE).flatMap(([shape, of]) => {
      const text = of(LENGTH)
      const cost = leastOf(() => costOf(() => answered(() => work(text))))
      return cost > MOST_MS ? [`${shape}: ${Math.round(cost)} ms`] : []
    })
    expect(slow).toEqual([])
  })
})

describe('128 KB of many small values', () => {
  it.each(Object.entries(MANY_VALUES))('LIM-40 hold up nobody as %s', (_, work) => {
    expect(leastOf(() => longestStep(work()))).toBeLessThan(MOST_MS)
  })
})
