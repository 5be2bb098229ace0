// The apps of a developer, the form for another one, and the guide of the one that is chosen.
'use client'

import { Alert, Badge, Button, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { lazy, useState } from 'react'
import { queryOf } from '#components/ui/address/query.ts'
import { replaceQuery, showQuery } from '#components/ui/address/use-address.ts'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { LaterPart } from '#components/ui/http/later-part.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { KeyPair } from '#components/ui/keys/key-pair.ts'
import { called } from '#components/ui/page/called.ts'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import type { ConnectMe, NewOwnAppForm, OwnApp } from '#lib/api/connect.ts'
import adminClasses from '../admin/admin.module.css'
import classes from './connect.module.css'
import { appsQuery, useChange } from './connect-queries.ts'
import { connectTexts } from './texts.ts'

/** Not before there is an app. */
const Guide = lazy(() => import('./guide.tsx').then((guide) => ({ default: guide.Guide })))

/** Where it is shown: a visitor, and who has an app, need none of it. */
const OwnAppForm = lazy(() => import('./own-app-form.tsx').then((form) => ({ default: form.OwnAppForm })))

/** In the address in place of a client_id: the form for another app. */
const NEW = 'new'

interface WorkbenchProps {
  readonly me: ConnectMe
  readonly fhirBase: string
}

export function Workbench({ me, fhirBase }: WorkbenchProps) {
  const texts = useTexts(connectTexts)
  const apps = useQuery(appsQuery)
  const chosen = useSearchParams().get('app')
  /** Private halves that were made on this page, by client_id: they are nowhere else. */
  const [pairs, setPairs] = useState<Readonly<Record<string, KeyPair>>>({})
  /** The client_id of the app that was chosen or registered on this page; the person is moved to its guide. */
  const [asked, setAsked] = useState<string>()
  if (!apps.data) return <Unloaded query={apps} />
  const { items } = apps.data
  // A newly registered app may be missing from a list that could not be loaded again.
  const isGone =
    !apps.isError && chosen !== null && chosen !== NEW && !items.some(({ clientId }) => clientId === chosen)
  const current = chosen === NEW ? undefined : (items.find(({ clientId }) => clientId === chosen) ?? items[0])
  const keep = (app: OwnApp, pair: KeyPair | undefined) => {
    if (pair) setPairs((last) => ({ ...last, [app.clientId]: pair }))
    setAsked(app.clientId)
    replaceQuery(queryOf({ app: app.clientId }))
  }
  const pending = me.registersAs === 'pending' && <p className={layout.hint}>{texts.pendingText}</p>
  const troubles = (
    <>
      <RefetchFailed query={apps} />
      {isGone && (
        <Alert color="orange" variant="light" title={texts.gone}>
          {texts.goneText(current && called(current.name, current.clientId))}
        </Alert>
      )}
    </>
  )
  if (items.length === 0)
    return (
      <>
        {troubles}
        <div className={classes.columns}>
          <NewApp keep={keep} />
          <section className={`${layout.card} ${classes.watch}`} aria-labelledby="own-apps">
            <h2 id="own-apps">{texts.apps}</h2>
            <p>{texts.noApps}</p>
            <ol className={classes.wayOn}>
              {texts.wayOn.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {pending}
          </section>
        </div>
      </>
    )
  return (
    <>
      <section className={layout.section} aria-labelledby="own-apps">
        <div className={layout.head}>
          <h2 id="own-apps">{texts.apps}</h2>
          {items.length < me.most && (
            <Button variant="default" onClick={() => showQuery(queryOf({ app: NEW }))}>
              {texts.another}
            </Button>
          )}
        </div>
        {troubles}
        <ul className={classes.apps}>
          {items.map((app) => (
            <AppLine
              key={app.clientId}
              app={app}
              chosen={app === current}
              choose={() => {
                setAsked(app.clientId)
                showQuery(queryOf({ app: app.clientId }))
              }}
            />
          ))}
        </ul>
        {pending}
        <p className={layout.hint}>{items.length >= me.most ? texts.full(me.most) : texts.limit(me.most)}</p>
        <p>
          <a href="/subscriptions">{texts.notifications}</a>
        </p>
      </section>
      {current ? (
        <LaterPart fallback={<LoadingPage />}>
          <Guide
            key={current.clientId}
            app={current}
            pair={pairs[current.clientId]}
            fhirBase={fhirBase}
            registersAs={me.registersAs}
            keep={keep}
            isAsked={current.clientId === asked}
          />
        </LaterPart>
      ) : (
        <NewApp keep={keep} />
      )}
    </>
  )
}

interface AppLineProps {
  readonly app: OwnApp
  readonly chosen: boolean
  readonly choose: () => void
}

function AppLine({ app, chosen, choose }: AppLineProps) {
  const texts = useTexts(connectTexts)
  return (
    <li className={classes.app} data-chosen={chosen}>
      <UnstyledButton
        c="var(--mantine-color-anchor)"
        fw={600}
        py={4}
        onClick={choose}
        aria-label={texts.open(called(app.name, app.clientId))}
        aria-current={chosen}
      >
        {app.name}
      </UnstyledButton>
      <code className={adminClasses.kid}>{app.clientId}</code>
      <Badge color={app.status === 'approved' ? 'teal' : 'orange'}>{texts.statuses[app.status]}</Badge>
    </li>
  )
}

function NewApp({ keep }: { readonly keep: (app: OwnApp, pair: KeyPair | undefined) => void }) {
  const texts = useTexts(connectTexts)
  const change = useChange<OwnApp>()
  // The list may show the app, and remove this form, before the form's own answer arrives: the private half of the key
  // exists nowhere else.
  const register = (body: NewOwnAppForm, pair: KeyPair | undefined) =>
    change.mutateAsync({ path: 'apps', body }).then(
      (app) => keep(app, pair),
      () => undefined, // The failure is shown below.
    )
  return (
    <section className={layout.section} aria-labelledby="new-app">
      <h2 id="new-app">{texts.newApp}</h2>
      <LaterPart fallback={<LoadingPage />}>
        <OwnAppForm busy={change.isPending} submit={register} />
      </LaterPart>
      <Outcome error={change.error} />
    </section>
  )
}
