// An open task: the patient, the user and the task; then how the launch came here, the record, lists, and the launch's
// content.
'use client'

import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { textOf } from '#components/ui/fhir/resource-text.ts'
import { RoleBadge } from '#components/ui/fhir/role-badge.tsx'
import { StatusBadge } from '#components/ui/fhir/status-badge.tsx'
import { isOwnedBy } from '#components/ui/fhir/task-owner.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { matchesOf } from '#lib/fhir/bundle.ts'
import { ownTasksUrl } from './fhir-paths.ts'
import { forgetAnswers } from './kept-answers.ts'
import classes from './launch.module.css'
import { addressQuery } from './launch-queries.ts'
import { NoLaunch } from './no-launch.tsx'
import { PatientRecord, PatientSection } from './patient-section.tsx'
import { Received } from './received.tsx'
import { ResourceLists } from './resource-lists.tsx'
import { StepRail } from './step-rail.tsx'
import { TaskSection } from './task-section.tsx'
import { launchTexts } from './texts.ts'
import { useSessionEnded } from './use-session-ended.ts'

interface OpenLaunchProps {
  readonly session: OpenSession
  readonly isDemo: boolean
}

export function OpenLaunch({ session, isDemo }: OpenLaunchProps) {
  const texts = useTexts(launchTexts)
  // With the session over, everything on the screen is removed.
  if (useSessionEnded(session)) return <NoLaunch ended />
  const name = session.userName ?? session.user
  return (
    <div className={layout.page}>
      {session.patient && <PatientSection session={session.id} reference={session.patient} />}
      <SessionBar session={session} name={name} />
      {session.launchedFrom === 'cross-site' && (
        <Alert color="yellow" variant="light">
          {texts.crossSite(name)}
        </Alert>
      )}
      <div className={classes.columns}>
        <TaskSection session={session} />
        <section className={layout.card} aria-labelledby="steps">
          <h2 id="steps">{texts.stepsTitle}</h2>
          <StepRail steps={session.steps} />
        </section>
      </div>
      {isDemo && <WhatNext trace={session.trace} />}
      <OwnTasks session={session} />
      {session.patient && <PatientRecord session={session.id} reference={session.patient} />}
      <Received session={session} />
      {isDemo && <ResourceLists session={session} />}
    </div>
  )
}

function SessionBar({ session, name }: { readonly session: OpenSession; readonly name: string }) {
  const texts = useTexts(launchTexts)
  const forSomebodyElse = session.patient !== undefined && session.patient !== session.user
  return (
    <div className={classes.bar}>
      <div className={classes.who}>
        <span>{texts.openAs(name)}</span>
        <RoleBadge role={session.role} />
        {forSomebodyElse && (
          <span>
            {texts.onBehalfOf} <code className={layout.code}>{session.patient}</code>
          </span>
        )}
        <span className={layout.quiet}>
          {texts.until} <Moment at={new Date(session.expiresAt * 1000).toISOString()} />
        </span>
      </div>
      <form method="post" action="/launch/api/end" onSubmit={forgetAnswers}>
        <input type="hidden" name="session" value={session.id} />
        <Button type="submit" variant="default">
          {texts.close}
        </Button>
      </form>
    </div>
  )
}

/** The user's other tasks, and only theirs. */
function OwnTasks({ session }: { readonly session: OpenSession }) {
  const texts = useTexts(launchTexts)
  const tasks = useQuery(addressQuery(session.id, ownTasksUrl(session)))
  if (tasks.isPending) return null
  if (tasks.isLoadingError) return <LoadFailed error={tasks.error} retry={() => tasks.refetch()} />
  // Filtered again here: a server that does not support a parameter answers with everybody's tasks.
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

/** An easily understood failure: the token was signed too long ago. */
const BROKEN = '/portal/compose#fail=expired'

/** `trace`: the id of the trace of this launch. */
function WhatNext({ trace }: { readonly trace: string | undefined }) {
  const texts = useTexts(launchTexts)
  const ways = [
    ...(trace === undefined
      ? []
      : [[`/traces/${encodeURIComponent(trace)}`, { link: texts.howDidThisHappen, text: texts.next.look }] as const]),
    [BROKEN, texts.next.breakOne] as const,
    ['/connect', texts.next.connect] as const,
  ]
  return (
    <section className={layout.card} aria-labelledby="next">
      <h2 id="next">{texts.next.title}</h2>
      <ul className={classes.next}>
        {ways.map(([href, { link, text }]) => (
          <li key={href}>
            <a href={href}>{link}</a>
            <span className={layout.quiet}>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
