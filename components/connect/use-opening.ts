// The task that the sample of a portal opens: one of the person who looks, an open one if there is one.
'use client'

import { useQuery } from '@tanstack/react-query'
import { meQuery, tasksQuery, workQuery } from '#components/portal/portal-queries.ts'
import type { PortalTask } from '#lib/api/portal.ts'
import type { Opening } from './env.ts'

/** To be filled in where nothing is known. */
const ELSEWHERE: Opening = {
  ...{ person: 'Patient/id', task: 'Task/id' },
  ...{ appId: 'client_id-of-the-app', launchUrl: 'https://app.example/launch' },
}

interface FoundOpening {
  readonly opening: Opening
  /** What the account lacks to open anything: then the opening has a gap to fill. */
  readonly lacks: 'person' | 'task' | undefined
  readonly isLoading: boolean
  /** In the demo a patient makes a new task. */
  readonly makesTask: boolean
  /** True for whoever sees tasks of their own at the portal, and follows them. */
  readonly hasOwnTasks: boolean
}

/** A task of who is signed in, and of nobody else: another person's log-in would end their session. */
export function useOpening(enabled: boolean): FoundOpening {
  const me = useQuery({ ...meQuery, enabled })
  const { reference: person, role } = me.data?.person ?? {}
  const isPractitioner = role === 'practitioner'
  const own = useQuery({ ...tasksQuery(undefined), enabled: enabled && person !== undefined && !isPractitioner })
  const work = useQuery({ ...workQuery(''), enabled: enabled && isPractitioner })
  const patient = own.data?.patient
  const tasks = own.data?.items.map((task) => ({ ...task, patient })) ?? work.data?.own ?? []
  const opening = openingIn(tasks, person)
  return {
    opening: opening ?? { ...ELSEWHERE, person: person ?? ELSEWHERE.person },
    lacks: me.data && (person === undefined ? 'person' : opening ? undefined : 'task'),
    isLoading: me.isLoading || own.isLoading || work.isLoading,
    makesTask: role === 'patient' && me.data?.demoPeople.length !== 0,
    hasOwnTasks: person !== undefined && !isPractitioner,
  }
}

/** A task of a person, with the patient whom it is for. */
type OwnTask = Pick<PortalTask, 'reference' | 'opens'> & { readonly patient: string | undefined }

/** The first of a person's tasks that can be opened. A person who is not the patient launches for that one. */
export function openingIn(tasks: readonly OwnTask[], person: string | undefined): Opening | undefined {
  if (person === undefined) return undefined
  return tasks.flatMap(({ reference: task, patient, opens }) => {
    if (opens === undefined) return []
    const { clientId: appId, launchUrl } = opens
    return [{ person, task, appId, launchUrl, ...(patient === undefined || patient === person ? {} : { patient }) }]
  })[0]
}
