// One record.
import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { answerOf, browseSessionQuery, shownQuery } from '#components/browse/browse-queries.ts'
import { firstUrls, shownPath } from '#components/browse/fhir-urls.ts'
import { RecordPage } from '#components/browse/record-page.tsx'
import type { BrowseSession } from '#lib/api/browse.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { domainFacts, pageQueries } from '#server/next/page-data.ts'

interface PageProps {
  readonly params: Promise<{ readonly type: string; readonly id: string }>
  readonly searchParams: Promise<{ readonly tab?: string | string[] }>
}

async function recordOf({ params }: Pick<PageProps, 'params'>) {
  const { type, id } = await params
  return parseReference(`${type}/${id}`) ? { type, id } : notFound()
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { type, id } = await recordOf(props)
  return { title: `${type}/${id}` }
}

export default async function Page({ params, searchParams }: PageProps) {
  const { type, id } = await recordOf({ params })
  const { tab } = await searchParams
  const { fhirBase } = await domainFacts()
  const from = await headers()
  const session = await pageQueries(from).fetchQuery<BrowseSession>(browseSessionQuery, '/browse/api/session')
  const queries = pageQueries(from)
  // The page is shown at once, and each of its parts when its answer is there.
  if (session?.access === 'open')
    for (const url of firstUrls(fhirBase, type, id, `${tab}`))
      queries.read(shownQuery(url).queryKey, shownPath(url), answerOf)
  return (
    <HydrationBoundary state={queries.state()}>
      <RecordPage key={`${type}/${id}`} type={type} id={id} />
    </HydrationBoundary>
  )
}
