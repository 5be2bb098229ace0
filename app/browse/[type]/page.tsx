// The records of one type.
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { TypeList } from '#components/browse/type-list.tsx'
import { isTypeName } from '#lib/fhir/reference.ts'
import { searchFieldsOf } from '#server/next/page-data.ts'

interface PageProps {
  readonly params: Promise<{ readonly type: string }>
}

async function typeOf({ params }: PageProps) {
  const { type } = await params
  return isTypeName(type) ? type : notFound()
}

export const generateMetadata = async (props: PageProps): Promise<Metadata> => ({ title: await typeOf(props) })

export default async function Page(props: PageProps) {
  const type = await typeOf(props)
  return <TypeList key={type} type={type} fields={await searchFieldsOf(type)} />
}
