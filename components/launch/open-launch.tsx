// An open task: the patient, the user, the task to do; then how it came here, the record, lists, and the content of the launch.
'use client'

import { Alert, Button } from '@mantine/core'
import { forgetAnswers } from '#components/diary/kept-answers.ts'
import { RoleBadge } from '#components/fhir/role-badge.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { Moment } from '#components/time/moment.tsx'
import type { OpenSession } from '#lib/api/launch-session.ts'
import classes from './launch.module.css'
import { NoLaunch } from './no-launch.tsx'
import { OwnTasks } from './own-tasks.tsx'
import { PatientRecord, PatientSection } from './patient-section.tsx'
import { Received } from './received.tsx'
import { ResourceLists } from './resource-lists.tsx'
import { StepRail } from './step-rail.tsx'
import { TaskSection } from './task-section.tsx'
import { launchTexts } from './texts.ts'
import { useSessionEnded } from './use-session-ended.ts'
import { WhatNext } from './what-next.tsx'

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
