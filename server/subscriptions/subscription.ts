// The parts of a Subscription that the domain uses (FHIR R4 subscription.html).
import { SUBSCRIPTION_STATUSES } from '#lib/api/subscription-words.ts'
import { timeOfInstant } from '#lib/fhir/instant.ts'
import { isObject, type JsonObject } from '#lib/json.ts'

export type Status = (typeof SUBSCRIPTION_STATUSES)[number]

export interface Subscription {
  readonly id: string
  readonly versionId: number
  readonly status: Status
  /** A search, such as `Task?owner=Practitioner/x`. */
  readonly criteria: string
  /** The address of its notifications. */
  readonly endpoint: string
  /** Headers to send, as `Name: value`. */
  readonly headers: readonly string[]
  /** When it ends, in epoch milliseconds: it is off from then on. */
  readonly end: number | undefined
  /** client_id of the app that owns it: the Device of its resource-origin extension. */
  readonly owner: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const channelOf = ({ channel }: JsonObject): JsonObject => (isObject(channel) ? channel : {})

/** The strings in channel.header. */
export const channelHeadersOf = (resource: JsonObject): readonly string[] => {
  const { header } = channelOf(resource)
  return Array.isArray(header) ? header.filter((line) => typeof line === 'string') : []
}

/** The status of a resource, if it is one of R4's. */
export const statusOf = ({ status }: JsonObject): Status | undefined =>
  SUBSCRIPTION_STATUSES.find((one) => one === status)

/** Parses a version's text; undefined when it has no owner or no status. */
export function readSubscription(
  body: string,
  { id, versionId, origin }: { readonly id: string; readonly versionId: number; readonly origin: string | undefined },
): Subscription | undefined {
  const resource = JSON.parse(body) as JsonObject
  const status = statusOf(resource)
  if (status === undefined || origin === undefined) return undefined
  return {
    id,
    versionId,
    status,
    criteria: text(resource['criteria']),
    endpoint: text(channelOf(resource)['endpoint']),
    headers: channelHeadersOf(resource),
    end: timeOfInstant(resource['end']),
    owner: origin,
  }
}
