// One Subscription: its progress, its actions, and the course of its latest events.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { HttpError, isSignedOut } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Live } from '#components/ui/live/live.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import { Moment, SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { SubscriptionDetail, SubscriptionTest } from '#lib/api/subscriptions.ts'
import { readSubscriptionError } from '#lib/fhir/subscription-error.ts'
import { DeleteSubscription } from './delete-subscription.tsx'
import { DemoReceiverPart } from './demo-receiver.tsx'
import { EventList } from './event-list.tsx'
import { AppId, Progress } from './facts.tsx'
import { TestAnswer, TestButton } from './receiver-test.tsx'
import { State } from './state.tsx'
import { BY_SUBSCRIPTIONS, nameOf, receiverQuery, subscriptionQuery } from './subscription-queries.ts'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

interface SubscriptionPageProps {
  readonly id: string
  /** The demo app's notification address; undefined outside of the demo. */
  readonly demoHook: string | undefined
}

export function SubscriptionPage({ id, demoHook }: SubscriptionPageProps) {
  const texts = useTexts(subscriptionTexts)
  const one = useQuery(subscriptionQuery(id))
  const isDemo = one.data !== undefined && one.data.endpoint === demoHook
  const receiver = useQuery({ ...receiverQuery, enabled: isDemo })
  if (one.isPending) return <LoadingPage />
  if (one.error instanceof HttpError && one.error.status === 404) return <Gone />
  if (!one.data || isSignedOut(one.error))
    return one.error ? <LoadFailed error={one.error} retry={() => one.refetch()} /> : null
  return (
    <>
      <p>
        <a href="/subscriptions">{texts.all}</a>
      </p>
      <Headline item={one.data} connected={!one.isError} />
      <EventList item={one.data} received={receiver.data?.items ?? []} />
      {isDemo && <DemoReceiverPart />}
    </>
  )
}

function Gone() {
  const texts = useTexts(subscriptionTexts)
  return (
    <section className={layout.card} aria-labelledby="gone">
      <h1 id="gone">{texts.gone}</h1>
      <p>{texts.goneText}</p>
      <p>
        <a href="/subscriptions">{texts.all}</a>
      </p>
    </section>
  )
}

function Headline({ item, connected }: { readonly item: SubscriptionDetail; readonly connected: boolean }) {
  const texts = useTexts(subscriptionTexts)
  const account = useAccount()
  return (
    <section className={layout.card} aria-labelledby="subscription">
      <div className={layout.head}>
        <h1 id="subscription">{nameOf(item)}</h1>
        <Live connected={connected} />
      </div>
      <p>
        <State status={item.status} /> {texts.statusText[item.status]}
      </p>
      {item.error !== null && (
        <p className={layout.bad}>
          {texts.error}: <Reason error={item.error} />
        </p>
      )}
      <Progress item={item} />
      <dl className={classes.facts}>
        <Fact label={texts.app}>
          {item.appName} <AppId item={item} />
        </Fact>
        <Fact label={texts.criteria}>
          <code className={classes.code}>{item.criteria}</code>
        </Fact>
        <Fact label={texts.endpoint}>
          <CopyText value={item.endpoint} label={texts.endpoint} />
        </Fact>
        <Fact label="Id">
          <CopyText value={`Subscription/${item.id}`} label="id" />
        </Fact>
        {item.end !== null && (
          <Fact label={texts.end}>
            <Moment at={item.end} seconds />
          </Fact>
        )}
      </dl>
      <Actions item={item} />
      <DeleteSubscription item={item} />
      {consolePlaceOf(account) === 'console' && (
        <p>
          <a href={`/browse/Subscription/${encodeURIComponent(item.id)}`}>{texts.toRecord}</a>
        </p>
      )}
    </section>
  )
}

/** In the page's language, unless the text comes from elsewhere. */
function Reason({ error }: { readonly error: string }) {
  const texts = useTexts(subscriptionTexts)
  const read = readSubscriptionError(error)
  if (!read) return <span lang="en">{error}</span>
  const { failure, cause, value = '' } = read
  return (
    <>
      <code className={classes.code}>{failure}</code>:{' '}
      {cause === 'since' ? (
        <SentenceWithMoments sentence={texts.errors.since} at={[value]} />
      ) : (
        texts.errors[cause](value)
      )}
    </>
  )
}

/** Retries waiting notifications at once, or switches the Subscription off. */
function Actions({ item }: { readonly item: SubscriptionDetail }) {
  const texts = useTexts(subscriptionTexts)
  const change = useChangeAt<SubscriptionDetail>(BY_SUBSCRIPTIONS)
  const test = useChangeAt<SubscriptionTest>(BY_SUBSCRIPTIONS)
  const [done, setDone] = useState<string>()
  const run = (action: 'send' | 'stop', said: string) => {
    setDone(undefined)
    const path = `${encodeURIComponent(item.id)}/${action}`
    change.mutate({ path, body: {} }, { onSuccess: () => setDone(said) })
  }
  const sendTest = () => test.mutate({ path: `${encodeURIComponent(item.id)}/test`, body: {} })
  if (item.status === 'off') return <Outcome error={change.error} done={done} />
  return (
    <>
      <div className={layout.actions}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={item.nextTry === null}
          loading={change.isPending}
          onClick={() => run('send', texts.sent)}
        >
          {texts.sendAgain}
        </Button>
        <TestButton change={test} send={sendTest} />
        <AskButton
          question={{
            title: texts.stopTitle(nameOf(item)),
            children: <p>{texts.stopText(item.appName, item.waiting)}</p>,
            confirm: texts.stopYes,
            dangerous: true,
          }}
          onSure={() => run('stop', texts.stopped)}
        >
          {texts.stop}
        </AskButton>
        {item.nextTry === null && <span className={layout.hint}>{texts.nothingWaits}</span>}
      </div>
      <Outcome error={change.error ?? test.error} done={done} />
      {test.data && <TestAnswer test={test.data} />}
    </>
  )
}
