// The user's other tasks, and only theirs.
'use client'

import { useQuery } from '@tanstack/react-query'
import { textOf } from '#components/fhir/resource-text.ts'
import { StatusBadge } from '#components/fhir/status-badge.tsx'
import { isOwnedBy } from '#components/fhir/task-owner.ts'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { RefetchFailed } from '#components/http/refetch-failed.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { matchesOf } from '#lib/fhir/bundle.ts'
import { ownTasksUrl } from './fhir-paths.ts'
import classes from './launch.module.css'
import { addressQuery } from './launch-queries.ts'
import { launchTexts } from './texts.ts'

export function OwnTasks({ session }: { readonly session: OpenSession }) {
  const texts = useTexts(launchTexts)
  const tasks = useQuery(addressQuery(session.id, ownTasksUrl(session)))
  if (tasks.isPending) return null
  if (tasks.isLoadingError) return <LoadFailed error={tasks.error} retry={() => tasks.refetch()} />
  // Checked here again: a server that does not know a parameter would answer with everybody's tasks.
  const own = matchesOf(tasks.data, 'Task').filter((task) => isOwnedBy(task, session.user))
  if (own.length === 0) return null
  return (
    <section className={layout.card} aria-labelledby="own-tasks">
      <h2 id="own-tasks">{texts.ownTasks}</h2>
      <RefetchFailed query={tasks} />
      <ul className={classes.own}>
        {own.map((task) => (
          <li key={textOf(task['id'])}>
            <span>{textOf(task['description']) ?? texts.untitledTask}</span>
            <StatusBadge status={textOf(task['status']) ?? 'unknown'} />
          </li>
        ))}
      </ul>
      <p className={layout.quiet}>{texts.ownTasksText}</p>
    </section>
  )
}
