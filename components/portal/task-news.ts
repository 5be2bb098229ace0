// What became of a task while its page is open: the event of the server, and what of it is told to people.
import { queryOf } from '#components/address/query.ts'
import type { PortalTask, PortalTaskNews } from '#lib/api/portal.ts'

/** A change of one task, as it is told. */
export interface ToldChange {
  readonly kind: 'given' | 'begun' | 'completed' | 'cancelled' | 'other'
  readonly title: string
  readonly status: string
  /** Name of the person whose task it is, as far as the reader is told. */
  readonly who: string | undefined
  readonly trace: string | undefined
  /** When the page heard of it, in epoch milliseconds. */
  readonly at: number
}

const KINDS: Readonly<Record<string, ToldChange['kind']>> = {
  'in-progress': 'begun',
  completed: 'completed',
  cancelled: 'cancelled',
}

/** What to tell of a change; undefined where the page shows it already. `before` and `after` are the lists that the page had and has. */
export function toldChange(
  { reference, trace }: PortalTaskNews,
  before: readonly PortalTask[],
  after: readonly PortalTask[],
  at: number,
): ToldChange | undefined {
  const was = before.find((task) => task.reference === reference)
  const is = after.find((task) => task.reference === reference)
  if (!is || was?.status === is.status) return undefined
  const kind = was ? (KINDS[is.status] ?? 'other') : 'given'
  return { kind, title: is.title, status: is.status, who: is.owner, trace, at }
}

/** Follows the tasks of a patient, by bare id, or one's own; returns how to stop. The browser takes up a stream that was cut off. */
export function followTasks(
  patient: string | undefined,
  { opened, changed }: { readonly opened: () => void; readonly changed: (news: PortalTaskNews) => void },
): () => void {
  const source = new EventSource(`/portal/api/tasks/stream${queryOf({ patient })}`)
  source.addEventListener('open', opened)
  source.addEventListener('task', ({ data }) => changed(JSON.parse(data) as PortalTaskNews))
  return () => source.close()
}
