// Queries for the portal page's reads of /portal/api.
import { keepPreviousData } from '@tanstack/react-query'
import { queryOf } from '#components/ui/address/query.ts'
import { HttpError } from '#components/ui/http/get-json.ts'
import { jsonQuery } from '#components/ui/http/json-query.ts'
import type { PortalMe, PortalPatients, PortalTaskChoices, PortalTasks, PortalWork } from '#lib/api/portal.ts'

/** GET /portal/api/me: the person at the portal. */
export const meQuery = jsonQuery<PortalMe>(['portal', 'me'], '/portal/api/me')

/** True for the answer of a portal that the authorization server does not let in. */
export const isNotInUse = (error: Error | null): boolean =>
  error instanceof HttpError && (error.body as { readonly error?: unknown } | undefined)?.error === 'not_in_use'

/** What the keys of all lists of patients begin with. */
export const PATIENTS = ['portal', 'patients'] as const

/** Where a page of patients is read. */
export const patientsPath = (name: string, next: string): string => `/portal/api/patients${queryOf({ name, next })}`

/** A page of the patients with a name, empty for all; `next` as the page before gave it, empty for the first. */
export const patientsQuery = (name: string, next: string) => ({
  ...jsonQuery<PortalPatients>([...PATIENTS, name, next], patientsPath(name, next)),
  placeholderData: keepPreviousData,
})

/** Where a page of what a practitioner sees first is read. */
export const workPath = (next: string): string => `/portal/api/work${queryOf({ next })}`

/** What the keys of all pages of it begin with. */
export const WORK = ['portal', 'tasks', 'work'] as const

/** What a practitioner sees first; loaded again with each visit and after each change of a task. */
export const workQuery = (next: string) => ({
  ...jsonQuery<PortalWork>([...WORK, next], workPath(next)),
  placeholderData: keepPreviousData,
})

/** Where the tasks of a patient are read. */
export const tasksPath = (patient: string | undefined): string => `/portal/api/tasks${queryOf({ patient })}`

/** The tasks of a patient, by bare id; by default those of the reader. */
export const tasksQuery = (patient: string | undefined) =>
  jsonQuery<PortalTasks>(['portal', 'tasks', 'of', patient ?? ''], tasksPath(patient))

/** The choices of the form that assigns a task, loaded each time it opens, because they include the task's number. */
export const choicesQuery = (patient: string) => ({
  ...jsonQuery<PortalTaskChoices>(['portal', 'choices', patient], `/portal/api/tasks/choices${queryOf({ patient })}`),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** Changes of tasks, after which the lists are loaded again. */
export const TASK_CHANGES = { api: '/portal/api', queryKey: ['portal', 'tasks'] } as const
