// One app of the domain.
import type { Metadata } from 'next'
import { EditApp } from '#components/admin/app-pages.tsx'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

export const generateMetadata = async ({ params }: PageProps): Promise<Metadata> => ({ title: (await params).id })

export default async function Page({ params }: PageProps) {
  return <EditApp clientId={(await params).id} />
}
