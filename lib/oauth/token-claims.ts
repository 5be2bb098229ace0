// Claims about a token and its log-in.

/**
 * Claims of JWTs and id_tokens about issuing, time and the log-in (RFC 7519 §4.1, OpenID Connect Core §2 and
 * §3.3.2.11). None identifies the person, except `sub`.
 */
export const TOKEN_CLAIMS: readonly string[] =
  'iss sub aud azp exp iat nbf jti auth_time nonce acr amr at_hash c_hash'.split(' ')
