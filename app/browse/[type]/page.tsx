// The records of one type.
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { TypeList } from '#components/browse/type-list.tsx'
import { isTypeName } from '#lib/fhir/reference.ts'

interface PageProps {
  readonly params: Promise<{ readonly type: string }>
}

export const generateMetadata = async ({ params }: PageProps): Promise<Metadata> => ({ title: (await params).type })

export default async function Page({ params }: PageProps) {
  const { type } = await params
  if (!isTypeName(type)) notFound()
  return <TypeList key={type} type={type} />
}
