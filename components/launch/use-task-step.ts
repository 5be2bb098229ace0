// Starts or completes the task of a launch. A concurrent change is loaded and wins; an unavailable server is asked
// again.
'use client'

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { textOf } from '#components/ui/fhir/resource-text.ts'
import { HttpError } from '#components/ui/http/get-json.ts'
import { sendJson } from '#components/ui/http/send-json.ts'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { OPEN_STATUSES } from '#lib/api/launch-words.ts'
import type { TaskStep } from '#lib/api/task-step-form.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { ownTasksUrl } from './fhir-paths.ts'
import { addressQuery, answersQuery, resourceQuery } from './launch-queries.ts'

export type OpenStatus = TaskStep['from']

/** Between two tries of a server that does not answer. */
const retryDelay = (failures: number): number => Math.min(1000 * 2 ** failures, 15_000)
/** Gives up on a task that others change again and again. */
const MOST_CONFLICTS = 3

/** The status of a task that can be started or completed; undefined for any other. */
export const openStatusOf = (task: FhirResource): OpenStatus | undefined =>
  OPEN_STATUSES.find((status) => status === task['status'])

const versionOf = ({ meta }: FhirResource): string | undefined =>
  textOf((meta as { readonly versionId?: unknown } | undefined)?.versionId)

/**
 * A mutation to a status. Its data is the current task, which may have changed otherwise meanwhile. `beforeCompleting` is
 * part of it: when that fails, the task is not completed, and both are tried again.
 */
export function useTaskStep(session: OpenSession, task: FhirResource, beforeCompleting?: () => Promise<unknown>) {
  const queries = useQueryClient()
  const asked = resourceQuery(session.id, session.task)
  return useMutation({
    mutationFn: async (to: TaskStep['to']) => {
      if (to === 'completed') await beforeCompleting?.()
      return taken({ session, task, to, queries })
    },
    retry: (_, error) => isAway(error),
    retryDelay,
    onSuccess: (now) => {
      queries.setQueryData(asked.queryKey, now)
      void queries.invalidateQueries(answersQuery(session.id))
      void queries.invalidateQueries(addressQuery(session.id, ownTasksUrl(session)))
    },
    // A session that is over says so to the query, and the page is cleared.
    onError: (error) => (statusOf(error) === 401 ? queries.invalidateQueries(asked) : undefined),
  })
}

interface Step {
  readonly session: OpenSession
  readonly task: FhirResource
  readonly to: TaskStep['to']
  readonly queries: QueryClient
}

async function taken({ session, task, to, queries }: Step, conflicts = 0): Promise<FhirResource> {
  const from = openStatusOf(task)
  if (from === undefined) return task
  try {
    const step: TaskStep = { session: session.id, version: versionOf(task) ?? '', from, to }
    return await sendJson<FhirResource>('POST', 'api/task', step)
  } catch (error) {
    if (statusOf(error) !== 412 || conflicts === MOST_CONFLICTS) throw error
    const now = await queries.fetchQuery({ ...resourceQuery(session.id, session.task), staleTime: 0 })
    // Another element may have changed. Another status is for the person to see.
    return now['status'] === from ? taken({ session, task: now, to, queries }, conflicts + 1) : now
  }
}

const statusOf = (error: unknown): number | undefined => (error instanceof HttpError ? error.status : undefined)

/** True when the server is unreachable, starting, or too busy: it is asked again until it answers. */
function isAway(error: unknown): boolean {
  const status = statusOf(error)
  return status === undefined ? error instanceof TypeError : status >= 500 || status === 429
}
