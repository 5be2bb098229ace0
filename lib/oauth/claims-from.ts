// The source of a claim about the person: the id_token or userinfo (in the code flow, OpenID Connect Core §5.4 puts
// the claims of a scope at userinfo; many providers also put them in the id_token).

/** The values of a setting that says where a claim is looked for. */
export const CLAIMS_FROM = ['auto', 'id_token', 'userinfo'] as const
/** `auto`: the id_token, and userinfo for a claim that is missing there. */
export type ClaimsFrom = (typeof CLAIMS_FROM)[number]

type Claims = Readonly<Record<string, unknown>>

/** True when userinfo must be requested for a claim. The subject is always the id_token's. */
export const isAtUserinfo = (claims: Claims, claim: string, from: ClaimsFrom): boolean =>
  claim !== 'sub' && (from === 'userinfo' || (from === 'auto' && claims[claim] === undefined))

/**
 * The claims of an id_token, with the claim from userinfo, and the display name if the id_token has none. Whether an
 * e-mail address is verified comes from the same answer as the address.
 */
export const withUserinfo = <IdToken extends Claims>(claims: IdToken, userinfo: Claims, claim: string): IdToken => ({
  ...(userinfo['name'] === undefined ? {} : { name: userinfo['name'] }),
  ...claims,
  [claim]: userinfo[claim],
  ...(claim === 'email' ? { email_verified: userinfo['email_verified'] } : {}),
})
