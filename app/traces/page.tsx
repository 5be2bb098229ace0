// The list of traces.
import { titled } from '#components/shell/page-title.ts'
import { tracesTexts } from '#components/traces/texts.ts'
import { TraceList } from '#components/traces/trace-list.tsx'
import { checkGroups } from '#lib/trace-view/check-groups.ts'
import { demoLoginsOf } from '#server/next/pages.ts'

export const generateMetadata = titled(tracesTexts, ({ title }) => title)

export default async function Page() {
  return <TraceList checks={checkGroups()} demoLogins={await demoLoginsOf('admin')} />
}
