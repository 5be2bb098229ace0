// Finds the Tasks that changed since the last look: a notification says only that some did.
import { inTurns } from '#lib/async/turns.ts'
import type { Clock } from '#lib/clock.ts'
import { type FhirResource, linkOf, matchesOf } from '#lib/fhir/bundle.ts'
import type { PortalFhir } from '../fhir.ts'

const PAGE_SIZE = '100'
/** Pages read in one look. */
const MOST_PAGES = 10

export interface Changes {
  /** Starts counting now: earlier versions are no changes. Throws PortalFailure. */
  readonly begin: () => Promise<void>
  /**
   * The current version of each Task that changed since, reported once. The search is sent with `traceId` as
   * X-Trace-Id, if given. Throws PortalFailure; the next look then finds the changes again.
   */
  readonly look: (traceId?: string) => Promise<readonly FhirResource[]>
}

export function taskChanges(fhir: PortalFhir, clock: Clock): Changes {
  const alone = inTurns()
  /** The instant of the newest version seen, and the versions seen with that instant. */
  let since = ''
  let seen: ReadonlySet<string> = new Set()

  const found = async (from: string, traceId?: string): Promise<readonly FhirResource[]> => {
    const tasks: FhirResource[] = []
    let bundle = await fhir.search('Task', { _lastUpdated: `ge${from}`, _count: PAGE_SIZE }, traceId)
    for (let page = 1; ; page += 1) {
      // Filtered again here: a server that does not support the parameter answers with all tasks.
      tasks.push(...matchesOf(bundle, 'Task').filter((task) => timeOf(task) >= Date.parse(from)))
      const next = linkOf(bundle, 'next')
      if (!next || page === MOST_PAGES) return tasks
      bundle = await fhir.page(next)
    }
  }

  const note = (tasks: readonly FhirResource[]) => {
    const newest = Math.max(Date.parse(since), ...tasks.map(timeOf))
    since = new Date(newest).toISOString()
    seen = new Set(tasks.filter((task) => timeOf(task) === newest).map(versionOf))
  }

  return {
    begin: () =>
      alone(async () => {
        const now = new Date(clock()).toISOString()
        const tasks = await found(now)
        since = now
        note(tasks)
      }),
    look: (traceId) =>
      alone(async () => {
        const tasks = await found(since, traceId)
        const changed = tasks.filter((task) => !seen.has(versionOf(task)))
        note(tasks)
        return changed
      }),
  }
}

interface Meta {
  readonly versionId?: unknown
  readonly lastUpdated?: unknown
}

const metaOf = (task: FhirResource): Meta => (task['meta'] ?? {}) as Meta

/** Epoch milliseconds of meta.lastUpdated, or NaN when absent: no comparison with NaN is true. */
const timeOf = (task: FhirResource): number => Date.parse(String(metaOf(task).lastUpdated))

export const versionIdOf = (task: FhirResource): number => Number(metaOf(task).versionId)

const versionOf = (task: FhirResource): string => `${task['id']}/${versionIdOf(task)}`
