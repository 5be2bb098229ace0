// The end of a session at the identity provider, told on to the apps: to those the authorization server is the provider
// (OpenID Connect Back-Channel Logout 1.0).
import { SECOND } from '#lib/clock.ts'
import type { Handler } from '#lib/http/handler.ts'
import { backchannelLogout, discoveredProvider, tellLoggedOut } from '#lib/oauth/backchannel-logout.ts'
import { logoutRefused } from './audited.ts'
import type { OauthDeps } from './deps.ts'
import type { Jti } from './store.ts'

/** The handler of {issuer}/oauth2/backchannel-logout. */
export const singleLogout = (deps: OauthDeps): Handler => {
  const { idp, clock, log, stores, audit, loggedOutApps } = deps
  return backchannelLogout({
    clientId: idp.clientId,
    provider: discoveredProvider(idp.fetch, clock, idp.issuer),
    claim: (issuer, jti, exp) => stores.replay.claim('logout', issuer, jti as Jti, exp * SECOND),
    end: async (sid) => {
      const approved = await Promise.all(
        loggedOutApps.parties.map(async (party) => {
          const client = await stores.clients.find(party.clientId)
          return client?.status === 'approved' ? [party] : []
        }),
      )
      await tellLoggedOut({ ...deps, fetch: loggedOutApps.fetch }, approved.flat(), sid)
    },
    refused: (request, reason) => audit.record(logoutRefused(request, reason)),
    clock,
    log,
  })
}
