// What the trace of a write tells of it: the versions that there are now, and the task that it is about.
import type { Trail } from '#lib/trace/trace.ts'
import { versionReference } from '../audited.ts'
import type { Applied } from './change.ts'

/** Tells of changes that are on the disk. */
export function tellTrail(trail: Trail, applied: readonly Pick<Applied, 'outcome' | 'version'>[]): void {
  const versions = applied.flatMap(({ version }) => version ?? [])
  const [first] = applied
  const task = versions.find(({ type }) => type === 'Task')
  if (task) trail.subject({ task: `Task/${task.id}` })
  trail.answered({ outcome: first?.outcome, version: versions.map(versionReference) })
}
