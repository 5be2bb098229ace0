// The audit log, narrowed by what stands in the address.
import { AuditLog } from '#components/audit/audit-log.tsx'
import { AUDIT_FILTERS } from '#lib/api/audit.ts'

interface PageProps {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
}

export default async function Page({ searchParams }: PageProps) {
  const given = await searchParams
  const filters = AUDIT_FILTERS.flatMap((name) => {
    const value = given[name]
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return <AuditLog given={Object.fromEntries(filters)} />
}
