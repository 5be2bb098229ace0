// Finds the Tasks that changed since the last look: a notification says only that there are some.
import { inTurns } from '#lib/async/turns.ts'
import type { Clock } from '#lib/clock.ts'
import { type FhirResource, linkOf, matchesOf } from '#lib/fhir/bundle.ts'
import type { PortalFhir } from '../fhir.ts'

const PAGE_SIZE = '100'
/** Pages that are read at one look. */
const MOST_PAGES = 10

export interface Changes {
  /** Counts from now on: nothing before is a change. Throws PortalFailure. */
  readonly begin: () => Promise<void>
  /**
   * The current version of each Task that changed since, once; looked for under that X-Trace-Id, if there is one. Throws PortalFailure, and
   * finds it again at the next look.
   */
  readonly look: (traceId?: string) => Promise<readonly FhirResource[]>
}

export function taskChanges(fhir: PortalFhir, clock: Clock): Changes {
  const alone = inTurns()
  /** The instant of the newest version that was seen, and the versions of that instant. */
  let since = ''
  let seen: ReadonlySet<string> = new Set()

  const found = async (from: string, traceId?: string): Promise<readonly FhirResource[]> => {
    const tasks: FhirResource[] = []
    let bundle = await fhir.search('Task', { _lastUpdated: `ge${from}`, _count: PAGE_SIZE }, traceId)
    for (let page = 1; ; page += 1) {
      // Checked here again: a server that does not know the parameter would answer with all tasks.
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

/** Epoch milliseconds of meta.lastUpdated; NaN, which is later than nothing, where there is none. */
const timeOf = (task: FhirResource): number => Date.parse(String(metaOf(task).lastUpdated))

export const versionIdOf = (task: FhirResource): number => Number(metaOf(task).versionId)

const versionOf = (task: FhirResource): string => `${task['id']}/${versionIdOf(task)}`
