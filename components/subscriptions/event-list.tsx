// The latest events of a Subscription, each as a ladder: written, matched, and every delivery attempt with its answer.
'use client'

import { Badge } from '@mantine/core'
import { useSearchParams } from 'next/navigation'
import { useRef, useState } from 'react'
import { queryWith, replaceQuery } from '#components/ui/address/use-address.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { ReceivedNotification } from '#lib/api/receiver.ts'
import type { SubscriptionAttemptItem, SubscriptionDetail, SubscriptionEventItem } from '#lib/api/subscriptions.ts'
import { OptionalMoment } from './facts.tsx'
import { Ladder } from './ladder.tsx'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

interface EventListProps {
  readonly item: SubscriptionDetail
  /** The notifications at the receiver, if known. */
  readonly received: readonly ReceivedNotification[]
}

export function EventList({ item, received }: EventListProps) {
  const texts = useTexts(subscriptionTexts)
  const handshake = item.tries.filter(({ number }) => number === 0)
  return (
    <section className={layout.section} aria-labelledby="events">
      <h2 id="events">{texts.events}</h2>
      <p className={layout.hint}>{texts.eventsText}</p>
      {item.events.length === 0 && <p>{texts.noEvents}</p>}
      <ol className={classes.list}>
        {item.events.map((event, index) => (
          <Event
            key={event.number}
            event={event}
            tries={item.tries.filter(({ first, number }) => first <= event.number && event.number <= number)}
            received={received}
            nextTry={event.waiting ? item.nextTry : null}
            isFirst={index === 0}
          />
        ))}
        {handshake.length > 0 && (
          <Event
            event={undefined}
            tries={handshake}
            received={received}
            nextTry={item.status === 'requested' ? item.nextTry : null}
            isFirst={item.events.length === 0}
          />
        )}
      </ol>
    </section>
  )
}

interface EventProps {
  /** Undefined for the handshake. */
  readonly event: SubscriptionEventItem | undefined
  /** Newest first. */
  readonly tries: readonly SubscriptionAttemptItem[]
  readonly received: readonly ReceivedNotification[]
  readonly nextTry: string | null
  readonly isFirst: boolean
}

type Progress = 'delivered' | 'waits' | 'failing' | 'dropped'
const COLOURS: Readonly<Record<Progress, string>> = {
  delivered: 'teal',
  waits: 'gray',
  failing: 'red',
  dropped: 'red',
}

function progressOf({ event, tries }: Pick<EventProps, 'event' | 'tries'>): Progress {
  const [latest] = tries
  if (latest?.outcome === 'delivered') return 'delivered'
  if (event && !event.waiting) return 'dropped'
  return latest ? 'failing' : 'waits'
}

function Event({ event, tries, received, nextTry, isFirst }: EventProps) {
  const texts = useTexts(subscriptionTexts)
  const number = String(event?.number ?? 0)
  const eventParam = useSearchParams().get('event')
  // One that a newer event follows stays as the person has it.
  const [opened] = useState(eventParam === null ? isFirst : eventParam === number)
  const isOpen = useRef(opened) // A row that is rendered open also fires the event.
  const progress = progressOf({ event, tries })
  const at = event?.at ?? tries.at(-1)?.at ?? null
  return (
    <li className={classes.event}>
      <details
        open={opened}
        onToggle={({ currentTarget: { open } }) => {
          if (open !== isOpen.current) keepOpened(number, open)
          isOpen.current = open
        }}
      >
        <summary>
          <span className={classes.eventName}>{event ? texts.event(event.number) : texts.handshake}</span>
          <Badge component="span" color={COLOURS[progress]}>
            {texts[progress]}
          </Badge>
          <span className={layout.quiet}>
            <OptionalMoment at={at} />
          </span>
        </summary>
        <Ladder event={event} tries={tries} received={received} nextTry={nextTry} />
      </details>
    </li>
  )
}

/** The event that was opened last is in the address; 0 is the handshake. */
function keepOpened(number: string, opens: boolean): void {
  const openEvent = new URLSearchParams(window.location.search).get('event')
  if (opens) replaceQuery(queryWith('event', number))
  else if (openEvent === number) replaceQuery(queryWith('event', undefined))
}
