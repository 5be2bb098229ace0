// The live view of an app's requests: each step is ticked off, or shows the refusal and its reason.
'use client'

import { Alert, Button } from '@mantine/core'
import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import formClasses from '#components/ui/form/form.module.css'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { isSignedOut } from '#components/ui/http/get-json.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { sessionTexts } from '#components/ui/session/texts.ts'
import { SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { ConnectMe, Observation, OwnApp, OwnAppForm, Seen, SeenStep } from '#lib/api/connect.ts'
import { SEEN_STEPS } from '#lib/api/connect-words.ts'
import type { AppRight } from '#lib/oauth/app-rights.ts'
import classes from './connect.module.css'
import { seenQuery, useChange } from './connect-queries.ts'
import { guideTexts } from './guide-texts.ts'
import { KINDS, kindOf } from './kinds.ts'

/** Observations from before a launch was started: they do not count for that launch. */
export type Earlier = readonly Observation[]

/** The observations of an app, polled while it is `watched`. */
export const useWatch = ({ clientId }: OwnApp, watched: boolean) =>
  useQuery({ ...seenQuery(clientId), enabled: watched })

interface WatchProps {
  readonly app: OwnApp
  readonly seen: UseQueryResult<Seen>
  readonly earlier: Earlier
  readonly registersAs: ConnectMe['registersAs']
}

export function Watch({ app, seen, earlier, registersAs }: WatchProps) {
  const texts = useTexts(guideTexts)
  const session = useTexts(sessionTexts)
  const said = texts.of[kindOf(app)]
  const all = SEEN_STEPS.map((step) => ({ step, observed: latest(step, seen.data, earlier) }))
  const observed = all.filter(({ step, observed: found }) => isShown(step, app) || found)
  const isDone = observed.every((one) => one.step === 'write' || one.observed?.outcome === 'done')
  const write = observed.find(({ step }) => step === 'write')?.observed
  return (
    <section className={`${layout.card} ${classes.watch}`} aria-labelledby="watch">
      <h2 id="watch">{texts.steps.watch}</h2>
      <p className={layout.hint}>{texts.watchText}</p>
      {seen.isError && (
        <Alert color="orange" variant="light">
          {isSignedOut(seen.error) ? `${session.ended}. ${session.endedText}` : texts.reconnecting}
        </Alert>
      )}
      <ol className={classes.seen} aria-live="polite">
        {observed.map((one) => (
          <Line key={one.step} {...one} name={said.seen[one.step]}>
            {one.observed?.needs && <Permit app={app} right={one.observed.needs} registersAs={registersAs} />}
          </Line>
        ))}
      </ol>
      <div role="status">
        {isDone &&
          (write?.outcome === 'failed' ? (
            <NotWritten {...{ app, write, registersAs }} />
          ) : (
            <WhatNext app={app} wrote={write !== undefined} />
          ))}
      </div>
      {!isDone && <NothingArrives app={app} />}
    </section>
  )
}

function NothingArrives({ app }: Pick<WatchProps, 'app'>) {
  const texts = useTexts(guideTexts)
  return (
    <details className={layout.more}>
      <summary>{texts.nothing}</summary>
      <p className={layout.hint}>
        {texts.of[kindOf(app)].nothing} <a href="/tools/jwt">{texts.toTools}</a>
      </p>
      {app.launchUrl && (
        <p className={layout.hint}>
          <a href={app.launchUrl} target="_blank" rel="noreferrer">
            {texts.openLaunchUrl}
          </a>{' '}
          {texts.openLaunchUrlText}
        </p>
      )}
    </details>
  )
}

/** Keys come from a URL or are registered. */
const isShown = (step: SeenStep, app: OwnApp): boolean =>
  step === 'jwks' ? app.jwksUrl !== null : KINDS[kindOf(app)].steps(app).includes(step)

interface PermitProps extends Pick<WatchProps, 'app' | 'registersAs'> {
  readonly right: AppRight
}

/** The way to a right that the app lacks: its owner gives it in the demo, and asks for it elsewhere. */
function Permit({ app, right, registersAs }: PermitProps) {
  const texts = useTexts(guideTexts)
  const change = useChange<OwnApp>()
  const { clientId, name, redirectUris, rights } = app
  if (rights.includes(right)) return <p>{registersAs === 'pending' ? texts.rightAsked : texts.rightGiven}</p>
  const body: OwnAppForm = { name, launchUrl: app.launchUrl ?? '', redirectUris, keys: {}, rights: [...rights, right] }
  return (
    <>
      <Button
        size="compact-sm"
        loading={change.isPending}
        onClick={() => change.mutate({ method: 'PUT', path: `apps/${clientId}`, body })}
      >
        {permitName(texts, right, registersAs)}
      </Button>
      <Outcome error={change.error} />
    </>
  )
}

const permitName = (texts: typeof guideTexts.en, right: AppRight, registersAs: ConnectMe['registersAs']): string =>
  (registersAs === 'pending' ? texts.askForRight : texts.giveRight)[right]

interface NotWrittenProps extends Pick<WatchProps, 'app' | 'registersAs'> {
  readonly write: Observation
}

/** All but its write works: what cures that comes before anything else. */
function NotWritten({ app, write: { needs }, registersAs }: NotWrittenProps) {
  const texts = useTexts(guideTexts)
  return (
    <>
      <p className={classes.refused}>{texts.of[kindOf(app)].refused}</p>
      {needs && !app.rights.includes(needs) && <p>{texts.pressFirst(permitName(texts, needs, registersAs))}</p>}
      <ul className={formClasses.list}>
        <ToTraces app={app} />
      </ul>
    </>
  )
}

function ToTraces({ app }: Pick<WatchProps, 'app'>) {
  const texts = useTexts(guideTexts)
  const kind = kindOf(app)
  return (
    <li>
      <a href={`/traces${KINDS[kind].traces(app)}`}>{texts.toTraces}</a>
      {kind === 'module' && <p className={layout.hint}>{texts.untraced}</p>}
    </li>
  )
}

interface WhatNextProps extends Pick<WatchProps, 'app'> {
  /** It also wrote, such as the status of its task: the next thing is another one. */
  readonly wrote: boolean
}

function WhatNext({ app, wrote }: WhatNextProps) {
  const texts = useTexts(guideTexts)
  const { works, next, wroteToo, nextToo } = texts.of[kindOf(app)]
  return (
    <>
      <p className={classes.works}>{wrote ? wroteToo : works}</p>
      <ul className={formClasses.list}>
        <ToTraces app={app} />
        {Object.entries(wrote ? nextToo : next).map(([address, name]) => (
          <li key={address}>
            <a href={address}>{name}</a>
          </li>
        ))}
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

interface LineProps {
  readonly name: string
  readonly observed: Observation | undefined
  readonly children: React.ReactNode
}

function Line({ name, observed, children }: LineProps) {
  const texts = useTexts(guideTexts)
  const outcome = observed?.outcome ?? 'waiting'
  const Icon = ICONS[outcome]
  return (
    <li data-outcome={outcome}>
      <span className={classes.mark}>
        <Icon size={18} aria-hidden />
      </span>
      <span>{name}</span>
      <p className={layout.quiet}>
        {texts[outcome]} {observed && <SentenceWithMoments sentence={texts.at} at={[observed.at]} seconds />}
      </p>
      {observed?.expected && (
        <p>
          {texts.expected} {observed.expected}{' '}
          {observed.check && <a href={`/docs/errors/${observed.check}`}>{texts.more}</a>}
        </p>
      )}
      {children}
    </li>
  )
}
