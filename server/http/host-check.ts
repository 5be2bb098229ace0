// Checks the Host of requests while the service is for this machine only (PUBLIC_URL is a loopback address). Another
// site can resolve its own name to this machine (DNS rebinding) and would then read what a developer's browser may
// read. Also, a page opened under another name of this machine would lack the cookies of the first name.
import type { IncomingMessage } from 'node:http'
import { hostname as machineName } from 'node:os'
import { isPrivateHost } from '#lib/http/private-host.ts'
import { isLoopbackHost } from '#lib/http/web-url.ts'
import { type Config, isLoopback } from '../config/config.ts'
import type { OwnAnswer } from './refusals.ts'

type Asked = Pick<IncomingMessage, 'url' | 'method' | 'headers'>

export interface HostCheck {
  /** The refusal of a request under this name; undefined when it is allowed. */
  readonly refusalOf: (request: Asked) => OwnAnswer | undefined
  /** The redirect target of a page opened under another name; otherwise undefined. */
  readonly redirectOf: (request: Asked) => string | undefined
}

/** Prefixes at which pages send changes. */
const OF_PAGES = /^\/(portal|admin|connect|browse|traces|tools)\//

/** With a public name, every Host is allowed: the proxy in front decides which requests reach us, and may set its own. */
const ANY: HostCheck = { refusalOf: () => undefined, redirectOf: () => undefined }

export function hostCheck({
  publicUrl,
  authUrl,
  baseUrl,
}: Pick<Config, 'publicUrl' | 'authUrl' | 'baseUrl'>): HostCheck {
  if (!isLoopback(publicUrl)) return ANY
  const { origin, host, port } = new URL(publicUrl)
  const own = new Set([
    ...[publicUrl, authUrl, baseUrl].map((url) => new URL(url).hostname),
    machineName().toLowerCase(),
  ])
  const misdirected = (text: string): OwnAnswer => ({ status: 421, code: 'not-supported', text })
  const elsewhere = `PUBLIC_URL is ${origin}: open it there, or set PUBLIC_URL to the address that people use.`
  return {
    refusalOf: ({ url = '/', method, headers }) => {
      if (headers.host === host) return undefined // The usual value: nothing is parsed.
      const requested = addressOf(headers.host)
      if (!requested || requested.host === host) return undefined
      // IP addresses and names outside of the public DNS are allowed: no other site can point them here.
      if (
        !own.has(requested.hostname) &&
        !isLoopbackHost(requested.hostname) &&
        !isPrivateHost(requested.hostname) &&
        !isAddress(requested.hostname)
      )
        return misdirected(`This is not the name of this service. ${elsewhere}`)
      if (method === 'POST' && OF_PAGES.test(url) && isOfPageThere(headers.origin, requested.host))
        return misdirected(`The page was opened under another address than the service has. ${elsewhere}`)
      return undefined
    },
    redirectOf: ({ url = '/', method, headers }) => {
      if (headers.host === host) return undefined
      const requested = addressOf(headers.host)
      const isOther =
        requested && requested.host !== host && isLoopbackHost(requested.hostname) && requested.port === port
      return isOther && (method === 'GET' || method === 'HEAD') && !url.startsWith('/_next/') ? origin + url : undefined
    },
  }
}

/** The Host header as a URL; undefined when absent, as with HTTP/1.0. */
const addressOf = (host: string | undefined): URL | undefined =>
  host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined

/** True for an IPv4 or IPv6 address, as URL writes it. */
const isAddress = (hostname: string): boolean => /^\[|^\d+(\.\d+){3}$/.test(hostname)

/** Our pages send no referrer, so their origin is `null` when the browser sends no better header (Fetch §3.2). */
const isOfPageThere = (origin: string | undefined, host: string): boolean =>
  origin === 'null' || (origin !== undefined && URL.canParse(origin) && new URL(origin).host === host)
