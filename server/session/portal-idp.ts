// The portal as a relying party of the shared identity provider: what a sign-in needs of it, and the check of the provider's answer.
import { sameSecret } from '#lib/crypto/hash.ts'

/** A login that the provider vouches for. */
export interface PortalLogin {
  /** The claims of the verified id_token, with the one that names the person from where the provider puts it. */
  readonly claims: Readonly<Record<string, unknown>> & { readonly sub: string }
  readonly idToken: string
}

/** The provider, which the process may reach by other ways than a browser does. */
export interface PortalIdp {
  readonly issuer: string
  readonly clientId: string
  /** The address that asks for a login. Rejects where the provider does not say it. */
  readonly authorizationEndpoint: () => Promise<string>
  /** The issuer as the provider writes it, and whether its answers always name it (RFC 9207). Rejects where it cannot be asked. */
  readonly named: () => Promise<{ readonly issuer: string; readonly inEveryAnswer: boolean }>
  /** Exchanges a code for a verified login. Rejects for any other. */
  readonly exchange: (
    code: string,
    checks: { readonly nonce: string; readonly verifier: string },
  ) => Promise<PortalLogin>
}

/** What the browser brings back from the provider. */
interface ProviderAnswer {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly iss?: string | undefined
}

/** What the browser's cookies say of the request that was made. */
interface AskedFor {
  readonly state?: string | undefined
  readonly nonce?: string | undefined
  readonly code_verifier?: string | undefined
}

/**
 * The login of an answer: it is that of this browser's request, and of this provider (RFC 6749 §10.12, RFC 9207 §2.4). Rejects for any
 * other.
 */
export async function loginOf(idp: PortalIdp, answer: ProviderAnswer, asked: AskedFor): Promise<PortalLogin> {
  const { state, nonce, code_verifier: verifier } = asked
  if (!state || !nonce || !verifier) throw new Error('The browser did not ask for this login')
  if (!answer.state || !sameSecret(answer.state, state)) throw new Error('The answer is to another request (state)')
  const { issuer, inEveryAnswer } = await idp.named()
  if (answer.iss === undefined ? inEveryAnswer : answer.iss !== issuer)
    throw new Error('The answer is of another provider (iss)')
  if (!answer.code) throw new Error('The answer has no code')
  return idp.exchange(answer.code, { nonce, verifier })
}
