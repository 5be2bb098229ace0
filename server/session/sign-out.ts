// The log-out request to the identity provider (OpenID Connect RP-Initiated Logout 1.0 §2), and the address it returns to.
import { messageOf } from '#lib/cause.ts'
import { type Clock, MINUTE, type Period, periodFrom } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { readBody } from '#lib/http/params.ts'
import { isSameBase, isWebUrl } from '#lib/http/web-url.ts'
import type { Log } from '#lib/log.ts'
import { withQuery } from '#lib/oauth/oauth-error.ts'
import { parseStrictObject } from '#lib/oauth/strict-json.ts'

/** A discovery document is some kilobytes long. */
const LONGEST_DOCUMENT = 256 * 1024
/** How long a discovery document is cached. */
const METADATA_LIFETIME_MS = 10 * MINUTE

interface SignOutDeps {
  readonly publicUrl: string
  readonly idp: { readonly issuer: string; readonly clientId: string }
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
}

/** What a log-out request is made of. */
export interface SigningOut {
  /** The id_token of the ending session, if stored: with it the provider need not ask the person. */
  readonly idToken: string | undefined
  /** The path on this site to return to. */
  readonly backTo: string
}

/**
 * The address to which the identity provider returns the browser: always the same, because an external provider must
 * have it registered.
 */
export const signedOutAddress = (publicUrl: string): string => `${publicUrl}/portal/signed-out`

/**
 * The provider's end_session_endpoint; undefined when its discovery document names none, or is unavailable. Only a document is
 * cached: after a failure the next sign-out asks again.
 */
export function createSignOut({ publicUrl, idp, fetch, clock, log }: SignOutDeps) {
  let cached: { readonly endpoint: string | undefined; readonly isFresh: Period } | undefined

  const discover = async (): Promise<string | undefined> => {
    const answer = await fetch(`${idp.issuer}/.well-known/openid-configuration`)
    if (answer.status !== 200) throw new Error(`The discovery document: status ${answer.status}`)
    const document = parseStrictObject((await readBody(answer, LONGEST_DOCUMENT)) ?? '')
    if (!document || !isSameBase(String(document['issuer']), idp.issuer))
      throw new Error(`The discovery document is not of ${idp.issuer}`)
    const endpoint = document['end_session_endpoint']
    return typeof endpoint === 'string' && isWebUrl(endpoint) ? endpoint : undefined
  }

  const endSessionEndpoint = async (): Promise<string | undefined> => {
    if (cached?.isFresh()) return cached.endpoint
    cached = { endpoint: await discover(), isFresh: periodFrom(clock, METADATA_LIFETIME_MS) }
    return cached.endpoint
  }

  return async ({ idToken, backTo }: SigningOut): Promise<string | undefined> => {
    try {
      const endpoint = await endSessionEndpoint()
      return (
        endpoint &&
        withQuery(endpoint, {
          client_id: idp.clientId,
          post_logout_redirect_uri: signedOutAddress(publicUrl),
          state: backTo,
          ...(idToken === undefined ? {} : { id_token_hint: idToken }),
        })
      )
    } catch (error) {
      log.warn({ cause: messageOf(error) }, 'the way out of the provider is not known')
      return undefined
    }
  }
}
