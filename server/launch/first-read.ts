// The user's record, which the callback reads for the name, kept a moment for the page that opens next: where the user is the patient
// the page shows the same record, and one opening would be two reads in the audit log.

import { type Clock, SECOND } from '#lib/clock.ts'
import { recentlyUsed } from '#lib/recently-used.ts'

/** A FHIR read's answer: its text, and the headers that the page is given. */
export interface FirstRead {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

export interface FirstReads {
  /** Nothing is kept where the launch has no id. */
  readonly keep: (launchId: string | undefined, url: string, read: FirstRead) => void
  /** What was kept for the launch, once; undefined where there is nothing, or nothing that new. */
  readonly take: (launchId: string | undefined, url: string) => Response | undefined
}

/** A redirect, and the page that it leads to. */
const KEPT_MS = 10 * SECOND
/** Launches that open at the same time. */
const MOST = 100

export function firstReads(clock: Clock): FirstReads {
  const kept = recentlyUsed<FirstRead & { readonly until: number }>(MOST)
  const nameOf = (launchId: string, url: string) => JSON.stringify([launchId, url])
  return {
    keep: (launchId, url, read) => {
      if (launchId !== undefined) kept.set(nameOf(launchId, url), { ...read, until: clock() + KEPT_MS })
    },
    take: (launchId, url) => {
      if (launchId === undefined) return undefined
      const name = nameOf(launchId, url)
      const read = kept.get(name)
      kept.delete(name)
      return read && read.until > clock() ? new Response(read.text, { headers: read.headers }) : undefined
    },
  }
}
