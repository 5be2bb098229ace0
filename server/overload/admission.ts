// Who is served when more is asked than can be had: bounds on what is worked on at once, fair shares while the event loop is
// late, and nothing for surplus connections. Decided before any peer sees the request; a request that is served costs a
// comparison and two counts.
import type { IncomingMessage } from 'node:http'
import { type Kind, kindOf } from './kinds.ts'
import type { Pressure } from './pressure.ts'
import { slots } from './slots.ts'

/** Requests of a kind that are worked on at the same time. */
export type Places = Readonly<Record<Exclude<Kind, 'vital'>, number>>

/** A signature takes about a millisecond of a core, and so does the work around it: the last of these waits half a second. */
export const PLACES: Places = { fhir: 256, work: 128, poll: 256, page: 128 }

export interface Admission {
  /** Takes a place for a request; undefined when it is not served. Call what it gives when the work is done. */
  readonly admit: (request: Pick<IncomingMessage, 'url' | 'headers'>, address: string) => (() => void) | undefined
}

export function createAdmission(pressure: Pick<Pressure, 'admits'>, places: Places = PLACES): Admission {
  const byKind = {
    fhir: slots(places.fhir),
    work: slots(places.work),
    poll: slots(places.poll),
    page: slots(places.page),
  }
  return {
    admit: ({ url = '/', headers }, address) => {
      const kind = kindOf(url)
      if (kind === 'vital') return nothing
      if (!pressure.admits(address, headers.authorization)) return undefined
      const { take, give } = byKind[kind]
      return take(address) ? () => give(address) : undefined
    },
  }
}

const nothing = () => undefined
