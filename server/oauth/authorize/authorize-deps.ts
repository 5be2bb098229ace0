// What the authorize request and the return from the identity provider are given.
import type { ClientKeys } from '../clients/client-keys.ts'
import type { OauthDeps } from '../deps.ts'
import type { IdpClient } from './idp-client.ts'

export type AuthorizeDeps = OauthDeps & { readonly clientKeys: ClientKeys; readonly idpClient: IdpClient }
