// The demo app's receiver: its notifications, live; buttons that break and repair it; and the code of such a receiver.
'use client'

import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CodeText } from '#components/tools/code-text.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import { Moment, SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { DemoReceiver, ReceivedNotification } from '#lib/api/receiver.ts'
import { receiverSample } from './receiver-sample.ts'
import { BY_RECEIVER, receiverQuery } from './subscription-queries.ts'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

/** Rows of the log: enough for a notification that was tried for a minute. */
const MOST_SHOWN = 12

export function DemoReceiverPart() {
  const texts = useTexts(subscriptionTexts)
  const receiver = useQuery(receiverQuery)
  return (
    <section className={layout.card} aria-labelledby="receiver">
      <h2 id="receiver">{texts.receiver}</h2>
      <p className={layout.hint}>{texts.receiverText}</p>
      {receiver.data && <Shown receiver={receiver.data} />}
      {receiver.error && !receiver.data && <LoadFailed error={receiver.error} retry={() => receiver.refetch()} />}
    </section>
  )
}

function Shown({ receiver }: { readonly receiver: DemoReceiver }) {
  const texts = useTexts(subscriptionTexts)
  const { items, refused } = receiver
  return (
    <>
      <BreakAndMend receiver={receiver} />
      <h3 className={classes.log}>{texts.log}</h3>
      {items.length === 0 ? <p>{texts.nothingArrived}</p> : <Log items={items} />}
      {refused && (
        <p className={layout.hint}>
          {texts.refused(refused.count, refused.reason)} <Moment at={refused.at} seconds />
        </p>
      )}
      <details>
        <summary>{texts.sample}</summary>
        <CodeText label={texts.sampleLabel} text={receiverSample(receiver)} />
      </details>
    </>
  )
}

function BreakAndMend({ receiver: { brokenUntil } }: { readonly receiver: DemoReceiver }) {
  const texts = useTexts(subscriptionTexts)
  const change = useChangeAt<DemoReceiver>(BY_RECEIVER)
  const broken = brokenUntil !== null
  return (
    <>
      <p role="status" className={broken ? layout.bad : classes.good}>
        {broken ? <SentenceWithMoments sentence={texts.broken} at={[brokenUntil]} seconds /> : texts.works}
      </p>
      <div className={layout.actions}>
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ path: 'hook', body: { broken: !broken } })}
        >
          {broken ? texts.mendIt : texts.breakIt}
        </Button>
        <a href="/portal">{texts.toPortal}</a>
      </div>
      <p className={layout.hint}>{texts.breakHint}</p>
      <Outcome error={change.error} />
    </>
  )
}

function Log({ items }: { readonly items: readonly ReceivedNotification[] }) {
  const texts = useTexts(subscriptionTexts)
  return (
    <ScrollingTable label={texts.log} heads={[texts.at, texts.number, texts.attempt, texts.answer, texts.signature]}>
      {items.slice(0, MOST_SHOWN).map(({ requestId, at, number, first, attempt, status }) => (
        <Row key={requestId}>
          <RowHead>
            <Moment at={at} seconds />
          </RowHead>
          <Cell>{number === 0 ? texts.handshakeOrTest : first === null ? number : `${first}–${number}`}</Cell>
          <Cell>{attempt}</Cell>
          <Cell className={status < 300 ? classes.good : layout.bad}>{status}</Cell>
          <Cell>
            <span className={classes.good}>
              <IconCheck size={14} aria-hidden /> {texts.checks}
            </span>
          </Cell>
        </Row>
      ))}
    </ScrollingTable>
  )
}
