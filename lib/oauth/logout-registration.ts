// How an app registers for logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.2), as forms have it.
import type { RegisteredClient } from './registered-client.ts'

type Asked = { readonly logoutUri?: string | undefined; readonly logoutSessionRequired?: boolean | undefined }

/** The fields of a client that a form changes: an empty address withdraws both, an absent one changes neither. */
export function logoutOf({ logoutUri, logoutSessionRequired }: Asked) {
  if (logoutUri === undefined) return {}
  const uri = logoutUri.trim()
  return {
    logoutUri: uri || undefined,
    logoutSessionRequired: uri !== '' && logoutSessionRequired === true,
  } as Pick<RegisteredClient, 'logoutUri' | 'logoutSessionRequired'>
}
