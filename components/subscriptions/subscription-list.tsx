// The list of Subscriptions, each with how far it is; below it the receiver of the demo app.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSignedOut } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Live } from '#components/ui/live/live.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import { DemoAccess } from '#components/ui/session/demo-access.tsx'
import type { DemoLogin } from '#components/ui/session/demo-logins.tsx'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { DemoReceiverPart } from './demo-receiver.tsx'
import { AppId, Progress } from './facts.tsx'
import { NewSubscriptionPart } from './new-subscription.tsx'
import { newTexts } from './new-texts.ts'
import { State } from './state.tsx'
import { listQuery, nameOf } from './subscription-queries.ts'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

interface SubscriptionsPageProps {
  /** The demo app's notification address; undefined outside of the demo. */
  readonly demoHook: string | undefined
  /** Logins of the demo that see everything; empty outside of it. */
  readonly demoLogins: readonly DemoLogin[]
}

/** The Subscriptions that one may see, with the demo's receiver below them in a demo. */
export function SubscriptionsPage({ demoHook, demoLogins }: SubscriptionsPageProps) {
  const texts = useTexts(subscriptionTexts)
  const list = useQuery(listQuery)
  const words = useTexts(newTexts)
  const [isMaking, setMaking] = useState(false)
  if (list.isPending) return <LoadingPage />
  if (!list.data || isSignedOut(list.error))
    return list.error ? <LoadFailed error={list.error} retry={() => list.refetch()} /> : null
  const { items, hasApps } = list.data
  return (
    <>
      <div className={layout.head}>
        <div className={classes.intro}>
          <h1>{texts.title}</h1>
          <p className={layout.quiet}>
            {texts.lead} <a href="/docs/how-to/get-notified">{texts.howTo}</a>
          </p>
        </div>
        <Live connected={!list.isError} />
      </div>
      {isMaking ? (
        <NewSubscriptionPart cancel={() => setMaking(false)} />
      ) : (
        hasApps && (
          <div className={layout.actions}>
            <Button onClick={() => setMaking(true)}>{words.open}</Button>
          </div>
        )
      )}
      {items.length === 0 ? <Empty {...{ hasApps, demoLogins }} /> : <Items items={items} />}
      {items.some(({ endpoint }) => endpoint === demoHook) && <DemoReceiverPart />}
    </>
  )
}

interface EmptyProps extends Pick<SubscriptionsPageProps, 'demoLogins'> {
  readonly hasApps: boolean
}

/** What a Subscription is for, and what to do next: who has no app, such as a practitioner, looks for something else. */
function Empty({ hasApps, demoLogins }: EmptyProps) {
  const texts = useTexts(subscriptionTexts)
  const account = useAccount()
  const isVisitor = demoLogins.length > 0 && consolePlaceOf(account) !== 'console'
  return (
    <>
      <section className={layout.card} aria-labelledby="empty">
        <h2 id="empty">{hasApps ? texts.empty : texts.noApp}</h2>
        <p>{hasApps ? texts.emptyText : texts.noAppText}</p>
        <div className={layout.actions}>
          <Button component="a" href="/connect">
            {texts.connect}
          </Button>
          <Button component="a" variant="default" href="/docs/how-to/get-notified">
            {texts.howTo}
          </Button>
        </div>
        {!hasApps && consolePlaceOf(account) === undefined && (
          <p>
            {texts.lookingForTasks} <a href="/portal">{texts.toPortal}</a>
          </p>
        )}
      </section>
      {isVisitor && (
        <>
          <p>{texts.demoText}</p>
          <DemoAccess logins={demoLogins} />
        </>
      )}
    </>
  )
}

const Items = ({ items }: { readonly items: readonly SubscriptionItem[] }) => (
  <ul className={classes.list}>
    {items.map((item) => (
      <li key={item.id} className={layout.card}>
        <div className={layout.head}>
          <div>
            <h2>
              <a href={`/subscriptions/${item.id}`}>{nameOf(item)}</a>
            </h2>
            <p>
              {item.appName} <AppId item={item} /> · <code className={classes.code}>{item.criteria}</code>
            </p>
          </div>
          <State status={item.status} />
        </div>
        <Progress item={item} />
      </li>
    ))}
  </ul>
)
