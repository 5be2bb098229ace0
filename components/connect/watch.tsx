// The live view of an app's requests: each step is ticked off, or shows the refusal and its reason.
'use client'

import { Alert } from '@mantine/core'
import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { queryOf } from '#components/ui/address/query.ts'
import formClasses from '#components/ui/form/form.module.css'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { Observation, OwnApp, Seen, SeenStep } from '#lib/api/connect.ts'
import { SEEN_STEPS } from '#lib/api/connect-words.ts'
import classes from './connect.module.css'
import { seenQuery } from './connect-queries.ts'
import { guideTexts } from './guide-texts.ts'

/** Observations from before a launch was started: they do not count for that launch. */
export type Earlier = readonly Observation[]

/** The observations of an app, polled while it is `watched`. */
export const useWatch = ({ clientId }: OwnApp, watched: boolean) =>
  useQuery({ ...seenQuery(clientId), enabled: watched })

interface WatchProps {
  readonly app: OwnApp
  readonly seen: UseQueryResult<Seen>
  readonly earlier: Earlier
}

export function Watch({ app, seen, earlier }: WatchProps) {
  const texts = useTexts(guideTexts)
  const steps = SEEN_STEPS.filter((step) => step !== 'jwks' || app.jwksUrl !== null)
  const observed = steps.map((step) => ({ step, observed: latest(step, seen.data, earlier) }))
  const isDone = observed.every((one) => one.observed?.outcome === 'done')
  return (
    <section className={`${layout.card} ${classes.watch}`} aria-labelledby="watch">
      <h2 id="watch">{texts.steps.watch}</h2>
      <p className={layout.hint}>{texts.watchText}</p>
      {seen.isError && (
        <Alert color="orange" variant="light">
          {texts.reconnecting}
        </Alert>
      )}
      <ol className={classes.seen} aria-live="polite">
        {observed.map((one) => (
          <Line key={one.step} {...one} />
        ))}
      </ol>
      <div role="status">{isDone && <WhatNext clientId={app.clientId} />}</div>
      <details className={layout.more}>
        <summary>{texts.nothing}</summary>
        <p className={layout.hint}>
          {texts.nothingText} <a href="/tools/jwt">{texts.toTools}</a>
        </p>
      </details>
    </section>
  )
}

function WhatNext({ clientId }: Pick<OwnApp, 'clientId'>) {
  const texts = useTexts(guideTexts)
  return (
    <>
      <p className={classes.works}>{texts.works}</p>
      <ul className={formClasses.list}>
        <li>
          <a href={`/traces${queryOf({ app: clientId })}`}>{texts.toTraces}</a>
        </li>
        <li>
          <a href="/docs/how-to/complete-a-task">{texts.toComplete}</a>
        </li>
        <li>
          <a href="/docs/how-to/test-in-ci">{texts.toFailures}</a>
        </li>
      </ul>
    </>
  )
}

/** Fetched keys are cached for a while, so earlier fetches count too. */
function latest(step: SeenStep, seen: Seen | undefined, earlier: Earlier): Observation | undefined {
  const found = seen?.items.find((one) => one.step === step)
  const isOld = step !== 'jwks' && earlier.some((one) => one.step === step && one.at === found?.at)
  return isOld ? undefined : found
}

const ICONS = { done: IconCheck, failed: IconX, waiting: IconCircleDashed } as const

function Line({ step, observed }: { readonly step: SeenStep; readonly observed: Observation | undefined }) {
  const texts = useTexts(guideTexts)
  const outcome = observed?.outcome ?? 'waiting'
  const Icon = ICONS[outcome]
  return (
    <li data-outcome={outcome}>
      <span className={classes.mark}>
        <Icon size={18} aria-hidden />
      </span>
      <span>{texts.seen[step]}</span>
      <p className={layout.quiet}>
        {texts[outcome]} {observed && <SentenceWithMoments sentence={texts.at} at={[observed.at]} seconds />}
      </p>
      {observed?.expected && (
        <p>
          {texts.expected} {observed.expected}{' '}
          {observed.check && <a href={`/docs/errors/${observed.check}`}>{texts.more}</a>}
        </p>
      )}
    </li>
  )
}
