// The end of a session at the identity provider ends the sessions of portal and console that it gave (OpenID Connect
// Back-Channel Logout 1.0).
import type { AuditedEvent } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import type { Fetch, Handler } from '#lib/http/handler.ts'
import type { Log } from '#lib/log.ts'
import { backchannelLogout, discoveredProvider, type LogoutReceiver } from '#lib/oauth/backchannel-logout.ts'
import type { PortalSessions } from './store.ts'

interface SingleLogoutDeps {
  readonly idp: { readonly issuer: string; readonly clientId: string }
  readonly sessions: Pick<PortalSessions, 'endAll'>
  readonly claim: LogoutReceiver['claim']
  readonly audit: { readonly record: (event: AuditedEvent) => void }
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
}

/** The handler of /portal/api/backchannel-logout. */
export const portalLogout = ({ idp, sessions, claim, audit, fetch, clock, log }: SingleLogoutDeps): Handler =>
  backchannelLogout({
    clientId: idp.clientId,
    provider: discoveredProvider(fetch, clock, idp.issuer),
    claim,
    end: sessions.endAll,
    refused: (request, reason) =>
      audit.record({ name: 'logout', request, outcome: 'refused', description: `logout token refused: ${reason}` }),
    clock,
    log,
  })
