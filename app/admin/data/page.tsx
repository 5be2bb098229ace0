// Import, the demo's records, and sample data.
import { DataPage } from '#components/admin/data-page.tsx'

export default function Page() {
  return <DataPage />
}
