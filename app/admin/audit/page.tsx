// The audit log, narrowed by what stands in the address.
import { AuditLog } from '#components/audit/audit-log.tsx'

export default function Page() {
  return <AuditLog />
}
