// Rules for writing a Subscription, beyond R4 and the profile: who may write, what can be subscribed to, and where
// notifications go.
import { isDeepStrictEqual } from 'node:util'
import { originIdOf } from '#lib/fhir/resource-origin.ts'
import { headerName, isMasked, withHeaders, withStatus } from '#lib/fhir/subscription-text.ts'
import { isObject, type JsonObject } from '#lib/json.ts'
import { permits } from '#lib/oauth/permission-scope.ts'
import type { Grantable } from '../fhir/store.ts'
import { type CriteriaContext, CriteriaError, criteriaSearch, typeOf } from './criteria.ts'
import { type EndpointOwner, type EndpointRules, endpointProblem } from './endpoint-rules.ts'
import { headerProblems } from './header-rules.ts'
import { channelHeadersOf, channelOf, statusOf } from './subscription.ts'

/** The most Subscriptions of one client that are not off. */
const MOST_SUBSCRIPTIONS = 50

/** A problem, as an issue of an OperationOutcome. */
export interface Problem {
  readonly status: 400 | 403 | 422
  readonly code: 'required' | 'structure' | 'value' | 'not-supported' | 'business-rule' | 'forbidden' | 'too-costly'
  /** A FHIRPath such as `Subscription.channel.endpoint`. */
  readonly expression: string
  readonly diagnostics: string
}

/** The writer, and the current rights of the app that owns the Subscription. */
export interface RuleContext {
  /** client_id of the app that writes. */
  readonly writer: string
  /**
   * The app of the stored resource-origin, or the writer of a new Subscription; undefined when a stored one has no
   * origin.
   */
  readonly owner: EndpointOwner | undefined
  /** What the owner's role permits. */
  readonly permissions: readonly Grantable[]
  /** The number of the owner's other Subscriptions that are not off. */
  readonly othersOn: number
  readonly criteria: CriteriaContext
  readonly endpoints: EndpointRules
}

/**
 * All problems of a Subscription to be written; empty when it may be. `next` is as it would be stored, except for its
 * status and the masked headers; `before` is as stored now, or undefined.
 */
export function subscriptionProblems(
  next: JsonObject,
  before: JsonObject | undefined,
  context: RuleContext,
): readonly Problem[] {
  const { owner, writer } = context
  if (before && owner?.clientId !== writer) return foreignProblems(next, before)
  const status = [...statusProblems(next, before), ...errorProblems(next, before)]
  // Switching off is always allowed, even for an app that lost the permission or origin that its Subscription needs.
  if (next['status'] === 'off' && before && isSameButStatus(next, before)) return status
  return [
    ...status,
    ...channelProblems(next),
    ...criteriaProblems(next, context),
    ...(owner ? endpointProblems(next, owner, context.endpoints) : []),
    ...countProblems(next, context),
  ]
}

/** A problem of an element of a Subscription, such as `channel.endpoint`. */
export const problem = (
  status: Problem['status'],
  code: Problem['code'],
  at: string,
  diagnostics: string,
): Problem => ({
  status,
  code,
  expression: `Subscription.${at}`,
  diagnostics,
})

/**
 * Headers sent by an app other than the owner. It may not see their values, and comparing a sent value with the stored
 * one would reveal it.
 */
export function sentProblems(writer: string, sent: JsonObject, before: JsonObject | undefined): readonly Problem[] {
  if (!before || originIdOf(before) === writer) return []
  const { header } = channelOf(sent)
  if ([header].flat().every((line) => typeof line !== 'string' || isMasked(line))) return []
  const diagnostics =
    'This is the Subscription of another app: send its headers as you read them, such as "X-Key: ***".'
  return [problem(403, 'forbidden', 'channel.header', diagnostics)]
}

/** The receiver of a Subscription, which nobody asks while it is off. */
export function receiverOf(next: JsonObject): string | undefined {
  const { endpoint } = channelOf(next)
  return next['status'] === 'off' || typeof endpoint !== 'string' ? undefined : endpoint
}

/** Other apps can only switch it off, because notifications are sent in the owner's name. */
function foreignProblems(next: JsonObject, before: JsonObject): readonly Problem[] {
  const isLeft = errorProblems(next, before).length === 0 && isSameButStatus(next, before)
  if (next['status'] === 'off' && isLeft) return []
  return [
    {
      ...problem(
        403,
        'forbidden',
        '',
        'This is the Subscription of another app: you can only set it to off, or delete it.',
      ),
      expression: 'Subscription',
    },
  ]
}

/** Elements that the domain sets or removes, and those that do not affect what is sent. */
const NOT_COMPARED = ['status', 'error', 'meta']

function isSameButStatus(next: JsonObject, before: JsonObject): boolean {
  const content = (resource: JsonObject) =>
    Object.fromEntries(Object.entries(resource).filter(([name]) => !NOT_COMPARED.includes(name)))
  return isDeepStrictEqual(content(withStoredHeaders(next, before)), content(before))
}

/** The headers of a resource, with masked values replaced by the stored ones. */
function withStoredHeaders(next: JsonObject, before: JsonObject): JsonObject {
  if (!isObject(next['channel']) || !Array.isArray(next['channel']['header'])) return next
  const stored = channelHeadersOf(before)
  const header = next['channel']['header'].map((line: unknown, index) =>
    typeof line === 'string' ? unmasked(line, index, stored) : line,
  )
  return { ...next, channel: { ...next['channel'], header } }
}

