// Keeps the list of tasks up to date with the server, and announces the latest change.
'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PortalTasks } from '#lib/api/portal.ts'
import { tasksQuery } from './portal-queries.ts'
import { type Announced, announcedAfter, followTasks, type ToldChange } from './task-news.ts'

/** `patient` is a bare id; undefined for one's own tasks. */
export function useTaskNews(patient: string | undefined): ToldChange | undefined {
  const client = useQueryClient()
  const [announced, setAnnounced] = useState<Announced>()
  useEffect(() => {
    const { queryKey } = tasksQuery(patient)
    const listed = () => client.getQueryData<PortalTasks>(queryKey)?.items ?? []
    const readAgain = () => client.invalidateQueries({ queryKey })
    let isFirst = true
    return followTasks(patient, {
      opened: () => {
        // Changes from before the stream are shown, not announced. The page's initial list is not loaded twice.
        if (!isFirst) void readAgain()
        isFirst = false
      },
      changed: async (news) => {
        const before = listed()
        await readAgain()
        const [after, at] = [listed(), Date.now()]
        setAnnounced((known) => announcedAfter(known, news, before, after, at))
      },
    })
  }, [client, patient])
  return announced?.change
}
