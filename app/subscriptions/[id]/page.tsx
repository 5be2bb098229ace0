// One Subscription.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { requestLanguage } from '#components/shell/request-language.ts'
import { SubscriptionPage } from '#components/subscriptions/subscription-page.tsx'
import { nameOf, subscriptionPath, subscriptionQuery } from '#components/subscriptions/subscription-queries.ts'
import { subscriptionTexts } from '#components/subscriptions/texts.ts'
import type { SubscriptionDetail } from '#lib/api/subscriptions.ts'
import { domainFacts, pageQueries } from '#server/next/pages.ts'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

const idOf = async ({ params }: PageProps): Promise<string> => decodeURIComponent((await params).id)

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { title } = subscriptionTexts[await requestLanguage()]
  const id = await idOf(props)
  const { fetchQuery } = pageQueries(await headers())
  const item = await fetchQuery<SubscriptionDetail>(subscriptionQuery(id), subscriptionPath(id))
  return { title: item ? `${nameOf(item)} · ${title}` : title }
}

export default async function Page(props: PageProps) {
  return <SubscriptionPage id={await idOf(props)} demoHook={(await domainFacts()).demoHook} />
}
