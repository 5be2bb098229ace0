// The source of a claim about the person: the id_token or userinfo (OpenID Connect Core §5.4 puts those of a scope at userinfo in
// the code flow; many providers put them in the id_token, too).

export const CLAIMS_FROM = ['auto', 'id_token', 'userinfo'] as const
/** `auto`: the id_token, and userinfo for a claim that is missing there. */
export type ClaimsFrom = (typeof CLAIMS_FROM)[number]

type Claims = Readonly<Record<string, unknown>>

/** True when userinfo has to be asked for a claim. The subject is always that of the id_token. */
export const isAtUserinfo = (claims: Claims, claim: string, from: ClaimsFrom): boolean =>
  claim !== 'sub' && (from === 'userinfo' || (from === 'auto' && claims[claim] === undefined))

/**
 * The claims of an id_token with the claim as userinfo has it, and the name for people where the id_token has none; an e-mail address is
 * verified or not as the same answer says.
 */
export const withUserinfo = <IdToken extends Claims>(claims: IdToken, userinfo: Claims, claim: string): IdToken => ({
  ...(userinfo['name'] === undefined ? {} : { name: userinfo['name'] }),
  ...claims,
  [claim]: userinfo[claim],
  ...(claim === 'email' ? { email_verified: userinfo['email_verified'] } : {}),
})
