// The portal as a relying party of the shared identity provider: what a sign-in needs from it, and the check of its
// answer.
import { sameSecret } from '#lib/crypto/hash.ts'

/** A log-in verified by the provider. */
export interface PortalLogin {
  /** The claims of the verified id_token, including the claim that names the person, from where the provider puts it. */
  readonly claims: Readonly<Record<string, unknown>> & { readonly sub: string }
  readonly idToken: string
}

/** The provider, which this process may reach at other addresses than a browser does. */
export interface PortalIdp {
  readonly issuer: string
  readonly clientId: string
  /** The address that starts a log-in. Rejects when the provider does not publish it. */
  readonly authorizationEndpoint: () => Promise<string>
  /**
   * The issuer as the provider writes it, and whether its answers always name it (RFC 9207). Rejects when the provider
   * is unreachable.
   */
  readonly named: () => Promise<{ readonly issuer: string; readonly inEveryAnswer: boolean }>
  /** Exchanges a code for a verified log-in. Rejects an invalid code. */
  readonly exchange: (
    code: string,
    checks: { readonly nonce: string; readonly verifier: string },
  ) => Promise<PortalLogin>
}

/** The parameters that the browser brings back from the provider. */
interface ProviderAnswer {
  readonly code?: string | undefined
  readonly state?: string | undefined
  readonly iss?: string | undefined
}

/** The request that was made, according to the browser's cookies. */
interface AskedFor {
  readonly state?: string | undefined
  readonly nonce?: string | undefined
  readonly code_verifier?: string | undefined
}

/**
 * The log-in in an answer, if the answer belongs to this browser's request and comes from this provider (RFC 6749
 * §10.12, RFC 9207 §2.4). Otherwise rejects.
 */
export async function loginOf(idp: PortalIdp, answer: ProviderAnswer, request: AskedFor): Promise<PortalLogin> {
  const { state, nonce, code_verifier: verifier } = request
  if (!state || !nonce || !verifier) throw new Error('The browser did not ask for this login')
  if (!answer.state || !sameSecret(answer.state, state)) throw new Error('The answer is to another request (state)')
  const { issuer, inEveryAnswer } = await idp.named()
  if (answer.iss === undefined ? inEveryAnswer : answer.iss !== issuer)
    throw new Error('The answer is of another provider (iss)')
  if (!answer.code) throw new Error('The answer has no code')
  return idp.exchange(answer.code, { nonce, verifier })
}
