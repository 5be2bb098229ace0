// Rules for Subscription.channel.endpoint: an address on an origin registered for the app, and none of the domain's
// own.
import { isLoopbackHost } from '#lib/http/web-url.ts'

/** Longest endpoint, in characters. */
const LONGEST = 2048
/** The characters of RFC 3986, and a host (RFC 9110 §4.2.1): the address is used as written. */
const URI = /^https?:\/\/(?!\/)[A-Za-z0-9\-._~:/?@!$&'()*+,;=%[\]]+$/i

/** The address of an app's hook inside the domain itself, such as the demo app's. */
export interface OwnHook {
  readonly clientId: string
  readonly url: string
}

export interface EndpointRules {
  /** True when the domain is at a loopback address: receivers on the same machine may then use http. */
  readonly loopbackAllowed: boolean
  /** PUBLIC_URL and the other addresses of the domain. */
  readonly ownUrls: readonly string[]
  readonly ownHooks: readonly OwnHook[]
}

/** The app that a Subscription sends for. */
export interface EndpointOwner {
  readonly clientId: string
  /** Web origins of its receivers (RFC 6454). */
  readonly webhookOrigins: readonly string[]
}

/** The problem of that owner's endpoint; undefined when it may be called. Resolves no name. */
export function endpointProblem(endpoint: string, owner: EndpointOwner, rules: EndpointRules): string | undefined {
  if (endpoint.length > LONGEST) return `endpoint may have at most ${LONGEST} characters; it has ${endpoint.length}.`
  if (!URI.test(endpoint) || !URL.canParse(endpoint))
    return 'endpoint must be an absolute https URL, without a fragment (#).'
  if (isOwnHook(endpoint, owner, rules)) return undefined // Called inside this process, without a connection.
  const url = new URL(endpoint)
  if (url.username || url.password)
    return 'endpoint may not have a user name or a password: send a secret in channel.header.'
  if (url.protocol !== 'https:' && !(rules.loopbackAllowed && isLoopbackHost(url.hostname)))
    return `endpoint must be an https URL${rules.loopbackAllowed ? ' (or http on this machine)' : ''}; it is at ${url.origin}.`
  if (rules.ownUrls.some((own) => isSamePlace(new URL(own), url)))
    return 'endpoint may not be an address of this server itself.'
  return owner.webhookOrigins.includes(url.origin)
    ? undefined
    : `endpoint must be on an origin that is registered for the app (${owner.webhookOrigins.join(', ') || 'it has none'}); it is at ${url.origin}.`
}

const isOwnHook = (endpoint: string, { clientId }: EndpointOwner, { ownHooks }: EndpointRules): boolean =>
  ownHooks.some((hook) => hook.clientId === clientId && hook.url === endpoint)

/** True for the same origin, and for another name of this machine with the same port. */
function isSamePlace(own: URL, other: URL): boolean {
  if (own.origin === other.origin) return true
  return isLoopbackHost(own.hostname) && isLoopbackHost(other.hostname) && portOf(own) === portOf(other)
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')
