// The discovery document of the shared identity provider, cached for all log-ins (OpenID Connect Discovery §4, RFC 8414; conformance
// IDP-18).
import { allowInsecureRequests, type CustomFetch, customFetch, discovery, type ServerMetadata } from 'openid-client'
import { type Clock, MINUTE, type Period, periodFrom } from '#lib/clock.ts'
import { isLoopbackHost, isSameBase, isWebUrl, withoutTrailingSlash } from '#lib/http/web-url.ts'
import { JWS_ALGORITHMS } from '#lib/oauth/jws-algorithms.ts'
import type { OauthDeps } from '../deps.ts'

/** How long a discovery document is cached. */
const METADATA_LIFETIME_MS = 10 * MINUTE

/** True when an issuer is reached without TLS, which is allowed on this machine only. */
export function isInsecure(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'http:' && isLoopbackHost(hostname)
}

/**
 * Returns a function that reads the provider's metadata, from the discovery address of its issuer when they are not cached.
 * Failures are not cached. Rejects when the metadata cannot be fetched or trusted.
 */
export function idpMetadata(
  { issuer, clientId }: Pick<OauthDeps['idp'], 'issuer' | 'clientId'>,
  clock: Clock,
  fetch: CustomFetch,
): () => Promise<ServerMetadata> {
  let cached: { readonly metadata: Promise<ServerMetadata>; readonly isFresh: Period } | undefined

  const discover = async (): Promise<ServerMetadata> => {
    const { pathname } = new URL(issuer)
    const document = new URL(`${withoutTrailingSlash(pathname)}/.well-known/openid-configuration`, issuer)
    const found = await discovery(document, clientId, undefined, undefined, {
      [customFetch]: fetch,
      ...(isInsecure(issuer) ? { execute: [allowInsecureRequests] } : {}),
    })
    return trusted(found.serverMetadata(), issuer)
  }

  return () => {
    if (cached?.isFresh()) return cached.metadata
    const metadata = discover()
    cached = { metadata, isFresh: periodFrom(clock, METADATA_LIFETIME_MS) }
    metadata.catch(() => {
      if (cached?.metadata === metadata) cached = undefined
    })
    return metadata
  }
}

/** The provider's metadata, provided they name the configured issuer, reduced to safe algorithms. */
function trusted(metadata: ServerMetadata, issuer: string): ServerMetadata {
  if (!isSameBase(metadata.issuer, issuer)) throw new Error('The discovery document names another issuer')
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri])
    if (!endpoint || !isWebUrl(endpoint)) throw new Error('The discovery document lacks a usable endpoint')
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  return {
    ...metadata,
    id_token_signing_alg_values_supported: offered.filter((alg) =>
      ([...JWS_ALGORITHMS, 'EdDSA', 'Ed25519'] as readonly string[]).includes(alg),
    ),
  }
}
