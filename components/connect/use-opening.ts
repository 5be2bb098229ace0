// The task that the sample of a portal opens: an open one of the person who looks, or in the demo of anybody.
'use client'

import { useQuery } from '@tanstack/react-query'
import { composeOptionsQuery } from '#components/portal/compose/compose-queries.ts'
import { meQuery, tasksQuery } from '#components/portal/portal-queries.ts'
import type { ComposeOptions } from '#lib/api/compose.ts'
import type { Opening } from './env.ts'

/** To be filled in where nothing is known. */
const ELSEWHERE: Opening = {
  ...{ person: 'Patient/id', task: 'Task/id' },
  ...{ appId: 'client_id-of-the-app', launchUrl: 'https://app.example/launch' },
}

/** An open task of who is signed in, since another person's log-in ends their session; in the demo otherwise of a patient; else a gap to fill. */
export function useOpening(
  enabled: boolean,
  isDemo: boolean,
): { readonly opening: Opening; readonly isLoading: boolean } {
  const me = useQuery({ ...meQuery, enabled })
  const person = me.data?.person?.reference
  const own = useQuery({ ...tasksQuery(undefined), enabled: enabled && person !== undefined })
  const options = useQuery({ ...composeOptionsQuery, enabled: enabled && isDemo })
  const task = own.data?.items.find(({ launchable }) => launchable)?.reference
  const opening = (options.data && openingIn(options.data, person)) ?? {
    ...ELSEWHERE,
    ...(person && task ? { person, task } : {}),
  }
  return { opening, isLoading: me.isLoading || own.isLoading || options.isLoading }
}

/** The first open task of this person, or else of a patient. */
export function openingIn({ tasks, apps }: ComposeOptions, wanted: string | undefined): Opening | undefined {
  const found = tasks.flatMap(({ reference: task, owner: person, device, ended }) => {
    const app = apps.find(({ clientId }) => device === `Device/${clientId}`)
    if (!app || ended || person === undefined) return []
    return [{ person, task, appId: app.clientId, launchUrl: app.launchUrl }]
  })
  return found.find(({ person }) => person === wanted) ?? found.find(({ person }) => person.startsWith('Patient/'))
}
