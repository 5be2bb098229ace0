// Whose launch a refused authorize request is of. Decides nothing about the request: only in whose trace people find it.
import { readUnverified } from '#lib/oauth/jws.ts'
import type { ClientKeys } from './client-keys.ts'
import type { OauthDeps, Traced } from './deps.ts'
import { hasLaunchAudience, isUsableJti } from './launch-token.ts'
import { hasSignatureOf } from './signed-by-client.ts'
import type { Client } from './store.ts'

type Deps = Pick<OauthDeps, 'stores'> & Traced & { readonly clientKeys: ClientKeys }

/**
 * Notes what the token claims, and puts the request with the launch only where its platform signed the token for this
 * app: an expired launch is found where it began, and nobody writes into a launch by naming its jti.
 */
export async function attributeToLaunch(
  { stores, clientKeys, trail }: Deps,
  token: string | undefined,
  app: Pick<Client, 'clientId'>,
): Promise<void> {
  const jwt = token === undefined ? undefined : readUnverified(token)
  if (!token || !jwt) return
  const { iss, jti, sub, resource } = jwt.claims
  trail.about({ jti, platform: iss, sub, task: resource })
  if (typeof iss !== 'string' || !isUsableJti(jti) || !hasLaunchAudience(jwt, app)) return
  if (await hasSignatureOf(clientKeys, await stores.clients.find(iss), token, jwt)) trail.launch(iss, jti)
}
