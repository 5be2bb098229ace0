// Deletes a Subscription, after a question. Of its developers, the role of the app decides; administrators delete it as any other record,
// by the back end of Browse.
'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { answerOf } from '#components/browse/browse-queries.ts'
import { changePath } from '#components/browse/fhir-urls.ts'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { HttpError, ofThisPage } from '#components/ui/http/get-json.ts'
import { sendJson } from '#components/ui/http/send-json.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { consolePlaceOf, useAccount } from '#components/ui/session/account-context.tsx'
import type { SubscriptionDetail } from '#lib/api/subscriptions.ts'
import { BY_SUBSCRIPTIONS, nameOf } from './subscription-queries.ts'
import { subscriptionTexts } from './texts.ts'

export function DeleteSubscription({ item }: { readonly item: SubscriptionDetail }) {
  const texts = useTexts(subscriptionTexts)
  const router = useRouter()
  const isAdmin = consolePlaceOf(useAccount()) === 'console'
  const remove = useMutation({
    mutationFn: () =>
      isAdmin
        ? deleteNow(`Subscription/${item.id}`)
        : sendJson<unknown>('POST', `${BY_SUBSCRIPTIONS.api}/${encodeURIComponent(item.id)}/delete`, {}),
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
      <AskButton removes question={question} onSure={() => remove.mutate()}>
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
