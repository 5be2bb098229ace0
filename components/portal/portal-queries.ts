// Queries for the portal page's reads of /portal/api.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '#components/address/query.ts'
import { getJson, HttpError } from '#components/http/get-json.ts'
import type { PortalMe, PortalPatients, PortalTaskChoices, PortalTasks } from '#lib/api/portal.ts'

export const meQuery = queryOptions({
  queryKey: ['portal', 'me'],
  queryFn: ({ signal }) => getJson<PortalMe>('/portal/api/me', signal),
})

/** True for the answer of a portal that the authorization server does not let in. */
export const isNotInUse = (error: Error | null): boolean =>
  error instanceof HttpError && (error.body as { readonly error?: unknown } | undefined)?.error === 'not_in_use'

/** A page of the patients with a name, empty for all; `next` as the page before gave it, empty for the first. */
export const patientsQuery = (name: string, next: string) =>
  queryOptions({
    queryKey: ['portal', 'patients', name, next],
    queryFn: ({ signal }) => getJson<PortalPatients>(`/portal/api/patients${queryOf({ name, next })}`, signal),
    placeholderData: keepPreviousData,
  })

/** The tasks of a patient, by bare id; by default those of the reader. */
export const tasksQuery = (patient: string | undefined) =>
  queryOptions({
    queryKey: ['portal', 'tasks', patient ?? ''],
    queryFn: ({ signal }) => getJson<PortalTasks>(`/portal/api/tasks${queryOf({ patient })}`, signal),
  })

/** The choices of the form that assigns a task, loaded each time it opens, because they include the task's number. */
export const choicesQuery = (patient: string) =>
  queryOptions({
    queryKey: ['portal', 'choices', patient],
    queryFn: ({ signal }) => getJson<PortalTaskChoices>(`/portal/api/tasks/choices${queryOf({ patient })}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Changes of tasks, after which the lists are loaded again. */
export const TASK_CHANGES = { api: '/portal/api', queryKey: ['portal', 'tasks'] } as const
