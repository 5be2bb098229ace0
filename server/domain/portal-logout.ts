// Assembles what the identity provider tells of the end of a session.

import { SECOND } from '#lib/clock.ts'
import type { Jti } from '../oauth/store.ts'
import { portalLogout } from '../session/single-logout.ts'
import { portalIdpClient } from './endpoints.ts'
import type { Dependencies } from './ports.ts'

export const wirePortalLogout = ({ config, storage, keys, audit, fetch, clock, log }: Dependencies) =>
  portalLogout({
    idp: portalIdpClient({ config, keys }),
    sessions: storage.portalSessions,
    claim: (issuer, jti, exp) => storage.oauth.replay.claim('logout', issuer, jti as Jti, exp * SECOND),
    audit: audit.at(`${config.publicUrl}/portal`),
    fetch,
    clock,
    log,
  })
