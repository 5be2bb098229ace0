// The guide for a registered app: its key, its settings, a sample, the launch, and a live view of its requests.
'use client'

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FreshTask } from '#components/portal/fresh-task.tsx'
import { useTaskNews } from '#components/portal/use-task-news.ts'
import { queryWith, replaceQuery } from '#components/ui/address/use-address.ts'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import formClasses from '#components/ui/form/form.module.css'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { KeyPair } from '#components/ui/keys/key-pair.ts'
import { download } from '#components/ui/keys/make-key.ts'
import { called } from '#components/ui/page/called.ts'
import layout from '#components/ui/page/page.module.css'
import type { ConnectMe, OwnApp } from '#lib/api/connect.ts'
import adminClasses from '../admin/admin.module.css'
import { CodeText } from '../tools/code-text.tsx'
import classes from './connect.module.css'
import { seenQuery, useChange } from './connect-queries.ts'
import { guideTexts } from './guide-texts.ts'
import { KINDS, kindOf } from './kinds.ts'
import { LaunchIt } from './launch-it.tsx'
import { NotRunning } from './not-running.tsx'
import { OwnAppForm } from './own-app-form.tsx'
import { SampleCode } from './sample-code.tsx'
import { connectTexts } from './texts.ts'
import { useOpening } from './use-opening.ts'
import { type Earlier, useWatch, Watch } from './watch.tsx'

interface GuideProps {
  readonly app: OwnApp
  /** The pair that was made on this page, if any. */
  readonly pair: KeyPair | undefined
  readonly fhirBase: string
  readonly registersAs: ConnectMe['registersAs']
  readonly keep: (app: OwnApp, pair: KeyPair | undefined) => void
  /** True to move a person who asked for it here: on a phone it is below the list of apps. */
  readonly isAsked: boolean
}

export function Guide({ app, pair, fhirBase, registersAs, keep, isAsked }: GuideProps) {
  const texts = useTexts(guideTexts)
  const [leaving, setLeaving] = useState(false)
  const seen = useWatch(app, !leaving)
  const [earlier, setEarlier] = useState<Earlier>([])
  const kind = kindOf(app)
  const { envFile, env: envOf, opensTask } = KINDS[kind]
  const { opening, lacks, isLoading, makesTask, hasOwnTasks } = useOpening(opensTask)
  const env = envOf(app, pair?.kid, fhirBase, opening)
  const said = texts.of[kind]
  const Launch = LAUNCHES[kind]
  return (
    <div className={classes.columns}>
      <div className={`${layout.page} ${classes.steps}`}>
        <Step id="key" title={texts.steps.key} isAsked={isAsked}>
          <Key app={app} pair={pair} />
        </Step>
        <Step id="env" title={texts.steps.env}>
          <p className={layout.hint}>{said.env}</p>
          {hasOwnTasks && <FollowOwnTasks />}
          {lacks && (
            <p>
              {lacks === 'person' ? texts.noPersonOfOwn : texts.noTaskOfOwn}{' '}
              {!(lacks === 'task' && makesTask) && <a href="/portal">{texts.toPortal}</a>}
            </p>
          )}
          {lacks === 'task' && makesTask && <FreshTask />}
          <CodeText label={envFile} text={env} wrap />
          <div>
            <Button variant="default" disabled={isLoading} onClick={() => download(env, envFile)}>
              {texts.download(envFile)}
            </Button>
          </div>
        </Step>
        <Step id="code" title={texts.steps.code}>
          <SampleCode kind={kind} env={isLoading ? undefined : env} pair={pair} />
        </Step>
        <Step id="launch" title={said.launch}>
          {kind === 'module' && <NotRunning app={app} />}
          <Launch app={app} onLaunch={() => setEarlier(seen.data?.items ?? [])} />
        </Step>
        <ChangeApp app={app} keep={keep} onLeaving={setLeaving} />
      </div>
      <Watch app={app} seen={seen} earlier={earlier} registersAs={registersAs} />
    </div>
  )
}

