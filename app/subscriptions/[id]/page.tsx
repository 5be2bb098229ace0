// One Subscription.
import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { requestLanguage } from '#components/shell/request-language.ts'
import { SubscriptionPage } from '#components/subscriptions/subscription-page.tsx'
import { nameOf, subscriptionPath, subscriptionQuery } from '#components/subscriptions/subscription-queries.ts'
import { subscriptionTexts } from '#components/subscriptions/texts.ts'
import type { SubscriptionDetail } from '#lib/api/subscriptions.ts'
import { domainFacts, pageQueries } from '#server/next/page-data.ts'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

const idOf = async ({ params }: PageProps): Promise<string> => decodeURIComponent((await params).id)

/** Read once for the title and the page, whose script begins with it. */
const read = cache(async (id: string) => {
  const queries = pageQueries(await headers())
  const item = await queries.fetchQuery<SubscriptionDetail>(subscriptionQuery(id), subscriptionPath(id))
  return { item, state: queries.state() }
})

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { title } = subscriptionTexts[await requestLanguage()]
  const { item } = await read(await idOf(props))
  return { title: item ? `${nameOf(item)} · ${title}` : title }
}

export default async function Page(props: PageProps) {
  const id = await idOf(props)
  const { state } = await read(id)
  return (
    <HydrationBoundary state={state}>
      <SubscriptionPage id={id} demoHook={(await domainFacts()).demoHook} />
    </HydrationBoundary>
  )
}
