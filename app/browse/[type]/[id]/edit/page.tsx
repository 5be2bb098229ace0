// Editing one record.
import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { answerOf, browseSessionQuery, fhirQuery } from '#components/browse/browse-queries.ts'
import { fhirPath, recordUrl } from '#components/browse/fhir-urls.ts'
import { EditPage } from '#components/edit/edit-page.tsx'
import { editTexts } from '#components/edit/texts.ts'
import { requestLanguage } from '#components/shell/request-language.ts'
import type { BrowseSession } from '#lib/api/browse.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { domainFacts, pageQueries } from '#server/next/page-data.ts'

interface PageProps {
  readonly params: Promise<{ readonly type: string; readonly id: string }>
}

async function recordOf({ params }: PageProps) {
  const { type, id } = await params
  return parseReference(`${type}/${id}`) ? { type, id } : notFound()
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { type, id } = await recordOf(props)
  return { title: editTexts[await requestLanguage()].edit(`${type}/${id}`) }
}

export default async function Page(props: PageProps) {
  const { type, id } = await recordOf(props)
  const { fhirBase } = await domainFacts()
  const from = await headers()
  const session = await pageQueries(from).fetchQuery<BrowseSession>(browseSessionQuery, '/browse/api/session')
  const queries = pageQueries(from)
  const url = recordUrl(fhirBase, type, id)
  if (session?.access === 'open') queries.read(fhirQuery(url).queryKey, fhirPath(url), answerOf)
  return (
    <HydrationBoundary state={queries.state()}>
      <EditPage key={`${type}/${id}`} type={type} id={id} />
    </HydrationBoundary>
  )
}
