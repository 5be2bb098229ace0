// One record.
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RecordPage } from '#components/browse/record-page.tsx'
import { parseReference } from '#lib/fhir/reference.ts'

interface PageProps {
  readonly params: Promise<{ readonly type: string; readonly id: string }>
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { type, id } = await params
  return { title: `${type}/${id}` }
}

export default async function Page({ params }: PageProps) {
  const { type, id } = await params
  if (!parseReference(`${type}/${id}`)) notFound()
  return <RecordPage key={`${type}/${id}`} type={type} id={id} />
}
