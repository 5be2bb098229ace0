// For developers: how the launch went, what it told the app, what the app knows and may read, and what to try next.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Narrative } from '#components/ui/fhir/narrative.tsx'
import { textOf } from '#components/ui/fhir/resource-text.ts'
import { RoleBadge } from '#components/ui/fhir/role-badge.tsx'
import { StatusBadge } from '#components/ui/fhir/status-badge.tsx'
import { isOwnedBy } from '#components/ui/fhir/task-owner.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { matchesOf } from '#lib/fhir/bundle.ts'
import { inLanguage } from '#lib/fhir/translation.ts'
import { BROKEN_LAUNCH } from '#lib/launch/demo-paths.ts'
import faceClasses from './face.module.css'
import { faceTexts } from './face-texts.ts'
import { ownTasksUrl } from './fhir-paths.ts'
import classes from './launch.module.css'
import { addressQuery, resourceQuery } from './launch-queries.ts'
import { Received } from './received.tsx'
import { ResourceLists } from './resource-lists.tsx'
import { StepRail } from './step-rail.tsx'
import { launchTexts } from './texts.ts'

interface HowOpenedProps {
  readonly session: OpenSession
  /** In the demo it lists everything that the app may read; elsewhere not everybody may see that. */
  readonly isDemo: boolean
  readonly close: () => void
  /** True when somebody opened it on this page, to be moved into it; false where the browser had left it open. */
  readonly isAsked: boolean
}

export function HowOpened({ session, isDemo, close, isAsked }: HowOpenedProps) {
  const texts = useTexts(launchTexts)
  const face = useTexts(faceTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isAsked) heading.current?.focus()
  }, [isAsked])
  return (
    <div className={layout.page}>
      <div className={layout.head}>
        <h2 className={faceClasses.howTitle} ref={heading} tabIndex={-1}>
          {face.howTitle}
        </h2>
        <Button variant="default" size="compact-md" onClick={close}>
          {face.hide}
        </Button>
      </div>
      <p className={layout.quiet}>{face.howText}</p>
      <WhatNext trace={session.trace} isDemo={isDemo} />
      <section className={layout.card} aria-labelledby="steps">
        <h2 id="steps">{texts.stepsTitle}</h2>
        <StepRail steps={session.steps} />
        {wasSignedIn(session) && <NoLogin isDemo={isDemo} />}
      </section>
      <Facts session={session} />
      <Received session={session} />
      <OwnTasks session={session} />
      {session.patient && <PatientRecord session={session.id} reference={session.patient} />}
      {isDemo && <ResourceLists session={session} />}
    </div>
  )
}

/** A launch arrives within the second before its time by the id_token, whose times are whole seconds. */
const ROUNDED_S = 1

/** True when the person had logged in before the launch arrived (OpenID Connect Core §2, auth_time). */
function wasSignedIn({ idToken: { iat, auth_time }, steps }: OpenSession): boolean {
  const ms = steps.find(({ step }) => step === 'token')?.ms
  if (typeof iat !== 'number' || typeof auth_time !== 'number' || ms === undefined) return false
  return auth_time < iat - ms / 1000 - ROUNDED_S
}

/** In the demo anybody may launch for somebody else, who is asked to log in. */
function NoLogin({ isDemo }: { readonly isDemo: boolean }) {
  const texts = useTexts(launchTexts)
  return (
    <p className={layout.quiet}>
      {texts.noLogin} {isDemo && <a href="/portal/compose">{texts.seeLogin}</a>}
    </p>
  )
}

/** Who opened which task, as the app knows it. */
function Facts({ session }: { readonly session: OpenSession }) {
  const texts = useTexts(launchTexts)
  const { data: task } = useQuery(resourceQuery(session.id, session.task))
  const status = task && textOf(task['status'])
  const intent = session.intent ?? (task && textOf(task['intent']))
  return (
    <section className={layout.card} aria-labelledby="facts">
      <h2 id="facts">{texts.task}</h2>
      <dl className={classes.facts}>
        <Fact label={texts.id}>
          <code className={layout.code}>{session.task}</code>
        </Fact>
        <Fact label={texts.status}>{status && <StatusBadge status={status} />}</Fact>
        <Fact label={texts.intent}>{intent && (texts.intents[intent] ?? intent)}</Fact>
        <Fact label={texts.openedBy}>
          {session.userName ?? session.user} <RoleBadge role={session.role} />
        </Fact>
        <Fact label={texts.patient}>{session.patient && <code className={layout.code}>{session.patient}</code>}</Fact>
        <Fact label={texts.until}>
          <Moment at={new Date(session.expiresAt * 1000).toISOString()} />
        </Fact>
      </dl>
      {task?.['text'] !== undefined && <Narrative resource={task} title={texts.narrativeOfTask} />}
    </section>
  )
}

/** The patient's data in the source system. The page loads it, too, and reports failures. */
function PatientRecord({ session, reference }: { readonly session: string; readonly reference: string }) {
  const texts = useTexts(launchTexts)
  const patient = useQuery(resourceQuery(session, reference))
  return patient.data ? <Narrative resource={patient.data} title={texts.narrativeOfPatient} /> : null
}

/** The user's other tasks, and only theirs. */
function OwnTasks({ session }: { readonly session: OpenSession }) {
  const texts = useTexts(launchTexts)
  const language = useLanguage()
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
            <span>{textOf(inLanguage(task, language)['description']) ?? texts.untitledTask}</span>
            <StatusBadge status={textOf(task['status']) ?? 'unknown'} />
          </li>
        ))}
      </ul>
      <p className={layout.quiet}>{texts.ownTasksText}</p>
    </section>
  )
}

interface WhatNextProps {
  /** The id of the trace of this launch. */
  readonly trace: string | undefined
  readonly isDemo: boolean
}

function WhatNext({ trace, isDemo }: WhatNextProps) {
  const texts = useTexts(launchTexts)
  const ways = [
    ...(trace === undefined ? [] : [[`/traces/${encodeURIComponent(trace)}`, texts.next.look] as const]),
    ...(isDemo ? [[BROKEN_LAUNCH, texts.next.breakOne] as const, ['/connect', texts.next.connect] as const] : []),
  ]
  if (ways.length === 0) return null
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
