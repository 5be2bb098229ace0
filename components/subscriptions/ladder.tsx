// The course of one event, step by step: written, matched, sent, answered.
'use client'

import { IconShieldCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import layout from '#components/ui/page/page.module.css'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import { Moment, SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { ReceivedNotification } from '#lib/api/receiver.ts'
import type { SubscriptionAttemptItem, SubscriptionEventItem } from '#lib/api/subscriptions.ts'
import { answerText, Headers } from './attempt-words.tsx'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

interface LadderProps {
  /** Undefined for the handshake. */
  readonly event: SubscriptionEventItem | undefined
  /** Newest first. */
  readonly tries: readonly SubscriptionAttemptItem[]
  readonly received: readonly ReceivedNotification[]
  readonly nextTry: string | null
}

export function Ladder({ event, tries, received, nextTry }: LadderProps) {
  const texts = useTexts(subscriptionTexts)
  return (
    <ol className={classes.ladder}>
      {event ? (
        <Matched event={event} />
      ) : (
        <Rung name={texts.asked}>
          <p>{texts.askedText}</p>
        </Rung>
      )}
      {tries.toReversed().map((attempt) => (
        <Try
          key={attempt.requestId}
          attempt={attempt}
          received={received.find(({ requestId }) => requestId === attempt.requestId)}
        />
      ))}
      {nextTry !== null && (
        <li data-state="waits">
          <p>
            <SentenceWithMoments sentence={texts.nextTryAt} at={[nextTry]} seconds />
          </p>
        </li>
      )}
    </ol>
  )
}

interface RungProps {
  readonly name: string
  /** RFC 3339. */
  readonly at?: string
  readonly state?: 'good' | 'bad'
  readonly children: ReactNode
}

const Rung = ({ name, at, state, children }: RungProps) => (
  <li data-state={state}>
    <p>
      <strong>{name}</strong> {at !== undefined && <Moment at={at} seconds />}
    </p>
    {children}
  </li>
)

function Matched({ event }: { readonly event: SubscriptionEventItem }) {
  const texts = useTexts(subscriptionTexts)
  const seesTraces = consolePlaceOf(useAccount()) === 'console'
  return (
    <>
      <Rung name={texts.written}>
        <p>{texts.writtenText}</p>
        <dl className={classes.facts}>
          <Fact label="X-Request-Id">
            <CopyText value={event.requestId} label="X-Request-Id" />
          </Fact>
          {event.traceId !== null && (
            <Fact label="X-Trace-Id">
              <CopyText
                value={event.traceId}
                label="X-Trace-Id"
                {...(seesTraces && event.trace !== null ? { href: `/traces/${encodeURIComponent(event.trace)}` } : {})}
              />
            </Fact>
          )}
        </dl>
      </Rung>
      <Rung name={texts.matched} at={event.at}>
        <p>{texts.matchedText}</p>
      </Rung>
    </>
  )
}

interface TryProps {
  readonly attempt: SubscriptionAttemptItem
  readonly received: ReceivedNotification | undefined
}

function Try({ attempt, received }: TryProps) {
  const texts = useTexts(subscriptionTexts)
  const { first, number, at, ms, outcome } = attempt
  if (NOT_SENT.includes(outcome))
    return (
      <Rung name={texts.dropped} at={at} state="bad">
        <p>{texts.failures[outcome]}</p>
      </Rung>
    )
  const answeredAt = new Date(Date.parse(at) + ms).toISOString()
  return (
    <>
      <Rung name={texts.sentTry(attempt.attempt)} at={at}>
        {first < number && <p>{texts.sentRange(first, number)}</p>}
        <Headers attempt={attempt} />
      </Rung>
      <Rung
        name={isAnswered(outcome) ? texts.answered : texts.notAnswered}
        at={answeredAt}
        state={outcome === 'delivered' ? 'good' : 'bad'}
      >
        <p>{answerText(texts, attempt)}</p>
        {received && (
          <p className={classes.good}>
            <IconShieldCheck size={16} aria-hidden /> {texts.signatureGood(received.signature.kid)}
          </p>
        )}
        {!received && isHeard(outcome) && <p className={layout.hint}>{texts.signatureSent}</p>}
      </Rung>
    </>
  )
}

/** Outcomes of attempts that were not sent. */
const NOT_SENT: readonly string[] = ['no-permission', 'address-refused']
/** The receiver had all of it. */
const isHeard = (outcome: string): boolean => outcome === 'delivered' || outcome.startsWith('http-')
const isAnswered = (outcome: string): boolean => isHeard(outcome) || outcome === 'answer-too-long'
