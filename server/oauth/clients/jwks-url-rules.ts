// Rules for the jwks_uri of a client: no addresses of our internal network (OWASP SSRF, conformance AST-22).
import { isPrivateHost } from '#lib/http/private-host.ts'
import { isLoopbackHost } from '#lib/http/web-url.ts'
import type { ProblemName } from '#lib/i18n/problems.ts'

export interface JwksUrlRules {
  /** True in development, where the domain itself lives on a loopback address. */
  readonly loopbackAllowed: boolean
}

/** The problem of a JWKS URL; undefined when it may be fetched. */
export function jwksUrlProblem(text: string, { loopbackAllowed }: JwksUrlRules): ProblemName | undefined {
  if (!URL.canParse(text) || !/^[a-z][a-z0-9+.-]*:\/\/[^/\\]/i.test(text)) return 'jwks_url'
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username || password || hash) return 'jwks_url_user'
  if (isLoopbackHost(hostname)) return loopbackAllowed && /^https?:$/.test(protocol) ? undefined : 'jwks_url_self'
  if (protocol !== 'https:') return 'jwks_url_https'
  return isPrivateHost(hostname) ? 'jwks_url_private' : undefined
}
