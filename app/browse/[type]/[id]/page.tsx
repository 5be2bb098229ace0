// One record.
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { fhirPath, firstUrls } from '#components/browse/fhir-urls.ts'
import { RecordPage } from '#components/browse/record-page.tsx'
import { parseReference } from '#lib/fhir/reference.ts'
import { domainFacts, readWithPage } from '#server/domain/domain.ts'

interface PageProps {
  readonly params: Promise<{ readonly type: string; readonly id: string }>
  readonly searchParams: Promise<{ readonly tab?: string | string[] }>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { type, id } = await params
  return { title: `${type}/${id}` }
}

export default async function Page({ params, searchParams }: PageProps) {
  const { type, id } = await params
  if (!parseReference(`${type}/${id}`)) notFound()
  const { tab } = await searchParams
  const { fhirBase } = await domainFacts()
  const from = await headers()
  // Nobody waits for them here: the page is shown at once, and each of its parts when its answer is there.
  const reads = firstUrls(fhirBase, type, id, `${tab}`).map((url) => [url, readWithPage(fhirPath(url), from)])
  return <RecordPage key={`${type}/${id}`} type={type} id={id} reads={Object.fromEntries(reads)} />
}
