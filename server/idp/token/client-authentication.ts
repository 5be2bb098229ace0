// Authenticates the caller of the token endpoint: a registered relying party with its secret (RFC 6749 §2.3.1).
import { sameSecret } from '#lib/crypto/hash.ts'
import type { Params } from '#lib/http/params.ts'
import { OAuthError } from '#lib/oauth/oauth-error.ts'
import type { RelyingParty } from '../store.ts'

interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

const BASIC = /^Basic +([A-Za-z0-9+/]+=*)$/i
/** Stands in for an unknown client in the comparison, so that it takes as long as for a known one. */
const NOBODY = { clientSecret: '' }

/** The authenticated relying party, by Authorization header or by form. Throws invalid_client or invalid_request. */
export function authenticateRelyingParty(
  request: Request,
  form: Params,
  relyingParties: readonly RelyingParty[],
): RelyingParty {
  const { clientId, clientSecret } = credentialsOf(request, form)
  const known = relyingParties.find((party) => party.clientId === clientId)
  const proven = sameSecret(clientSecret, (known ?? NOBODY).clientSecret)
  if (!known || !proven || known.clientSecret === '') throw invalidClient()
  return known
}

function credentialsOf(request: Request, form: Params): Credentials {
  const authorization = request.headers.get('authorization')
  const clientSecret = form.get('client_secret')
  if (authorization !== null && clientSecret !== undefined)
    throw new OAuthError('invalid_request', 'Use one method of client authentication, not two.')
  const credentials = authorization === null ? posted(form, clientSecret) : basic(authorization)
  const claimed = form.get('client_id')
  if (claimed !== undefined && claimed !== credentials.clientId)
    throw new OAuthError('invalid_request', 'The client_id must be the client that authenticates.')
  return credentials
}

const posted = (form: Params, clientSecret: string | undefined): Credentials => ({
  clientId: form.get('client_id') ?? '',
  clientSecret: clientSecret ?? '',
})

/** Id and secret are form-encoded before they are joined (RFC 6749 §2.3.1). */
function basic(authorization: string): Credentials {
  const [, encoded] = BASIC.exec(authorization) ?? []
  const [, clientId, clientSecret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? []
  if (clientId === undefined || clientSecret === undefined) throw invalidClient()
  return { clientId: formDecoded(clientId), clientSecret: formDecoded(clientSecret) }
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw invalidClient(cause)
  }
}

/** A 401 names the scheme that works here (RFC 6749 §5.2). */
const invalidClient = (cause?: unknown) =>
  new OAuthError('invalid_client', 'The client is unknown, or its authentication is wrong.', {
    cause,
    headers: { 'www-authenticate': 'Basic realm="idp", error="invalid_client"' },
  })
