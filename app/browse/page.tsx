// The types of the records.
import { browseTexts } from '#components/browse/texts.ts'
import { TypeOverview } from '#components/browse/type-overview.tsx'
import { titled } from '#components/shell/page-title.ts'

export const generateMetadata = titled(browseTexts, ({ title }) => title)

export default function Page() {
  return <TypeOverview />
}
