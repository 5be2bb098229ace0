// One event of the audit log.
import { AuditEvent } from '#components/audit/audit-event.tsx'

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

export default async function Page({ params }: PageProps) {
  return <AuditEvent id={(await params).id} />
}
