// The list of Subscriptions.
import type { Metadata } from 'next'
import { requestLanguage } from '#components/shell/request-language.ts'
import { SubscriptionsPage } from '#components/subscriptions/subscription-list.tsx'
import { subscriptionTexts } from '#components/subscriptions/texts.ts'
import { domainFacts } from '#server/next/pages.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: subscriptionTexts[await requestLanguage()].title,
})

export default async function Page() {
  return <SubscriptionsPage demoHook={(await domainFacts()).demoHook} />
}
