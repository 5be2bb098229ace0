// An open task: the patient, the person who opened it for somebody else, and the task itself. How it was opened is
// behind the thin line.
'use client'

import { Alert, Button } from '@mantine/core'
import { RoleBadge } from '#components/ui/fhir/role-badge.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { Face } from './face.tsx'
import { forgetAnswers } from './kept-answers.ts'
import classes from './launch.module.css'
import { NoLaunch } from './no-launch.tsx'
import { OpenedLine } from './opened-line.tsx'
import { PatientSection } from './patient-section.tsx'
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
  if (useSessionEnded(session)) return <NoLaunch ended isDemo={isDemo} />
  const name = session.userName ?? session.user
  const isOwn = session.patient === session.user
  return (
    <Face
      isDemo={isDemo}
      line={<OpenedLine session={session} isDemo={isDemo} />}
      action={<CloseSession session={session} />}
    >
      <div className={layout.page}>
        <div className={classes.people}>
          {session.patient && (
            <PatientSection
              session={session.id}
              reference={session.patient}
              ownRole={isOwn ? session.role : undefined}
            />
          )}
          {!isOwn && (
            <p className={classes.who}>
              {texts.openAs(name)} <RoleBadge role={session.role} />
            </p>
          )}
        </div>
        {session.launchedFrom === 'cross-site' && (
          <Alert color="yellow" variant="light">
            {texts.crossSite(name)}
          </Alert>
        )}
        <TaskSection session={session} />
      </div>
    </Face>
  )
}

function CloseSession({ session }: { readonly session: OpenSession }) {
  const texts = useTexts(launchTexts)
  return (
    <form method="post" action="api/end" onSubmit={forgetAnswers}>
      <input type="hidden" name="session" value={session.id} />
      <Button type="submit" variant="default" size="sm">
        {texts.close}
      </Button>
    </form>
  )
}
