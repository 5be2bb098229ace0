// One app of the domain.
import { EditApp } from '#components/admin/app-pages.tsx'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

export default async function Page({ params }: PageProps) {
  return <EditApp clientId={(await params).id} />
}
