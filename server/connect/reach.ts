// POST /connect/api/apps/{client_id}/reach: whether an app answers at its launch URL and its redirect URIs. Asked only at
// addresses that may be asked for keys as well, at the root of each origin, since an app takes a request to its launch URL for a
// launch; and nothing of the answer is told but that there was one.
import type { Reach } from '#lib/api/connect.ts'
import type { ConnectDeps } from './deps.ts'
import type { OwnedApp } from './store.ts'

/** Origins that are asked: an app lives at one or two. */
const MOST_ORIGINS = 3

/** Of each origin of an app, the first address there and whether it answers. */
export async function reachOf({ reaches }: Pick<ConnectDeps, 'reaches'>, app: OwnedApp): Promise<Reach> {
  const byOrigin = new Map<string, string>()
  for (const url of [...(app.launchUrl === undefined ? [] : [app.launchUrl]), ...app.redirectUris]) {
    const origin = URL.canParse(url) ? new URL(url).origin : 'null'
    if (origin !== 'null' && !byOrigin.has(origin)) byOrigin.set(origin, url)
  }
  const urls = [...byOrigin.values()].slice(0, MOST_ORIGINS)
  return {
    items: await Promise.all(urls.map(async (url) => ({ url, answers: await reaches(`${new URL(url).origin}/`) }))),
  }
}
