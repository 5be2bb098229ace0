// One click on a demo person at the pages of this site logs them in at the identity provider without another question.
// The click starts an ordinary sign-in with `login_hint`; a cookie of the browser in which it began proves the click to
// the embedded provider. A link of another site has no such cookie, so it cannot log anybody in (RFC 9700 §4.7).
import { createHmac } from 'node:crypto'
import type { CookieJar } from '#lib/cookies.ts'
import { sameSecret } from '#lib/crypto/hash.ts'

/** A request to the identity provider, as both sides know it. */
interface AskedFor {
  readonly state: string | undefined
  readonly loginHint: string | undefined
}

interface OneClickDeps {
  readonly cookies: CookieJar
  /** A secret of the domain. */
  readonly secret: () => string
  /** The user names of the people who can be chosen; empty where nobody can. */
  readonly usernames: readonly string[]
}

/** Both ends of a click: where the sign-in begins, and where the embedded provider asks for it. */
export interface OneClick {
  /** The Set-Cookie value for the browser that is sent to this address of the provider; undefined when nobody was chosen. */
  readonly begun: (providerUrl: string) => string | undefined
  /**
   * When this browser chose the person whom the request expects: the Set-Cookie value that uses the choice up.
   * Otherwise undefined.
   */
  readonly chosen: (request: Request, asked: AskedFor) => string | undefined
}

const COOKIE = 'slipway-one-click'
/** A redirect or two, in seconds. */
const LIFETIME_S = 60

/** Makes and recognises the proof of a click: an HMAC of `state` and `login_hint` in a cookie of the browser. */
export function oneClick({ cookies, secret, usernames }: OneClickDeps): OneClick {
  const proofOf = ({ state, loginHint }: AskedFor): string | undefined =>
    state && loginHint && usernames.includes(loginHint)
      ? createHmac('sha256', secret())
          .update(JSON.stringify([COOKIE, state, loginHint]))
          .digest('base64url')
      : undefined
  return {
    begun: (providerUrl) => {
      const { searchParams } = new URL(providerUrl)
      const asked = { state: searchParams.get('state') ?? '', loginHint: searchParams.get('login_hint') ?? '' }
      const proof = proofOf(asked)
      return proof && cookies.write(COOKIE, proof, { maxAge: LIFETIME_S })
    },
    chosen: (request, asked) => {
      const [proof, shown] = [proofOf(asked), cookies.read(request, COOKIE)]
      return proof && shown && sameSecret(proof, shown) ? cookies.clear(COOKIE) : undefined
    },
  }
}
