// Addresses of the authorization server and the shared identity provider, and the client ids of the domain's own servers.
import type { Config } from '../config/config.ts'
import type { RelyingParty } from '../idp/store.ts'
import type { Keys } from '../keys/keys.ts'
import { signedOutAddress } from '../session/sign-out.ts'

/** The client ids of the domain's own servers at the embedded identity provider. */
const IDP_CLIENTS = { authorizationServer: 'slipway-authorization-server', portal: 'slipway-portal' } as const

/** The authorization server's endpoints, absolute. */
export const oauthEndpoints = (authUrl: string) => ({
  authorize: `${authUrl}/oauth2/authorize`,
  callback: `${authUrl}/oauth2/callback`,
  token: `${authUrl}/oauth2/token`,
  introspect: `${authUrl}/oauth2/introspect`,
  jwks: `${authUrl}/oauth2/jwks`,
  backchannelLogout: `${authUrl}/oauth2/backchannel-logout`,
})

/**
 * The client registration of the domain's own relying parties at the shared identity provider: the embedded one, or the
 * one in SHARED_IDP_*.
 */
export const sharedIdpClient = (config: Config, keys: Keys) =>
  config.externalIdp ?? {
    issuer: config.idpIssuer,
    clientId: IDP_CLIENTS.authorizationServer,
    clientSecret: keys.secret('idp-authorization-server'),
    idTokenAlg: 'ES256',
  }

/** The client registration of the portal's sign-in at the shared identity provider. */
export const portalIdpClient = ({ config, keys }: { readonly config: Config; readonly keys: Keys }) =>
  config.externalIdp ?? {
    issuer: config.idpIssuer,
    clientId: IDP_CLIENTS.portal,
    clientSecret: keys.secret('idp-portal'),
  }

/** The portal's redirect URI at the shared identity provider. */
export const portalIdpCallback = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${publicUrl}/api/auth/callback/shared-idp`

/** The purpose of a log-in, which only the relying party knows. */
interface Purposes {
  readonly authorizationServer: NonNullable<RelyingParty['purposeOf']>
  /** Where in it a browser is going, as the portal knows. */
  readonly portal: NonNullable<RelyingParty['placeOf']>
  /** Whom the browser chose at its pages. */
  readonly chosenAtPortal: NonNullable<RelyingParty['chosen']>
}

/** The domain's own relying parties, registered at the embedded identity provider. */
export const relyingParties = (config: Config, keys: Keys, purposes: Purposes): readonly RelyingParty[] => [
  {
    clientId: IDP_CLIENTS.authorizationServer,
    clientSecret: keys.secret('idp-authorization-server'),
    name: 'Slipway authorization server',
    redirectUris: [`${config.authUrl}/oauth2/callback`],
    idTokenKeys: keys.ring('idp_launch'),
    postLogoutRedirectUris: [],
    backchannelLogoutUri: oauthEndpoints(config.authUrl).backchannelLogout,
    purposeOf: purposes.authorizationServer,
  },
  {
    clientId: IDP_CLIENTS.portal,
    clientSecret: keys.secret('idp-portal'),
    name: 'Slipway', // Its session serves the console and all other pages, too.
    redirectUris: [portalIdpCallback(config)],
    postLogoutRedirectUris: [signedOutAddress(config.publicUrl)],
    backchannelLogoutUri: `${config.publicUrl}/portal/api/backchannel-logout`,
    placeOf: purposes.portal,
    chosen: purposes.chosenAtPortal,
  },
]
