// The end of a session at the identity provider, told on to the apps: to those the authorization server is the provider
// (OpenID Connect Back-Channel Logout 1.0).
import { messageOf } from '#lib/cause.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'
import type { Handler } from '#lib/http/handler.ts'
import { backchannelLogout, discoveredProvider, tellLoggedOut } from '#lib/oauth/backchannel-logout.ts'
import { signLogoutToken } from '#lib/oauth/logout-token.ts'
import { logoutRefused } from './audited.ts'
import type { OauthDeps } from './deps.ts'
import type { Jti, LogoutNotice } from './store.ts'

/** Before the second, third, … attempt. After the last one the app is not told: its session ends by itself. */
const WAITS_MS: readonly number[] = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE]
/** Longest wait for an app: the person who logs out waits as long for the first attempt. */
const PATIENCE_MS = 3 * SECOND
/** How long a notice is one process's: longer than an attempt. After a crash the next process takes it. */
const LEASE_MS = 30 * SECOND
/** Apps that are told at the same time. */
const AT_ONCE = 50

/** What is told to the apps. */
export interface SingleLogout {
  /** The handler of {issuer}/oauth2/backchannel-logout. */
  readonly handle: Handler
  /** Tells what is due to be told. Rejects with StorageUnavailable. */
  readonly tellApps: () => Promise<void>
}

/** Tells the apps at once, and those that do not answer again later. */
export const singleLogout = (deps: OauthDeps): SingleLogout => {
  const { idp, clock, log, stores, audit, loggedOutApps } = deps
  const tellApps = async () => {
    const due: LogoutNotice[] = []
    for (let one = await next(deps); one; one = due.length < AT_ONCE ? await next(deps) : undefined) due.push(one)
    await Promise.all(due.map((notice) => tell(deps, notice)))
  }
  const handle = backchannelLogout({
    clientId: idp.clientId,
    provider: discoveredProvider(idp.fetch, clock, idp.issuer),
    claim: (issuer, jti, exp) => stores.replay.claim('logout', issuer, jti as Jti, exp * SECOND),
    end: async (sid) => {
      await stores.logouts.add(sid)
      const own = await Promise.all(
        loggedOutApps.parties.map(async (party) => {
          const client = await stores.clients.find(party.clientId)
          return client?.status === 'approved' ? [party] : []
        }),
      )
      await Promise.all([tellLoggedOut({ ...deps, fetch: loggedOutApps.fetch }, own.flat(), sid), tellApps()])
    },
    refused: (request, reason) => audit.record(logoutRefused(request, reason)),
    clock,
    log,
  })
  return { handle, tellApps }
}

const next = ({ stores }: OauthDeps) => stores.logouts.take(LEASE_MS)

/** One attempt. The app's address is the one that is registered now; an app that has none, or is stopped, is not told. */
async function tell(deps: OauthDeps, notice: LogoutNotice): Promise<void> {
  const { stores, loggedOutApps, log } = deps
  const { clientId, sid, attempts } = notice
  const client = await stores.clients.find(clientId)
  if (client?.status !== 'approved' || client.logoutUri === undefined) return stores.logouts.remove(notice)
  try {
    const token = await signLogoutToken(deps, { audience: clientId, sid })
    const status = await loggedOutApps.post(client.logoutUri, new URLSearchParams({ logout_token: token }), PATIENCE_MS)
    if (status !== 200 && status !== 204) throw new Error(`status ${status}`)
    await stores.logouts.remove(notice)
  } catch (error) {
    const wait = WAITS_MS[attempts - 1]
    log.warn({ client: clientId, cause: messageOf(error), attempts }, 'an app was not told of a log-out')
    await (wait === undefined ? stores.logouts.remove(notice) : stores.logouts.again(notice, wait))
  }
}
