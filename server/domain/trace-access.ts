// Access to traces: administrators see all, developers those of their apps, and in the demo the person who launched.
import { isBearerRequest } from '#lib/http/bearer-request.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import type { Launch } from '../launch/launch.ts'
import type { Portal } from '../portal/portal.ts'
import type { Staff } from '../session/staff.ts'
import type { ApiToken } from '../session/store.ts'
import type { AppDevelopers } from '../storage/registry.ts'
import type { TraceViewer } from '../traces/store.ts'

interface ViewerParts {
  readonly staff: (request: Request) => Promise<Staff | undefined>
  /** The token of an administrator that a request bears. */
  readonly bearer: (request: Request) => Promise<ApiToken | undefined>
  readonly developers: Pick<AppDevelopers, 'appsOf'>
  readonly demo: boolean
  readonly portal: () => Pick<Portal, 'personOf'>
  readonly app: () => Pick<Launch, 'tracesOf'>
  /** The trace that a session's key was linked with. */
  readonly resolve: (key: string) => Promise<string | undefined>
}

/** The access of the sender of a request; undefined for none. Read each time, so that withdrawn access ends immediately. */
export const traceViewer =
  ({ staff, bearer, developers, demo, portal, app, resolve }: ViewerParts) =>
  async (request: Request): Promise<TraceViewer | undefined> => {
    if (isBearerRequest(request)) return byToken(await bearer(request), request)
    const person = await staff(request)
    if (person?.role === 'admin') return { who: named(person.username), all: true, clients: [], subjects: [], ids: [] }
    const clients = person ? await developers.appsOf(person.username) : []
    const own = demo ? await ownLaunches() : { subjects: [], ids: [] }
    if (clients.length + own.subjects.length + own.ids.length === 0) return undefined
    return { who: named(person?.username ?? own.subjects[0] ?? own.ids[0] ?? ''), all: false, clients, ...own }

    /** Many visitors share the people of the demo. */
    function named(name: string) {
      return demo ? `${name} ${clientAddress(request)}` : name
    }

    /** The traces that this browser's launches in the receiving app have, by both of their names. */
    async function idsOf(request: Request) {
      const traces = await app().tracesOf(request)
      return (await Promise.all(traces.map(async (trace) => [trace, (await resolve(trace)) ?? trace]))).flat()
    }

    /** Demo people are invented, and a visitor may act as any of them, so their launches are open to that visitor. */
    async function ownLaunches() {
      const subject = await portal().personOf(request).catch(nobody)
      return {
        subjects: subject === undefined ? [] : [subject],
        ids: await idsOf(request),
      }
    }
  }

/** A token that may read traces reads all of them, and does nothing else with them. */
const byToken = (token: ApiToken | undefined, { method }: Request): TraceViewer | undefined =>
  token?.scopes.includes('traces:read') && (method === 'GET' || method === 'HEAD')
    ? { who: `token ${token.id}`, all: true, clients: [], subjects: [], ids: [] }
    : undefined

/** Without an identified person the portal shows nothing. */
const nobody = (): undefined => undefined
