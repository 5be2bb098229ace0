// Caches the user's record briefly: the callback reads it for the name, and when the user is the patient, the page that
// opens next shows the same record. Otherwise one opening would put two reads in the audit log.

import { type Clock, SECOND } from '#lib/clock.ts'
import { recentlyUsed } from '#lib/recently-used.ts'

/** The answer to a FHIR read: its text, and the headers for the page. */
export interface UserRecord {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

export interface UserRecordCache {
  /** Caches a read; does nothing when the launch has no id. */
  readonly keep: (launchId: string | undefined, url: string, read: UserRecord) => void
  /** The cached read of a launch, once; undefined when there is none or it is too old. */
  readonly take: (launchId: string | undefined, url: string) => Response | undefined
}

/** Long enough for a redirect and the page that it leads to. */
const KEPT_MS = 10 * SECOND
/** The most launches cached at the same time. */
const MOST = 100

export function userRecordCache(clock: Clock): UserRecordCache {
  const kept = recentlyUsed<UserRecord & { readonly until: number }>(MOST)
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
