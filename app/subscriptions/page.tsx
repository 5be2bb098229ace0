// The list of Subscriptions.
import { titled } from '#components/shell/page-title.ts'
import { SubscriptionsPage } from '#components/subscriptions/subscription-list.tsx'
import { subscriptionTexts } from '#components/subscriptions/texts.ts'
import { demoLoginsOf, domainFacts } from '#server/next/page-data.ts'

export const generateMetadata = titled(subscriptionTexts, ({ title }) => title)

export default async function Page() {
  const [{ demoHook }, demoLogins] = await Promise.all([domainFacts(), demoLoginsOf('admin')])
  return <SubscriptionsPage demoHook={demoHook} demoLogins={demoLogins} />
}
