// The task that the sample of a portal opens: of the person who looks, where there is one.
'use client'

import { useQuery } from '@tanstack/react-query'
import { meQuery, tasksQuery } from '#components/portal/portal-queries.ts'
import type { Opening } from './env.ts'

/** What every demo domain has. */
const IN_DEMO = { person: 'Patient/marijke-jansen', task: 'Task/sleep-diary-week-1', appId: 'demo-app' }
/** To be filled in where nothing is known. */
const ELSEWHERE = { person: 'Patient/id', task: 'Task/id', appId: 'client_id-of-the-app' }

/** A task that can be opened by the patient who is signed in; otherwise one of the demo, or a gap to fill. */
export function useOpening(enabled: boolean, isDemo: boolean): Opening {
  const me = useQuery({ ...meQuery, enabled })
  const person = me.data?.person?.role === 'patient' ? me.data.person.reference : undefined
  const tasks = useQuery({ ...tasksQuery(undefined), enabled: enabled && person !== undefined })
  const task = tasks.data?.items.find(({ reason }) => reason === null)?.reference
  const known = isDemo ? IN_DEMO : ELSEWHERE
  const launchUrl = isDemo && enabled ? `${window.location.origin}/launch` : 'https://app.example/launch'
  return { ...known, ...(person && task ? { person, task } : {}), launchUrl }
}
