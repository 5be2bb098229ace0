// Assembles the operation of the service: health checks, metrics, and access to them.
import { clientAddress } from '#lib/http/client-address.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { isSameBase } from '#lib/http/web-url.ts'
import { isLoopback } from '../config/config.ts'
import { COMMIT, VERSION } from '../config/version.ts'
import type { Keys } from '../keys/keys.ts'
import { freeBytes } from '../ops/disk.ts'
import { createOps, type Ops } from '../ops/ops.ts'
import type { OperatedKeys, Verdict } from '../ops/store.ts'
import type { Dependencies } from './ports.ts'

/** The part of the domain for its operator. */
export const wireOps = ({ config, storage, keys, clock, fetch, groupOf }: Dependencies): Ops => {
  const secret = keys.secret('doctor') // Created with the domain, so that the doctor can ask from the start.
  const { externalIdp } = config
  return createOps({
    database: storage.operated,
    databaseTime: storage.databaseTime,
    keys: operatedKeys(keys),
    freeBytes: () => freeBytes(config.dataDir),
    identityProvider: externalIdp && (() => providerVerdict(externalIdp.issuer, fetch)),
    waitingSearches: storage.waitingSearches,
    groupOf,
    access: {
      token: config.metricsToken,
      local: !config.production && isLoopback(config.publicUrl),
      clientAddress,
    },
    echo: { secret: () => secret, clock, clientAddress },
    version: VERSION,
    commit: COMMIT,
    clock,
  })
}

const operatedKeys = (keys: Keys): OperatedKeys => ({
  list: async () =>
    (await keys.list())
      .filter(({ published }) => published)
      .map(({ kid, owner, status, createdAt }) => ({ kid, owner, status, createdAt })),
  // A key may still be in memory while its file is lost; the next start would lack it. An owner that never signed has
  // no key yet.
  present: async () => {
    const lost = await keys.lost()
    return lost && `The private half of the key of ${lost.owner} is gone.`
  },
})

/** Checks whether a provider answers with its own issuer (OpenID Connect Discovery 1.0 §4.3). */
async function providerVerdict(issuer: string, fetch: Fetch): Promise<Verdict> {
  try {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`)
    if (!answer.ok) return `The identity provider answers ${answer.status}.`
    const document = (await answer.json()) as { readonly issuer?: unknown }
    return isSameBase(String(document.issuer), issuer)
      ? undefined
      : 'The identity provider calls itself by another name.'
  } catch {
    return 'The identity provider does not answer.'
  }
}
