// The task that the sample of a portal opens: one of the person who looks, an open one if there is one.
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

interface FoundOpening {
  readonly opening: Opening
  /** What the account lacks to open anything: then the opening has a gap to fill. */
  readonly lacks: 'person' | 'task' | undefined
  readonly isLoading: boolean
}

/** A task of who is signed in, and of nobody else: another person's log-in would end their session. */
export function useOpening(enabled: boolean, isDemo: boolean): FoundOpening {
  const me = useQuery({ ...meQuery, enabled })
  const person = me.data?.person?.reference
  const own = useQuery({ ...tasksQuery(undefined), enabled: enabled && person !== undefined })
  const options = useQuery({ ...composeOptionsQuery, enabled: enabled && isDemo })
  const items = own.data?.items ?? []
  const task = (items.find(({ launchable }) => launchable) ?? items.find(({ answers }) => answers))?.reference
  const opening = (options.data && openingIn(options.data, person)) ?? {
    ...ELSEWHERE,
    ...(person && task ? { person, task } : {}),
  }
  return {
    opening,
    lacks: me.data && lackOf(person, opening),
    isLoading: me.isLoading || own.isLoading || options.isLoading,
  }
}

function lackOf(person: string | undefined, { task }: Opening): FoundOpening['lacks'] {
  if (person === undefined) return 'person'
  return task === ELSEWHERE.task ? 'task' : undefined
}

/** The first open task of this person, or else the first that has ended: an app shows that, too. */
export function openingIn({ tasks, apps }: ComposeOptions, person: string | undefined): Opening | undefined {
  if (person === undefined) return undefined
  const own = tasks.filter(({ owner }) => owner === person)
  const inOrder = [...own.filter(({ ended }) => !ended), ...own.filter(({ ended }) => ended)]
  return inOrder.flatMap(({ reference: task, device }) => {
    const app = apps.find(({ clientId }) => device === `Device/${clientId}`)
    return app ? [{ person, task, appId: app.clientId, launchUrl: app.launchUrl }] : []
  })[0]
}
