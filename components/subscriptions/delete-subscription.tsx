// Deletes a Subscription, after a question. It is a record: the back end of Browse does it, for administrators.
'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { answerOf } from '#components/browse/browse-queries.ts'
import { changePath } from '#components/browse/fhir-urls.ts'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { HttpError, ofThisPage } from '#components/ui/http/get-json.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { SubscriptionDetail } from '#lib/api/subscriptions.ts'
import { nameOf } from './subscription-queries.ts'
import { subscriptionTexts } from './texts.ts'

export function DeleteSubscription({ item }: { readonly item: SubscriptionDetail }) {
  const texts = useTexts(subscriptionTexts)
  const router = useRouter()
  const remove = useMutation({
    mutationFn: () => deleteNow(`Subscription/${item.id}`),
    onSuccess: () => router.push('/subscriptions'),
  })
  const question = {
    title: texts.deleteTitle(nameOf(item)),
    children: <p>{texts.deleteText(item.appName)}</p>,
    confirm: texts.deleteYes,
    dangerous: true,
  }
  return (
    <div>
      <AskButton question={question} onSure={() => remove.mutate()}>
        {texts.delete}
      </AskButton>
      <Outcome error={remove.error} />
    </div>
  )
}

/** In the version that there is: the domain itself writes its status, and that is nothing to be asked about. */
async function deleteNow(record: string): Promise<void> {
  const path = `/browse/api/fhir?${new URLSearchParams({ path: record })}`
  const { version } = await answerOf(await fetch(path, { headers: ofThisPage() }))
  const answer = await fetch(changePath(record), {
    method: 'DELETE',
    headers: { 'if-match': `W/"${version}"`, ...ofThisPage() },
  })
  if (!answer.ok) throw new HttpError(answer.status, undefined)
}
