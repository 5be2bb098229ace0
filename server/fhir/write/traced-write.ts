// Adds a write to the trace: the new versions, and the task that it is about.
import type { StepRecorder } from '#lib/trace/trace.ts'
import { versionReference } from '../audited.ts'
import type { Applied } from './change.ts'

/** Records changes that are on the disk. */
export function recordWrites(recorder: StepRecorder, applied: readonly Pick<Applied, 'outcome' | 'version'>[]): void {
  const versions = applied.flatMap(({ version }) => version ?? [])
  const [first] = applied
  const task = versions.find(({ type }) => type === 'Task')
  if (task) recorder.subject({ task: `Task/${task.id}` })
  recorder.answered({ outcome: first?.outcome, version: versions.map(versionReference) })
}
