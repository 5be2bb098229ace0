// One Subscription.
import type { Metadata } from 'next'
import { requestLanguage } from '#components/shell/request-language.ts'
import { SubscriptionPage } from '#components/subscriptions/subscription-page.tsx'
import { subscriptionTexts } from '#components/subscriptions/texts.ts'
import { domainFacts } from '#server/next/pages.ts'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: subscriptionTexts[await requestLanguage()].title,
})

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  return <SubscriptionPage id={decodeURIComponent((await params).id)} demoHook={(await domainFacts()).demoHook} />
}
