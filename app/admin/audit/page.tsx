// The audit log, narrowed by what stands in the address.
import { AuditLog } from '#components/audit/audit-log.tsx'
import { auditTexts } from '#components/audit/texts.ts'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(auditTexts, ({ title }) => title)

export default function Page() {
  return <AuditLog />
}
