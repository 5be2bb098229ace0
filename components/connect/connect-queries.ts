// Queries and changes of the developers' page, by /connect/api.
import { queryOptions } from '@tanstack/react-query'
import { jsonQuery, pollEvery } from '#components/ui/http/json-query.ts'
import { sendJson } from '#components/ui/http/send-json.ts'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import type { ConnectMe, OwnApp, OwnApps, Reach, Seen } from '#lib/api/connect.ts'

/** The polling interval. */
const LOOK_EVERY_MS = 2000

const reading = <Shape>(path: string) => ({
  ...jsonQuery<Shape>(['connect', path], `/connect/api/${path}`),
  staleTime: 0,
})

/** GET /connect/api/me: whether the reader may connect apps. */
export const meQuery = reading<ConnectMe>('me')
/** GET /connect/api/apps: the apps of the reader. */
export const appsQuery = reading<OwnApps>('apps')
export const seenQuery = (clientId: string) => ({
  ...reading<Seen>(`apps/${clientId}/seen`),
  refetchInterval: pollEvery(LOOK_EVERY_MS),
  refetchOnWindowFocus: 'always' as const,
  refetchIntervalInBackground: true, // The app opens in a tab in front of this one.
})

/** How often a silent app is asked again: each question is one of the twenty changes that a developer has in a minute. */
const ASK_EVERY_MS = 6000

/** POST /connect/api/apps/{client_id}/reach: whether the app answers; asked again until it does, and when its developer comes back. */
export const reachQuery = ({ clientId, launchUrl, redirectUris }: OwnApp) =>
  queryOptions({
    queryKey: ['connect', 'reach', clientId, launchUrl, ...redirectUris],
    queryFn: () => sendJson<Reach>('POST', `/connect/api/apps/${clientId}/reach`, {}),
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => state.data?.items.some(({ answers }) => answers === false) === true && ASK_EVERY_MS,
  })

export const sampleQuery = (file: string) =>
  queryOptions({ queryKey: ['sample', file], queryFn: () => getText(`/connect/api/samples/${file}`) })

async function getText(path: string): Promise<string> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return answer.text()
}

export const BY_DEVELOPER = { api: '/connect/api', queryKey: ['connect', 'apps'] } as const

/** A change, after which everything on the screen is loaded again. */
export const useChange = <Shape = unknown>() => useChangeAt<Shape>(BY_DEVELOPER)
