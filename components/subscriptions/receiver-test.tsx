// A test of a receiver, and what came back: the status, how long it took, and what to do.
'use client'

import { Button } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import layout from '#components/ui/page/page.module.css'
import { Moment } from '#components/ui/time/moment.tsx'
import type { SubscriptionTest } from '#lib/api/subscriptions.ts'
import { answerText, Headers } from './attempt-words.tsx'
import { newTexts } from './new-texts.ts'
import classes from './subscriptions.module.css'
import { subscriptionTexts } from './texts.ts'

/** Sends one test with each press. */
export function TestButton({
  change,
  send,
}: {
  readonly change: Pick<UseMutationResult, 'isPending'>
  readonly send: () => void
}) {
  const texts = useTexts(newTexts)
  return (
    <Button size="compact-sm" variant="default" loading={change.isPending} onClick={send}>
      {texts.test}
    </Button>
  )
}

export function TestAnswer({ test }: { readonly test: SubscriptionTest }) {
  const texts = useTexts(newTexts)
  const answers = useTexts(subscriptionTexts)
  const { outcome, at } = test
  const isGood = outcome === 'delivered'
  return (
    <section className={layout.section} aria-labelledby="test">
      <h2 id="test">{texts.testTitle}</h2>
      <p className={layout.hint}>{texts.testHint}</p>
      <dl className={classes.facts}>
        <Fact label={texts.sentAt}>
          <Moment at={at} seconds />
        </Fact>
        <Fact label={texts.cameBack}>
          <span className={isGood ? classes.good : layout.bad}>{answerText(answers, test)}</span>
        </Fact>
        <Fact label={texts.whatToDo}>{cureOf(texts.cures, outcome)}</Fact>
      </dl>
      <Headers attempt={test} />
    </section>
  )
}

/** Of a status without a sentence of its own, that of its class. */
const cureOf = (cures: Readonly<Record<string, string>>, outcome: string): string | undefined =>
  cures[outcome] ?? cures[outcome.replace(/^(http-\d)\d+$/, '$1xx')]