/** The settings name an open task, also after the one that they named is completed. */
function FollowOwnTasks() {
  useTaskNews(undefined)
  return null
}

/** A portal launches by itself. */
function PortalLaunches() {
  return <p>{useTexts(guideTexts).openIt}</p>
}

const LAUNCHES = { module: LaunchIt, platform: PortalLaunches } as const

interface StepProps {
  readonly id: string
  readonly title: string
  readonly isAsked?: boolean
  readonly children: React.ReactNode
}

function Step({ id, title, isAsked = false, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isAsked) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [isAsked])
  return (
    <section className={layout.card} aria-labelledby={`step-${id}`}>
      <h2 id={`step-${id}`} className={classes.step} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}

function Key({ app: { clientId, jwks, jwksUrl }, pair }: Pick<GuideProps, 'app' | 'pair'>) {
  const texts = useTexts(guideTexts)
  const { jwksUrl: urlLabel } = useTexts(connectTexts)
  return (
    <>
      <p>
        {texts.clientId}: <CopyText value={clientId} label={texts.clientId} />
      </p>
      {pair && (
        <>
          <p role="status">{texts.keySave}</p>
          <div>
            <Button onClick={() => download(pair.privatePem, 'private.pem')}>{texts.downloadKey}</Button>
          </div>
        </>
      )}
      {!pair && jwksUrl && (
        <p>
          {texts.keyAt} <CopyText value={jwksUrl} label={urlLabel} />
        </p>
      )}
      {!pair && jwks && (
        <>
          <p>{texts.keyElsewhere}</p>
          <ul className={formClasses.list}>
            {jwks.keys.map(({ kid, kty, alg }) => (
              <li key={kid}>
                <span className={adminClasses.kid}>{kid}</span> {kty} {alg}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface ChangeAppProps extends Pick<GuideProps, 'app' | 'keep'> {
  /** Called with true while the app is being removed: nothing more is asked about it, unless that fails. */
  readonly onLeaving: (leaving: boolean) => void
}

function ChangeApp({ app, keep, onLeaving }: ChangeAppProps) {
  const texts = useTexts(guideTexts)
  const [open, setOpen] = useState(false)
  const change = useChange<OwnApp>()
  const remove = useChange()
  const client = useQueryClient()
  const removeNow = () => {
    onLeaving(true)
    client.cancelQueries(seenQuery(app.clientId))
    remove.mutateAsync({ path: `apps/${app.clientId}/remove`, body: {} }).then(
      () => forget(app.clientId),
      () => onLeaving(false),
    )
  }
  return (
    <section className={layout.section} aria-label={texts.edit}>
      {!open && (
        <div className={layout.actions}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.edit}
          </Button>
          <AskButton
            size="sm"
            question={{
              title: texts.removeSure(called(app.name, app.clientId)),
              children: <p>{texts.removeText}</p>,
              confirm: texts.removeYes,
              dangerous: true,
            }}
            onSure={removeNow}
          >
            {texts.remove}
          </AskButton>
        </div>
      )}
      {open && (
        <OwnAppForm
          app={app}
          busy={change.isPending}
          cancel={() => setOpen(false)}
          submit={(body, pair) =>
            change.mutate(
              { method: 'PUT', path: `apps/${app.clientId}`, body },
              {
                onSuccess: (changed) => {
                  setOpen(false)
                  keep(changed, pair)
                },
              },
            )
          }
        />
      )}
      <Outcome error={change.error} done={change.data && texts.saved(called(change.data.name, app.clientId))} />
      <Outcome error={remove.error} />
    </section>
  )
}

/** Removes a deleted app from the address, unless another one is shown by now. */
function forget(clientId: string): void {
  const shown = new URLSearchParams(window.location.search).get('app')
  if (shown === clientId) replaceQuery(queryWith('app', undefined))
}
