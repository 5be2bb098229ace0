// Import, the demo's records, and sample data.
import { DataPage } from '#components/admin/data-page.tsx'
import { dataTexts } from '#components/admin/data-texts.ts'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(dataTexts, ({ title }) => title)

export default function Page() {
  return <DataPage />
}
