// Changes of a task while its page is open: the server's event, and the sentence for people.
import { queryOf } from '#components/ui/address/query.ts'
import type { PortalTask, PortalTaskNews } from '#lib/api/portal.ts'

/** A change of one task, as it is shown. */
export interface ToldChange {
  readonly kind: 'given' | 'begun' | 'completed' | 'cancelled' | 'other'
  readonly title: string
  readonly status: string
  /** Name of the task's owner, if the reader may see it. */
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

/** A task as the reader knows it: from the list that the page opened with, or from what was announced since. */
export type KnownTask = Pick<PortalTask, 'reference' | 'status'>

/** The change to show; undefined when the reader knows it. `after` is the new list. */
export function toldChange(
  { reference, trace }: PortalTaskNews,
  before: readonly KnownTask[],
  after: readonly PortalTask[],
  at: number,
): ToldChange | undefined {
  const was = before.find((task) => task.reference === reference)
  const is = after.find((task) => task.reference === reference)
  if (!is || was?.status === is.status) return undefined
  // A task that was given while the stream was lost is not known either: what has begun is not new.
  const kind = KINDS[is.status] ?? (was ? 'other' : 'given')
  return { kind, title: is.title, status: is.status, who: is.owner, trace, at }
}

/** The latest change that a page shows, and its task as a reference. */
export interface Announced {
  readonly reference: string
  readonly change: ToldChange
}

/**
 * What the page shows after it heard of a change. News may come late, when the list has a later version already: its trace is
 * that of another request, and the news that belongs to the shown change brings the right one.
 */
export function announcedAfter(
  announced: Announced | undefined,
  news: PortalTaskNews,
  before: readonly KnownTask[],
  after: readonly PortalTask[],
  at: number,
): Announced | undefined {
  const { reference } = news
  const status = after.find((task) => task.reference === reference)?.status
  const trace = news.status === status ? news.trace : undefined
  if (announced?.reference === reference && announced.change.status === status)
    return { reference, change: { ...announced.change, trace: announced.change.trace ?? trace } }
  const change = toldChange(news, before, after, at)
  return change ? { reference, change: { ...change, trace } } : announced
}

interface Heard {
  readonly opened: () => void
  readonly changed?: (news: PortalTaskNews) => void
  /** For a practitioner who names no patient: some task changed. */
  readonly any?: () => void
}

/**
 * Follows the tasks of a patient, by bare id, or the reader's own, of a practitioner everybody's; returns a function that stops.
 * The browser itself reconnects a lost stream.
 */
export function followTasks(patient: string | undefined, { opened, changed, any }: Heard): () => void {
  const source = new EventSource(`/portal/api/tasks/stream${queryOf({ patient })}`)
  source.addEventListener('open', opened)
  if (changed) source.addEventListener('task', ({ data }) => changed(JSON.parse(data) as PortalTaskNews))
  if (any) source.addEventListener('any', any)
  return () => source.close()
}

/** Calls `then` at once, and for all calls of the `pause` milliseconds after it once more, at their end. */
export function atMostEvery(pause: number, then: () => void): { readonly call: () => void; readonly stop: () => void } {
  let resting: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  const call = () => {
    isAsked = resting !== undefined
    if (isAsked) return
    then()
    resting = setTimeout(() => {
      resting = undefined
      if (isAsked) call()
    }, pause)
  }
  return { call, stop: () => clearTimeout(resting) }
}
