// Keeps the lists of tasks up to date with the server; those of one patient announce the latest change.
'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PortalTask, PortalTasks } from '#lib/api/portal.ts'
import { tasksQuery, WORK } from './portal-queries.ts'
import {
  type Announced,
  announcedAfter,
  atMostEvery,
  followTasks,
  type KnownTask,
  type ToldChange,
} from './task-news.ts'

/** `patient` is a bare id; undefined for one's own tasks. */
export function useTaskNews(patient: string | undefined): ToldChange | undefined {
  const client = useQueryClient()
  const [announced, setAnnounced] = useState<Announced>()
  const { data } = useQuery(tasksQuery(patient))
  // Not the list: that has what the reader did before the news of it comes.
  const known = useRef<Map<string, KnownTask>>(undefined)
  if (data && !known.current) known.current = byReference(data.items)
  useEffect(() => {
    const { queryKey } = tasksQuery(patient)
    const listed = () => client.getQueryData<PortalTasks>(queryKey)?.items ?? []
    const readAgain = () => client.invalidateQueries({ queryKey })
    let isFirst = true
    return followTasks(patient, {
      opened: () => {
        // Changes from before the stream are shown, not announced: what is known stays, since a change while this list is read is
        // announced by the stream. The page's initial list is not loaded twice.
        if (!isFirst) void readAgain()
        isFirst = false
      },
      changed: async (news) => {
        const before = [...(known.current?.values() ?? listed())]
        await readAgain()
        const [after, at] = [listed(), Date.now()]
        const task = after.find(({ reference }) => reference === news.reference)
        if (task) known.current?.set(task.reference, task)
        setAnnounced((last) => announcedAfter(last, news, before, after, at))
      },
    })
  }, [client, patient])
  return announced?.change
}

/** Between two readings of a practitioner's first page, in milliseconds: each is several searches over the whole domain. */
const WORK_PAUSE_MS = 3000

/** Keeps a practitioner's first page up to date: it has the tasks of many patients, so that what changed is not announced. */
export function useWorkNews(): void {
  const client = useQueryClient()
  useEffect(() => {
    const reading = atMostEvery(WORK_PAUSE_MS, () => void client.invalidateQueries({ queryKey: WORK }))
    let isFirst = true
    const opened = () => {
      if (!isFirst) reading.call()
      isFirst = false
    }
    const leave = followTasks(undefined, { opened, any: reading.call })
    return () => {
      leave()
      reading.stop()
    }
  }, [client])
}

const byReference = (tasks: readonly PortalTask[]) =>
  new Map<string, KnownTask>(tasks.map((task) => [task.reference, task]))