/** The stored header for a masked one: the one at the same index, otherwise the first with its name. */
function unmasked(header: string, index: number, stored: readonly string[]): string {
  if (!isMasked(header)) return header
  const name = headerName(header).toLowerCase()
  const isOfName = (line: string | undefined) => line !== undefined && headerName(line).toLowerCase() === name
  const atPlace = stored[index]
  return (isOfName(atPlace) ? atPlace : stored.find(isOfName)) ?? header
}

/** Only the domain writes Subscription.error. */
const errorProblems = ({ error }: JsonObject, before: JsonObject | undefined): readonly Problem[] =>
  error === undefined || error === before?.['error']
    ? []
    : [problem(422, 'business-rule', 'error', 'Only the server sets error: leave it out, or send it as you read it.')]

function statusProblems(next: JsonObject, before: JsonObject | undefined): readonly Problem[] {
  const status = statusOf(next)
  if (status === undefined)
    return [problem(400, 'required', 'status', 'status must be requested, active, error or off.')]
  const was = before && statusOf(before)
  if (status === was || status === 'requested' || status === 'off') return []
  if (status === 'active' && (was === undefined || was === 'requested')) return []
  return [
    problem(
      422,
      'business-rule',
      'status',
      `Only the server sets ${status}; ${before ? 'write requested to start it again' : 'a new Subscription must be requested or off'}.`,
    ),
  ]
}

function channelProblems(next: JsonObject): readonly Problem[] {
  const { type, payload, endpoint, header } = channelOf(next)
  return [
    ...(type === 'rest-hook'
      ? []
      : [
          problem(
            422,
            'not-supported',
            'channel.type',
            'channel.type must be rest-hook: this server supports no other channel.',
          ),
        ]),
    ...(payload === undefined
      ? []
      : [
          problem(
            422,
            'structure',
            'channel.payload',
            'Notifications have no payload: leave it out, and read the changed resources.',
          ),
        ]),
    ...(typeof endpoint === 'string' && endpoint !== ''
      ? []
      : [problem(422, 'required', 'channel.endpoint', 'A rest-hook must have an endpoint.')]),
    ...headerProblems(header).map(({ index, diagnostics }) =>
      problem(422, 'value', `channel.header[${index}]`, diagnostics),
    ),
  ]
}

function criteriaProblems({ criteria }: JsonObject, context: RuleContext): readonly Problem[] {
  const text = typeof criteria === 'string' ? criteria : ''
  try {
    criteriaSearch(text, context.criteria)
  } catch (error) {
    if (!(error instanceof CriteriaError)) throw error
    return [problem(422, error.code, 'criteria', error.message)]
  }
  const type = typeOf(text)
  if (mayRead(context.permissions, type)) return []
  return [problem(403, 'forbidden', 'criteria', `The app has no permission to read ${type}.`)]
}

/** True when a role lets its app read a type at all; `*` does not include AuditEvent. */
const mayRead = (permissions: readonly Grantable[], type: string): boolean =>
  permissions.some((one) => permits(one.type, type) && one.operations.includes('r'))

function endpointProblems(next: JsonObject, owner: EndpointOwner, rules: EndpointRules): readonly Problem[] {
  const { endpoint } = channelOf(next)
  if (typeof endpoint !== 'string' || endpoint === '') return [] // channelProblems reports it.
  const diagnostics = endpointProblem(endpoint, owner, rules)
  return diagnostics === undefined ? [] : [problem(422, 'business-rule', 'channel.endpoint', diagnostics)]
}

function countProblems(next: JsonObject, { othersOn }: RuleContext): readonly Problem[] {
  if (next['status'] === 'off' || othersOn < MOST_SUBSCRIPTIONS) return []
  return [
    problem(
      422,
      'too-costly',
      'status',
      `An app may have at most ${MOST_SUBSCRIPTIONS} Subscriptions that are not off: set one to off, or delete one.`,
    ),
  ]
}

/**
 * The text to store for a sent resource. Masked headers get their stored values. The status becomes `requested` when
 * the receiver must be asked first: for a new Subscription sent as `active`, and for a changed endpoint or criteria.
 */
export function subscriptionToStore(text: string, next: JsonObject, before: JsonObject | undefined): string {
  const stored = before ? channelHeadersOf(before) : []
  const unmaskedText = channelHeadersOf(next).some(isMasked)
    ? withHeaders(text, (header, index) => unmasked(header, index, stored))
    : text
  return statusToStore(next, before) === next['status'] ? unmaskedText : withStatus(unmaskedText, 'requested')
}

/** A status that only the server may set is left unchanged, for the rules to refuse. */
function statusToStore(next: JsonObject, before: JsonObject | undefined): unknown {
  const { status } = next
  const was = before && statusOf(before)
  if (status === 'active' && (was === undefined || was === 'requested')) return 'requested'
  const stays = (status === 'active' || status === 'error') && status === was
  return stays && !isSameReceiver(next, before ?? {}) ? 'requested' : status
}

const isSameReceiver = (next: JsonObject, before: JsonObject): boolean =>
  next['criteria'] === before['criteria'] && channelOf(next)['endpoint'] === channelOf(before)['endpoint']
