// The dependencies of authorize and of the callback from the identity provider.
import type { ClientKeys } from '../clients/client-keys.ts'
import type { OauthDeps } from '../deps.ts'
import type { IdpClient } from './idp-client.ts'

export type AuthorizeDeps = OauthDeps & { readonly clientKeys: ClientKeys; readonly idpClient: IdpClient }
