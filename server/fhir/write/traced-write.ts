// Adds a write to the trace: the new versions, the task that it is about, and what became of the task's status.
import { statusText } from '#lib/trace/task-status.ts'
import type { StepRecorder } from '#lib/trace/trace.ts'
import { versionReference } from '../audited.ts'
import type { Applied } from './change.ts'

type Write = Pick<Applied, 'outcome' | 'version' | 'statusBefore'>

/** Records changes that are on the disk. */
export function recordWrites(recorder: StepRecorder, applied: readonly Write[]): void {
  const versions = applied.flatMap(({ version }) => version ?? [])
  const [first] = applied
  const write = applied.find(({ version }) => version?.type === 'Task')
  if (write?.version) recorder.subject({ task: `Task/${write.version.id}` })
  const status = write && recorder.id() !== undefined ? statusOf(write) : undefined
  recorder.answered({
    outcome: first?.outcome,
    version: versions.map(versionReference),
    ...(status === undefined ? {} : { status }),
  })
}

/** Of a Task's content, a trace keeps the status alone, a code of Task.status: the rest may be about a person. */
function statusOf({ version, statusBefore }: Write): string | undefined {
  if (version?.body === undefined) return undefined
  const { status } = JSON.parse(version.body) as { readonly status?: unknown }
  return typeof status === 'string' ? statusText(statusBefore, status) : undefined
}
