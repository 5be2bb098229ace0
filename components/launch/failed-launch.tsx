// A failed launch: the reason in plain words, the remedy, and a reference to name; folded, for developers, the failed step.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { LAUNCH_FAILURE_TEXTS } from '#lib/api/launch-failure-words.ts'
import type { FailedSession } from '#lib/api/launch-session.ts'
import { Face } from './face.tsx'
import classes from './launch.module.css'
import { StepRail } from './step-rail.tsx'
import { launchTexts } from './texts.ts'
import { TraceLink } from './trace-link.tsx'

interface FailedLaunchProps {
  readonly session: FailedSession
  readonly isDemo: boolean
}

export function FailedLaunch({ session, isDemo }: FailedLaunchProps) {
  const texts = useTexts(launchTexts)
  const { title, whatToDo } = useTexts(LAUNCH_FAILURE_TEXTS)[session.failure]
  return (
    <Face isDemo={isDemo}>
      <div className={layout.page}>
        <div className={session.app === undefined ? classes.failure : classes.words} role="alert">
          {session.app === undefined && <p className={classes.kicker}>{texts.failedHeading}</p>}
          <h1>{title}</h1>
          {session.app !== undefined && <p>{texts.taskOf(session.app)}</p>}
          <p>{whatToDo}</p>
        </div>
        {session.openedFrom !== undefined ? (
          <p>{(session.failure === 'wrong_user' ? texts.asOtherFrom : texts.againFrom)(session.openedFrom)}</p>
        ) : session.failure === 'wrong_user' ? (
          <LogInAsOther />
        ) : (
          <StartAgain />
        )}
        {session.trace !== undefined && <Reference trace={session.trace} />}
        <details className={`${layout.card} ${layout.more}`}>
          <summary>{texts.stepsForDevelopers}</summary>
          <StepRail
            steps={session.steps}
            failed={{ step: session.step, children: <ServerWords session={session} /> }}
          />
          <TraceLink trace={session.trace} />
        </details>
      </div>
    </Face>
  )
}

/** As much of the trace's id as is told by telephone; the list of traces finds it. */
const REFERENCE_LENGTH = 8

/** What a person names to whoever helps. */
function Reference({ trace }: { readonly trace: string }) {
  const texts = useTexts(launchTexts)
  return (
    <p className={layout.quiet}>
      {texts.reference} <code className={layout.code}>{trace.slice(0, REFERENCE_LENGTH)}</code>
    </p>
  )
}

const StartAgain = () => {
  const texts = useTexts(launchTexts)
  return (
    <div>
      <Button component="a" href="/portal">
        {texts.again}
      </Button>
    </div>
  )
}

/**
 * The app remembers the wrong user, so the next launch asks for a new log-in, regardless of the session at the identity provider.
 */
function LogInAsOther() {
  const texts = useTexts(launchTexts)
  return (
    <div className={layout.actions}>
      <Button component="a" href="/portal">
        {texts.logInAsOther}
      </Button>
      <p className={layout.quiet}>{texts.logInAsOtherText}</p>
    </div>
  )
}

function ServerWords({ session }: { readonly session: FailedSession }) {
  const texts = useTexts(launchTexts)
  if (!session.error) return null
  return (
    <div className={classes.words}>
      <h3>{texts.serverWords}</h3>
      <p>
        <code className={layout.code}>{session.error}</code> {session.error_description}
      </p>
      {session.error_uri && /^https?:\/\//.test(session.error_uri) && (
        <p>
          <a href={session.error_uri} rel="noreferrer">
            {texts.moreAbout}
          </a>
        </p>
      )}
    </div>
  )
}
