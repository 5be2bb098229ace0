// Checks the external identity provider, if there is one.
import { isSameBase } from '#lib/http/web-url.ts'
import { clockFinding } from './clock.ts'
import type { Examination } from './examination.ts'
import { type Finding, reasonOf, well, wrong } from './finding.ts'
import type { DoctorTexts } from './texts.ts'

export async function providerFindings({ config, fetch, now, texts }: Examination): Promise<readonly Finding[]> {
  const issuer = config.externalIdp?.issuer
  if (issuer === undefined) return []
  const address = `${issuer}/.well-known/openid-configuration`
  try {
    const answer = await fetch(address)
    const clock = clockFinding({ check: 'provider.clock', who: texts.provider, answer, at: now() }, texts)
    const document = (await answer.json().catch(() => ({}))) as {
      readonly issuer?: unknown
      readonly jwks_uri?: unknown
      readonly userinfo_endpoint?: unknown
    }
    if (!answer.ok) return [wrong('provider', texts.providerStatus(address, answer.status), texts.providerNameRemedy)]
    if (!isSameBase(String(document.issuer), issuer))
      return [wrong('provider', texts.providerName(String(document.issuer)), texts.providerNameRemedy)]
    return [
      well('provider', texts.providerAnswers(issuer)),
      clock,
      await keysFinding(document.jwks_uri, fetch, texts),
      well('provider', texts.providerUris(redirectUrisOf(config), signedOutOf(config))),
      claimsFinding(config, document, texts),
    ]
  } catch (error) {
    return [wrong('provider', texts.providerAway(address, reasonOf(error)), texts.providerAwayRemedy)]
  }
}

type Settings = Examination['config']

/** The redirect URIs at the provider: launches, and the sign-in of portal and console. */
const redirectUrisOf = ({ authUrl, publicUrl }: Settings): readonly string[] => [
  `${authUrl}/oauth2/callback`,
  `${publicUrl}/api/auth/callback/shared-idp`,
]

/** The address to which the provider returns the browser after a sign-out. */
const signedOutOf = ({ publicUrl }: Settings): string => `${publicUrl}/portal/signed-out`

/** Reports how this domain authenticates there, and which claim identifies people. */
function claimsFinding(
  { externalIdp, idpClaim, idpClaimsFrom }: Settings,
  document: { readonly userinfo_endpoint?: unknown },
  texts: DoctorTexts,
): Finding {
  if (idpClaimsFrom === 'userinfo' && typeof document.userinfo_endpoint !== 'string')
    return wrong('provider', texts.noUserinfo, texts.noUserinfoRemedy)
  return well('provider', texts.clientThere(externalIdp?.clientSecret !== undefined, idpClaim, idpClaimsFrom))
}

async function keysFinding(address: unknown, fetch: Examination['fetch'], texts: DoctorTexts): Promise<Finding> {
  try {
    const answer = await fetch(String(address))
    const { keys } = (await answer.json()) as { readonly keys?: unknown }
    return Array.isArray(keys) && keys.length > 0
      ? well('provider', texts.providerKeys(keys.length))
      : wrong('provider', texts.providerNoKeys(String(address)), texts.providerKeysRemedy)
  } catch (error) {
    return wrong('provider', texts.providerKeysUnread(String(address), reasonOf(error)), texts.providerKeysRemedy)
  }
}
