// The tasks of a patient, or a related person's for the patient.
'use client'

import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { tasksQuery } from './portal-queries.ts'
import { TaskList } from './task-list.tsx'
import { portalTexts } from './texts.ts'

export function OwnTasks() {
  const texts = useTexts(portalTexts)
  const { data } = useQuery(tasksQuery(undefined))
  return <TaskList title={data?.patientName === undefined ? texts.tasks : texts.tasksFor(data.patientName)} />
}
