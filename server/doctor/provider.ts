// Checks the external identity provider, where there is one.
import { clockFinding } from './clock.ts'
import type { Examination } from './examination.ts'
import { type Finding, reasonOf, well, wrong } from './finding.ts'

export async function providerFindings({ config, fetch, now }: Examination): Promise<readonly Finding[]> {
  const issuer = config.externalIdp?.issuer
  if (issuer === undefined) return []
  const address = `${issuer}/.well-known/openid-configuration`
  const remedy = 'SHARED_IDP_ISSUER must be the issuer exactly as the provider writes it.'
  try {
    const answer = await fetch(address)
    const clock = clockFinding('provider.clock', 'The identity provider', answer, now())
    const document = (await answer.json().catch(() => ({}))) as {
      readonly issuer?: unknown
      readonly jwks_uri?: unknown
      readonly userinfo_endpoint?: unknown
    }
    if (!answer.ok) return [wrong('provider', `${address} answers ${answer.status}.`, remedy)]
    if (document.issuer !== issuer)
      return [wrong('provider', `The provider calls itself ${String(document.issuer)}.`, remedy)]
    return [
      well('provider', `${issuer} answers under its own name.`),
      clock,
      await keysFinding(document.jwks_uri, fetch),
      well('provider', `Register there both redirect URIs: ${redirectUrisOf(config).join(' and ')}`),
      claimsFinding(config, document),
    ]
  } catch (error) {
    return [
      wrong(
        'provider',
        `${address} cannot be reached: ${reasonOf(error)}`,
        'Check the network, and the host name of the provider.',
      ),
    ]
  }
}

type Settings = Examination['config']

/** The redirect URIs at the provider: launches, and the sign-in of portal and console. */
const redirectUrisOf = ({ authUrl, publicUrl }: Settings): readonly string[] => [
  `${authUrl}/oauth2/callback`,
  `${publicUrl}/api/auth/callback/shared-idp`,
]

/** Reports how this domain authenticates there, and which claim identifies people. */
function claimsFinding(
  { externalIdp, idpClaim, idpClaimsFrom }: Settings,
  document: { readonly userinfo_endpoint?: unknown },
): Finding {
  if (idpClaimsFrom === 'userinfo' && typeof document.userinfo_endpoint !== 'string')
    return wrong(
      'provider',
      'It has no userinfo endpoint, where SHARED_IDP_CLAIMS_FROM=userinfo looks.',
      'Leave SHARED_IDP_CLAIMS_FROM out.',
    )
  const where = { auto: 'in the id_token, else at userinfo', id_token: 'in the id_token', userinfo: 'at userinfo' }
  const proof = externalIdp?.clientSecret === undefined ? 'without a secret' : 'with a client secret (basic or post)'
  return well(
    'provider',
    `This domain is a client there ${proof} and asks for the scopes openid, profile and email; it looks for the claim ${idpClaim} ${where[idpClaimsFrom]}.`,
  )
}

async function keysFinding(address: unknown, fetch: Examination['fetch']): Promise<Finding> {
  const remedy = 'The provider has to fix it: without its keys nobody can log in.'
  try {
    const answer = await fetch(String(address))
    const { keys } = (await answer.json()) as { readonly keys?: unknown }
    return Array.isArray(keys) && keys.length > 0
      ? well('provider', `It publishes ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}.`)
      : wrong('provider', `${String(address)} has no keys.`, remedy)
  } catch (error) {
    return wrong('provider', `Its keys at ${String(address)} cannot be read: ${reasonOf(error)}`, remedy)
  }
}
