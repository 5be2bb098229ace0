// One event of the audit log.
import { AuditEvent } from '#components/audit/audit-event.tsx'
import { auditTexts } from '#components/audit/texts.ts'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(auditTexts, ({ title }) => title)

interface PageProps {
  readonly params: Promise<{ readonly id: string }>
}

export default async function Page({ params }: PageProps) {
  return <AuditEvent id={(await params).id} />
}
