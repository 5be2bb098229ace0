// One Subscription.
import { titled } from '#components/shell/page-title.ts'
import { SubscriptionPage } from '#components/subscriptions/subscription-page.tsx'
import { subscriptionTexts } from '#components/subscriptions/texts.ts'
import { domainFacts } from '#server/next/pages.ts'

export const generateMetadata = titled(subscriptionTexts, ({ title }) => title)

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  return <SubscriptionPage id={decodeURIComponent((await params).id)} demoHook={(await domainFacts()).demoHook} />
}
